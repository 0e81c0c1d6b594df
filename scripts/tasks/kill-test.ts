import { parseArgs } from 'node:util';
import { brokenPromises, killTest } from '../kill-test/campaign.ts';

const USAGE = `npm run kill-test -- [--kills N] [--seed S] [--lanes L]

Ends the real core by SIGKILL N times (100), L data folders at the same time (2), and shows what became of the rows. Seed S
(1) draws the kills. Ends with 1 when a promise is broken. A kill takes about three seconds.

Moments: the steps K0 to K10 of a row, while starting, at random. Among the lives: a full and a read-only disk (only root can
mount one), a torn log, a clock that is wrong by up to a day either way, two programs. The service resets, throttles, answers
5xx and 302/303 before and after the work, breaks answers off, sends them byte by byte or behind a 100 Continue. Of three
lanes the second lives in the night in which clocks go back, the third in the one in which they go forward.
`;

const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    lanes: { type: 'string', default: '2' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(USAGE);
  process.exit(0);
}
const [kills, seed, lanes] = [Number(values.kills), Number(values.seed), Number(values.lanes)];
const { figures, kinds, nights, said, stood, hasDisk } = await killTest(kills, seed, lanes);
for (const [kind, { kills: count, met, doubts }] of [...kinds].sort(([one], [other]) => (one < other ? -1 : 1)))
  process.stdout.write(
    `${kind.padEnd(30)} ${String(count).padStart(5)} kills, ${String(met).padStart(5)} at their moment, ${String(doubts).padStart(4)} rows on their way\n`,
  );
for (const [night, { before, after }] of nights)
  process.stdout.write(`${night}: ${before} kills before its clocks were set, ${after} after\n`);
for (const line of said) process.stdout.write(`said: ${line}\n`);
for (const line of stood) process.stdout.write(`stood still: ${line}\n`);
if (!hasDisk) process.stdout.write('No small disk can be mounted here: a full and a read-only disk are left out.\n');
const broken = brokenPromises(figures);
for (const promise of broken) process.stdout.write(`broken: ${promise}\n`);
process.stdout.write(`${JSON.stringify({ seed, lanes, ...figures, broken: broken.length })}\n`);
process.exitCode = broken.length === 0 ? 0 : 1;

import { parseArgs } from 'node:util';
import { brokenPromises, killTest } from '../kill-test/campaign.ts';

/**
 * `npm run kill-test -- [--kills N] [--seed S] [--lanes L]`: ends the real core by SIGKILL N times, L data folders at the
 * same time, and shows what became of the rows. Ends with 1 when a promise is broken. A kill takes about three seconds.
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '100' },
    seed: { type: 'string', default: '1' },
    lanes: { type: 'string', default: '2' },
  },
});
const [kills, seed, lanes] = [Number(values.kills), Number(values.seed), Number(values.lanes)];
const { figures, kinds, said, stood, hasDisk } = await killTest(kills, seed, lanes);
for (const [kind, { kills: count, met, doubts }] of [...kinds].sort(([one], [other]) => (one < other ? -1 : 1)))
  process.stdout.write(
    `${kind.padEnd(30)} ${String(count).padStart(5)} kills, ${String(met).padStart(5)} at their moment, ${String(doubts).padStart(4)} rows on their way\n`,
  );
for (const line of said) process.stdout.write(`said: ${line}\n`);
for (const line of stood) process.stdout.write(`stood still: ${line}\n`);
if (!hasDisk) process.stdout.write('No small disk can be mounted here: a full and a read-only disk are left out.\n');
const broken = brokenPromises(figures);
for (const promise of broken) process.stdout.write(`broken: ${promise}\n`);
process.stdout.write(`${JSON.stringify({ seed, lanes, ...figures, broken: broken.length })}\n`);
process.exitCode = broken.length === 0 ? 0 : 1;

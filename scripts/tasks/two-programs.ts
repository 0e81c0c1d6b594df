import { parseArgs } from 'node:util';
import { brokenPromises, twoPrograms } from '../two-programs/campaign.ts';

const USAGE = `npm run two-programs -- [--minutes M] [--seed S]

Runs the browser host and the batch, both as processes of their own, on one data folder for M minutes (5), and tells them at
random what people and schedules tell them. Seed S (1) draws the commands. Shows how often each was asked, refused, cut off
by a kill, and met work of the other program. Ends with 1 when a promise is broken: something left twice or was lost, what
was removed is there, an answer was not true, a program ended or had a bug.
`;

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '5' },
    seed: { type: 'string', default: '1' },
    help: { type: 'boolean', default: false },
  },
});
if (values.help) {
  process.stdout.write(USAGE);
  process.exit(0);
}
const [minutes, seed] = [Number(values.minutes), Number(values.seed)];
const { figures, commands, refusals } = await twoPrograms(minutes, seed, (line) => process.stderr.write(`${line}\n`));
for (const [name, { asked, refused, cut, met }] of [...commands].sort(([one], [other]) => (one < other ? -1 : 1)))
  process.stdout.write(
    `${name.padEnd(28)} ${String(asked).padStart(5)} asked, ${String(refused).padStart(4)} refused, ${String(cut).padStart(3)} cut off, ${String(met).padStart(4)} met the other program\n`,
  );
for (const [words, count] of [...refusals].sort(([, one], [, other]) => other - one))
  process.stdout.write(`refused ${String(count).padStart(4)}: ${words}\n`);
const broken = brokenPromises(figures);
for (const promise of broken) process.stdout.write(`broken: ${promise}\n`);
process.stdout.write(`${JSON.stringify({ minutes, seed, ...figures, broken: broken.length })}\n`);
process.exitCode = broken.length === 0 ? 0 : 1;

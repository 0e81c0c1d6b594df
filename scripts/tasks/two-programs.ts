import { campaign, note } from '../campaign/frame.ts';
import { brokenPromises, twoPrograms } from '../two-programs/campaign.ts';

const usage = `npm run two-programs -- [--minutes M] [--seed S]

Runs the browser host and the batch, both as processes of their own, on one data folder for M minutes (5), and tells them at
random what people and schedules tell them. Seed S (1) draws the commands. Shows how often each was asked, refused, cut off
by a kill, and met work of the other program. Ends with 1 when a promise is broken: something left twice or was lost, what
was removed is there, an answer was not true, a program ended or had a bug.
`;

await campaign({ usage, numbers: { minutes: 5, seed: 1 } }, async ({ minutes, seed }) => {
  const result = await twoPrograms(minutes, seed, note);
  return {
    lines: [
      ...result.commands.map(
        ([name, { asked, refused, cut, met }]) =>
          `${name.padEnd(28)} ${String(asked).padStart(5)} asked, ${String(refused).padStart(4)} refused, ${String(cut).padStart(3)} cut off, ${String(met).padStart(4)} met the other program`,
      ),
      ...result.refusals.map(([words, { times }]) => `refused ${String(times).padStart(4)}: ${words}`),
    ],
    figures: result.figures,
    broken: brokenPromises(result),
  };
});

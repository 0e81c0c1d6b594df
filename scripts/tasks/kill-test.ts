import { campaign } from '../campaign/frame.ts';
import { brokenPromises, killTest } from '../kill-test/campaign.ts';

const usage = `npm run kill-test -- [--kills N] [--seed S] [--lanes L]

Ends the real core by SIGKILL N times (100), L data folders at the same time (2), and shows what became of the rows. Seed S
(1) draws the kills. Ends with 1 when a promise is broken. A kill takes about three seconds.

Moments: the steps K0 to K10 of a row, while starting, at random. Among the lives: a full and a read-only disk (only root can
mount one), a torn log, a clock that is wrong by up to a day either way, two programs. The service resets, throttles, answers
5xx and 302/303 before and after the work, breaks answers off, sends them byte by byte or behind a 100 Continue. Of three
lanes the second lives in the night in which clocks go back, the third in the one in which they go forward.
`;

await campaign({ usage, numbers: { kills: 100, seed: 1, lanes: 2 } }, async ({ kills, seed, lanes }) => {
  const { figures, kinds, nights, said, stood, hasDisk } = await killTest(kills, seed, lanes);
  return {
    lines: [
      ...kinds.map(
        ([kind, { kills: count, met, doubts }]) =>
          `${kind.padEnd(30)} ${String(count).padStart(5)} kills, ${String(met).padStart(5)} at their moment, ${String(doubts).padStart(4)} rows on their way`,
      ),
      ...nights.map(([night, own]) => `${night}: ${own.before} kills before its clocks were set, ${own.after} after`),
      ...said.map((line) => `said: ${line}`),
      ...stood.map((line) => `stood still: ${line}`),
      ...(hasDisk ? [] : ['No small disk can be mounted here: a full and a read-only disk are left out.']),
    ],
    figures,
    broken: brokenPromises(figures),
  };
});

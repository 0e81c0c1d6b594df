import { campaign, say, sumsBy } from '../campaign/frame.ts';
import { AREAS } from '../write-failures/areas.ts';
import { walkWrites } from '../write-failures/campaign.ts';

const usage = `npm run write-failures -- [--seed S] [--area ${AREAS.join('|')}] [--only N,N]

Lets one write of the program after the other fail, as on a full disk, a broken one, or beside a program with a lock, and
shows what becomes of it. Ends with 1 when a promise is broken. A write takes less than a second.
`;

await campaign({ usage, numbers: { seed: 0 }, texts: ['area', 'only'] }, async ({ seed }, { area: named, only }) => {
  const areas = AREAS.filter((area) => named.length === 0 || named.includes(area));
  if (areas.length === 0) throw new Error(`There is no area ${named.join()}: ${AREAS.join(', ')}.`);
  const numbers = only.flatMap((list) => list.split(',').map(Number));
  const attempts = await walkWrites({
    seed,
    areas,
    ...(numbers.length === 0 ? {} : { only: Object.fromEntries(areas.map((area) => [area, numbers])) }),
    onAttempt({ area, n, kind, statement, broken }) {
      for (const text of broken) say(`${area} ${n} ${kind} ${statement}: ${text}`);
    },
  });
  const hit = attempts.filter(({ statement }) => statement !== '');
  const table = sumsBy(hit, ({ area, kind, said, broken }) => {
    const is = (wanted: typeof kind) => Number(kind === wanted);
    const counts = { full: is('full'), io: is('io'), busy: is('busy') };
    return [area, { writes: 1, ...counts, said: Number(said.length > 0), broken: Number(broken.length > 0) }];
  });
  return {
    lines: [
      ...table.map(
        ([area, own]) =>
          `${area.padEnd(10)} ${String(own.writes).padStart(4)} writes failed (full ${own.full}, broken disk ${own.io}, locked ${own.busy}), said ${own.said}, broken ${own.broken}`,
      ),
      ...[...new Set(attempts.flatMap(({ said }) => said))].map((sentence) => `said: ${sentence}`),
    ],
    figures: { writes: hit.length },
    broken: attempts.filter(({ broken }) => broken.length > 0).map(({ area, n, kind }) => `${area} ${n} ${kind}`),
  };
});

import { parseArgs } from 'node:util';
import { AREAS, type Area } from '../write-failures/areas.ts';
import { type Attempt, walkWrites } from '../write-failures/campaign.ts';

/**
 * `npm run write-failures -- [--seed S] [--area imports|exports|ledger|account] [--only N,N]`: lets one write of the
 * program after the other fail, as on a full disk, a broken one, or beside a program with a lock, and shows what becomes
 * of it. Ends with 1 when a promise is broken. A write takes less than a second.
 */
const { values } = parseArgs({
  options: { seed: { type: 'string', default: '0' }, area: { type: 'string' }, only: { type: 'string' } },
});
const areas = AREAS.filter((area) => values.area === undefined || area === values.area);
if (areas.length === 0) throw new Error(`There is no area ${values.area}: ${AREAS.join(', ')}.`);
const seed = Number(values.seed);
const attempts = await walkWrites({
  seed,
  areas,
  ...(values.only === undefined
    ? {}
    : { only: Object.fromEntries(areas.map((area) => [area, values.only?.split(',').map(Number)])) }),
  onAttempt({ area, n, kind, statement, broken }: Attempt) {
    if (broken.length > 0) process.stdout.write(`broken: ${area} ${n} ${kind} ${statement}\n`);
    for (const text of broken) process.stdout.write(`    ${text}\n`);
  },
});
const hit = attempts.filter(({ statement }) => statement !== '');
for (const area of areas) process.stdout.write(`${tableLine(area)}\n`);
for (const sentence of new Set(attempts.flatMap(({ said }) => said))) process.stdout.write(`said: ${sentence}\n`);
const broken = attempts.filter((attempt) => attempt.broken.length > 0).length;
process.stdout.write(`${JSON.stringify({ seed, writes: hit.length, broken })}\n`);
process.exitCode = broken === 0 ? 0 : 1;

function tableLine(area: Area): string {
  const own = hit.filter((attempt) => attempt.area === area);
  const count = (kind: string) => own.filter((attempt) => attempt.kind === kind).length;
  const kinds = `full ${count('full')}, broken disk ${count('io')}, locked ${count('busy')}`;
  const told = own.filter(({ said }) => said.length > 0).length;
  const bad = own.filter((attempt) => attempt.broken.length > 0).length;
  return `${area.padEnd(10)} ${String(own.length).padStart(4)} writes failed (${kinds}), said ${told}, broken ${bad}`;
}

import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { ResultStore } from '../electron/core/exports/result/result-store.ts';
import { measureApart } from './apart.ts';
import { columns } from './save/leads.ts';
import { storeLeads } from './save/stored-leads.ts';
import { atLeast, atMost, type Bench, type BenchContext, type BenchResult, type Cell, within } from './frame.ts';
import { median } from './median.ts';

const rounds = 3;
const mebibyte = 1024 * 1024;

/** The later result has its leads in the order of the earlier, or in another. */
const orders = ['same order', 'shuffled'] as const;
type Order = (typeof orders)[number];

interface Measurement {
  milliseconds: number;
  processorMilliseconds: number;
  longestMilliseconds: number;
  peakBytes: number;
  counts: { new: number; changed: number; gone: number; same: number };
  changedRows: number;
  pageMilliseconds: number;
  changesListed: number;
  valuesMilliseconds: number;
}

export const bench: Bench = {
  name: 'compare',
  title: 'Comparing a result of 1,000,000 leads with one of 1,000,000, other case of names and other columns',
  run: (context) => measureComparisons(context, 1_000_000),
};

/** One in twenty of `leads` leads is gone and as many are new; three in ten of the others have another closure. */
export async function measureComparisons({ folder, log }: BenchContext, leads: number): Promise<BenchResult> {
  const before = `${randomUUID()}.sqlite`;
  log('the earlier result …');
  storeLeads(join(folder, before), leads);
  const found = new Map<Order, Measurement[]>();
  const missed = leads / 20;
  for (const order of orders) {
    log(`${order} …`);
    const now = `${randomUUID()}.sqlite`;
    fillNow(join(folder, now), join(folder, before), leads, order);
    const measured: Measurement[] = [];
    for (let round = 0; round < rounds; round += 1) {
      measured.push(await measureApart('compare/task.ts', [folder, before, now, `${randomUUID()}.sqlite`]));
    }
    found.set(order, measured);
  }
  const all = [...found.values()].flat();
  const typical = (
    order: Order,
    key: 'milliseconds' | 'processorMilliseconds' | 'pageMilliseconds' | 'valuesMilliseconds',
  ) => median((found.get(order) ?? []).map((entry) => entry[key]));
  const peak = Math.max(...all.map((entry) => entry.peakBytes)) / mebibyte;
  const wrong = all.filter(
    ({ counts, changedRows, changesListed }) =>
      counts.new !== missed ||
      counts.gone !== missed ||
      counts.changed + counts.same !== leads - missed ||
      counts.changed !== changedRows ||
      counts.changed !== changesListed ||
      counts.changed !== changedLeads(leads),
  );
  return {
    columns: ['leads', 'ms', 'processor ms', 'longest turn ms', 'peak MiB', 'first page ms', 'changes of a field ms'],
    rows: orders.map((order): Cell[] => [
      order,
      Math.round(typical(order, 'milliseconds')),
      Math.round(typical(order, 'processorMilliseconds')),
      Math.round(Math.max(...(found.get(order) ?? []).map((entry) => entry.longestMilliseconds))),
      Math.round(Math.max(...(found.get(order) ?? []).map((entry) => entry.peakBytes)) / mebibyte),
      Math.round(typical(order, 'pageMilliseconds')),
      Math.round(typical(order, 'valuesMilliseconds')),
    ]),
    notes: [
      'Each measurement is a process of its own. Times are medians of the rounds, peaks are the highest.',
      'The bounds are on processor time: one thread works, and a busy computer makes it wait.',
      'The first page is of the changed leads; it and the changes of a field are read as the page reads them.',
    ],
    checks: [
      within('processor-seconds-same-order', typical('same order', 'processorMilliseconds') / 1000, 5),
      // Each lead of the earlier result is looked up on another page of it.
      within('processor-seconds-shuffled', typical('shuffled', 'processorMilliseconds') / 1000, 6),
      atMost('peak-mib', peak, 500),
      atMost('wrong-counts', wrong.length, 0),
      atLeast('measurements', all.length, orders.length * rounds),
    ],
  };
}

/** Whether the lead of a row, from 1, has another closure in the later result. */
const CHANGED = 'b.number % 10 < 3';

/** Leads that both results have and that changed. */
function changedLeads(leads: number): number {
  return ((leads - leads / 20) * 3) / 10;
}

/** Columns in reverse and two more; the last twentieth of the leads is gone, and as many have another id. */
function fillNow(path: string, before: string, leads: number, order: Order): void {
  new ResultStore(path).close();
  using database = new DatabaseSync(path);
  database.prepare('ATTACH ? AS earlier').run(before);
  const names = Array.from({ length: columns.length + 2 }, (_, index) => `c${index}`);
  for (const name of names) database.exec(`ALTER TABLE main.leads ADD COLUMN ${name} TEXT`);
  const cells = columns.map((name, index) => {
    if (name === 'uniqueId')
      return `CASE WHEN b.number > ${leads - leads / 20} THEN 'new ' || b.c${index} ELSE b.c${index} END`;
    return name === 'closure' ? `CASE WHEN ${CHANGED} THEN 'Unqualified' ELSE b.c${index} END` : `b.c${index}`;
  });
  // 7919 is a prime that does not divide the number of leads.
  const source = order === 'same order' ? 's.number' : `1 + (s.number * 7919) % ${leads}`;
  database.exec(
    `INSERT INTO main.leads (number, ${names.join(', ')})
     SELECT s.number, ${[...cells.toReversed(), "'x'", 'b.number'].join(', ')}
     FROM earlier.leads s CROSS JOIN earlier.leads b ON b.number = ${source}`,
  );
}

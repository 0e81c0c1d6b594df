import { join } from 'node:path';
import { viewSchema } from '../../shared/contract/exports/views.ts';
import { compareResults } from '../../electron/core/exports/compare/compare-results.ts';
import { pairFields } from '../../electron/core/exports/compare/pair-fields.ts';
import { joinedColumns, KIND_COLUMN } from '../../electron/core/exports/result/joined-results.ts';
import { ColumnMemory } from '../../electron/core/exports/views/column-memory.ts';
import { ResultViews } from '../../electron/core/exports/views/result-views.ts';
import { peakBytes, timed } from '../measuring.ts';
import { columns } from '../save/leads.ts';

/**
 * One measurement in a process of its own, so that its peak memory is its own: `task.ts FOLDER BEFORE NOW TARGET`, names of
 * files. Prints one JSON object: milliseconds of the comparison and of its processor time, the longest time in which nothing
 * else could run, peak resident bytes, rows by kind, and milliseconds to the first page of the changed leads and to the
 * counts of one field.
 */
const [, , folder = '', before = '', now = '', target = ''] = process.argv;

const paired = pairFields(columns, [...columns.map((name) => name.toUpperCase()).reverse(), 'extra', 'data.Ny']);
const { signal } = new AbortController();

let turn = performance.now();
let longest = 0;
const letOtherWorkRun = () =>
  new Promise<void>((resolve) => {
    longest = Math.max(longest, performance.now() - turn);
    setImmediate(() => {
      turn = performance.now();
      resolve();
    });
  });

const compared = await timed(() =>
  compareResults(
    { path: join(folder, target), before, now, paired, zone: 'Europe/Copenhagen' },
    { signal, onProgress: () => undefined, letOtherWorkRun },
  ),
);
const peak = peakBytes();

const views = new ResultViews(join(folder, target), new ColumnMemory());
const isChanged = { kind: 'values' as const, column: KIND_COLUMN, values: ['changed'], empty: false, not: false };
const view = viewSchema.parse({ filters: [isChanged] });
const page = await timed(() => views.page(view, { offset: 0, limit: 200, marks: null }, signal));
const closure = paired.fields.findIndex((field) => field.path === 'CLOSURE');
const change = joinedColumns(paired.fields)[closure]?.change ?? 0;
const values = await timed(() => views.values(view, { column: change, find: '' }, { offset: 0, limit: 100 }, signal));
views[Symbol.dispose]();

process.stdout.write(
  JSON.stringify({
    milliseconds: compared.wall,
    processorMilliseconds: compared.busy,
    longestMilliseconds: longest,
    peakBytes: peak,
    counts: compared.value.counts,
    changedRows: page.value.total,
    pageMilliseconds: page.wall,
    changesListed: values.value.values.reduce((sum, { rows }) => sum + rows, 0) + values.value.empty,
    valuesMilliseconds: values.wall,
  }),
);

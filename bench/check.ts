import { join } from 'node:path';
import { NOTHING_KNOWN, suggestionsFor } from '../electron/core/imports/fields/field-knowledge.ts';
import { createCheckThread } from '../electron/core/imports/check/check-thread.ts';
import type { CheckTarget } from '../electron/core/imports/check/check-messages.ts';
import type { CellAct } from '../shared/contract/check/check-acts.ts';
import { stageFile } from '../electron/core/files/staging/staging.ts';
import { usedByThread } from '../electron/core/threads/in-slices.ts';
import { mappingFromSuggestions } from '../shared/domain/mapping/index.ts';
import { format } from '../shared/domain/words/format.ts';
import { HEADERS, ROWS, writeLeads } from './check/leads-file.ts';
import { atMost, type Bench, type BenchContext, type BenchResult, within } from './frame.ts';
import { timed } from './measuring.ts';
import { median } from './median.ts';

const EDITS = 15;

export const bench: Bench = {
  name: 'check',
  title: `Check of ${format.number(ROWS)} rows of ${HEADERS.length} columns, beside reading the same file`,
  run,
};

async function run({ folder, log }: BenchContext): Promise<BenchResult> {
  const path = join(folder, 'leads.csv');
  await writeLeads(path);
  // As in the app, where it starts while a person looks at the columns.
  const thread = createCheckThread({
    bug(where, error) {
      throw new Error(`${where} failed.`, { cause: error });
    },
  });
  try {
    thread.prepare();
    log('Reading the file.');
    const stagedPath = join(folder, 'rows-bench.sqlite');
    const { value, wall } = await timed(() => stageFile({ path, choices: {}, target: stagedPath }));
    log('Checking it.');
    return resultOf({ readMs: wall, columns: value.reading.columns, ...(await checkFile(thread, stagedPath, value)) });
  } finally {
    await thread.close();
  }
}

type Thread = ReturnType<typeof createCheckThread>;
type Staged = Awaited<ReturnType<typeof stageFile>>;

/** Checks the file as the page does: whole, then edit by edit, then pages of rows. */
async function checkFile(thread: Thread, stagedPath: string, { reading }: Staged) {
  const target: CheckTarget = {
    draftId: 'bench',
    stagedPath,
    mapping: withEveryColumn(reading.columns),
    fields: [],
    campaignCode: '',
    journalPath: null,
  };
  const watch = watchThread();
  const { value: summary, wall: checkMs } = await timed(() => thread.ask('run', target, { settings: undefined }));
  const longestWork = watch.end();
  const edits = await editRows(thread, target);
  const page = { parameters: undefined, limit: 500 } as const;
  const last = { reasonId: null, filter: 'problem', order: 'file' } as const;
  const offset = Math.max(0, summary.rowsWithProblem - 500);
  const { wall: pageMs } = await timed(() => thread.ask('rows', target, { ...page, ...last, offset }));
  const largest = summary.reasons
    .filter(({ hasOddest }) => hasOddest)
    .reduce((most, reason) => (reason.count > most.count ? reason : most));
  const oddest = { reasonId: largest.id, filter: 'reason', order: 'oddest' } as const;
  const { wall: oddestMs } = await timed(() => thread.ask('rows', target, { ...page, ...oddest, offset: 0 }));
  const every = await replaceEverywhere(thread, target, EVERY);
  const text = await replaceEverywhere(thread, target, CITY);
  const phone = await replaceEverywhere(thread, target, PHONE);
  return { summary, checkMs, longestWork, edits, pageMs, largest, oddestMs, text, phone, every };
}

type Replacement = Extract<CellAct, { kind: 'replace' }>;
const CITY: Replaced = {
  act: { kind: 'replace', find: 'town', to: 'City', place: 'start', isExact: false },
  column: HEADERS.indexOf('City'),
  cells: ROWS,
};
/** In nearly every number, and other ones after it: the rows are compared anew. */
const PHONE: Replaced = {
  act: { kind: 'replace', find: '2', to: '3', place: 'anywhere', isExact: true },
  column: HEADERS.indexOf('Phone'),
  cells: ROWS * 0.9,
};
const EVERY: Replaced = {
  act: { kind: 'replace', find: 'road', to: 'Street', place: 'start', isExact: false },
  column: null,
  cells: ROWS,
};

interface Replaced {
  readonly act: Replacement;
  /** Null: every column. */
  readonly column: number | null;
  /** That are changed, at least. */
  readonly cells: number;
}

/** Find and replace in every row: what it would do, the first time and again, doing it and undoing it. */
async function replaceEverywhere(thread: Thread, target: CheckTarget, { act, column, cells }: Replaced) {
  const change = { act, column, reasonId: null, filter: 'all' } as const;
  // As the dialog does when it opens.
  const { wall: readyMs } = await timed(() => ready(thread, target, column));
  const { value: preview, wall: firstMs } = await timed(() => thread.ask('previewCells', target, { change }));
  const { wall: againMs } = await timed(() => thread.ask('previewCells', target, { change }));
  const watch = watchThread();
  const { value: summary, wall: applyMs } = await timed(() => thread.ask('changeCells', target, { change }));
  const { wall: undoMs } = await timed(() => thread.ask('undo', target, {}));
  await thread.ask('redo', target, {});
  const longest = watch.end();
  if (preview.cells < cells || summary.editedCells < cells) throw new Error('Not every row was changed.');
  return { readyMs, firstMs, againMs, applyMs, undoMs, longest };
}

async function ready(thread: Thread, target: CheckTarget, column: number | null): Promise<void> {
  if (column !== null) await thread.ask('readyColumn', target, { column });
}

const CHANGED = { text: 'a text column', phone: 'the phones', every: 'every column' } as const;

/** Milliseconds of each edit. */
async function editRows(thread: Thread, target: CheckTarget): Promise<number[]> {
  const edits: number[] = [];
  for (let index = 0; index < EDITS; index += 1) {
    const edit = { row: 1 + index * 6007, column: 6, value: index % 2 === 0 ? '4.5E+11' : `+45301${10_000 + index}` };
    edits.push((await timed(() => thread.ask('edit', target, { edits: [edit] }))).wall);
  }
  return edits;
}

interface Measured extends Awaited<ReturnType<typeof checkFile>> {
  readonly readMs: number;
  readonly columns: Staged['reading']['columns'];
}

function resultOf(measured: Measured): BenchResult {
  const { readMs, columns, summary, checkMs, longestWork, edits, pageMs, largest, oddestMs } = measured;
  const kinds = (['every', 'text', 'phone'] as const).map((kind) => ({ kind, ...measured[kind] }));
  const longest = Math.max(longestWork, ...kinds.map((one) => one.longest));
  const typical = median(edits);
  return {
    columns: ['what', 'ms'],
    rows: [
      ['read the file into the staging', Math.round(readMs)],
      ['check it whole', Math.round(checkMs)],
      ['one edit, median', tenths(typical)],
      ['one edit, slowest', tenths(Math.max(...edits))],
      ['500 rows of the last page of problems', tenths(pageMs)],
      [`500 of ${format.number(largest.count)} rows, the oddest first`, tenths(oddestMs)],
      ...kinds.flatMap(({ kind, readyMs, firstMs, againMs, applyMs, undoMs }): [string, number][] => [
        [`find and replace in ${CHANGED[kind]} of every row: while its dialog opens`, tenths(readyMs)],
        [`find and replace in ${CHANGED[kind]} of every row: first preview`, tenths(firstMs)],
        [`find and replace in ${CHANGED[kind]} of every row: next preview`, tenths(againMs)],
        [`find and replace in ${CHANGED[kind]} of every row: apply`, tenths(applyMs)],
        [`find and replace in ${CHANGED[kind]} of every row: undo`, tenths(undoMs)],
      ]),
      ['longest work of the thread that asks', tenths(longest)],
    ],
    notes: [
      `${summary.reasons.length} reasons, ${format.number(summary.rowsWithProblem)} rows with a problem; ${columns.length} columns, all mapped.`,
      `An edit is written durably, judged, and answered with the whole summary; ${EDITS} edits, ${summary.duplicates.map(({ groups }) => groups).join(' and ')} groups of duplicates.`,
    ],
    checks: [
      atMost('check-by-read-time', checkMs / readMs, 2),
      within('edit-median-ms', typical, 100),
      within('oddest-first-ms', oddestMs, 100),
      ...kinds.flatMap(({ kind, firstMs, applyMs }) => [
        within(`replace-${kind}-preview-ms`, firstMs, 150),
        within(`replace-${kind}-apply-ms`, applyMs, 500),
        atMost(`replace-${kind}-apply-by-check-time`, applyMs / checkMs, 0.5),
      ]),
      within('longest-work-of-asking-thread-ms', longest, 50),
    ],
  };
}

const tenths = (milliseconds: number): number => Math.round(milliseconds * 10) / 10;

function withEveryColumn(columns: Staged['reading']['columns']) {
  const suggested = mappingFromSuggestions(suggestionsFor(columns, NOTHING_KNOWN, ''));
  const taken = new Set(suggested.flatMap(({ source }) => (source.kind === 'columns' ? source.columns : [])));
  const rest = columns
    .filter(({ index }) => !taken.has(index))
    .map(({ label, index }) => ({
      field: `${label} ${index}`,
      source: { kind: 'columns' as const, columns: [index], join: null },
      cleaning: [{ kind: 'trim' as const }],
    }));
  return [...suggested, ...rest];
}

/**
 * The longest piece of work of the thread that asks while the other one works: its own processor time between two turns,
 * so that a busy computer does not look like a busy thread.
 */
function watchThread() {
  let longest = 0;
  let before = usedByThread();
  const timer = setInterval(() => {
    const now = usedByThread();
    longest = Math.max(longest, now - before);
    before = now;
  }, 5);
  return {
    end() {
      clearInterval(timer);
      return longest;
    },
  };
}

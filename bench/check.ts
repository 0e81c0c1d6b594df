import { join } from 'node:path';
import { NOTHING_KNOWN, suggestionsFor } from '../electron/core/imports/fields/field-knowledge.ts';
import { createCheckThread } from '../electron/core/imports/check/check-thread.ts';
import type { CheckTarget } from '../electron/core/imports/check/check-messages.ts';
import { stageFile } from '../electron/core/files/staging/staging.ts';
import { mappingFromSuggestions } from '../shared/domain/mapping/index.ts';
import { HEADERS, ROWS, writeLeads } from './check/leads-file.ts';
import { atMost, type Bench, type BenchContext, type BenchResult } from './frame.ts';

const EDITS = 15;

export const bench: Bench = {
  name: 'check',
  title: `Check of ${ROWS.toLocaleString('en')} rows of ${HEADERS.length} columns, beside reading the same file`,
  run,
};

async function run({ folder, log }: BenchContext): Promise<BenchResult> {
  const path = join(folder, 'leads.csv');
  await writeLeads(path);
  const stagedPath = join(folder, 'rows-bench.sqlite');
  log('Reading the file.');
  // As in the app, where it starts while a person looks at the columns.
  const thread = createCheckThread({
    bug(where, error) {
      throw new Error(`${where} failed.`, { cause: error });
    },
  });
  thread.prepare();
  const readStarted = performance.now();
  const { reading } = await stageFile({ path, choices: {}, target: stagedPath });
  const readMs = performance.now() - readStarted;
  const target: CheckTarget = {
    draftId: 'bench',
    stagedPath,
    mapping: withEveryColumn(reading.columns),
    fields: [],
    campaignCode: '',
    journalPath: null,
  };
  try {
    log('Checking it.');
    const checkStarted = performance.now();
    const watch = watchThread();
    const summary = await thread.ask('run', target, { settings: undefined });
    const checkMs = performance.now() - checkStarted;
    const longestWork = watch.end();
    const edits: number[] = [];
    for (let index = 0; index < EDITS; index += 1) {
      const started = performance.now();
      const edit = { row: 1 + index * 6007, column: 6, value: index % 2 === 0 ? '4.5E+11' : `+45301${10_000 + index}` };
      await thread.ask('edit', target, { edits: [edit] });
      edits.push(performance.now() - started);
    }
    const pageStarted = performance.now();
    await thread.ask('rows', target, {
      reasonId: null,
      filter: 'problem',
      order: 'file',
      parameters: undefined,
      offset: Math.max(0, summary.rowsWithProblem - 500),
      limit: 500,
    });
    const pageMs = performance.now() - pageStarted;
    const largest = summary.reasons
      .filter(({ hasOddest }) => hasOddest)
      .reduce((most, reason) => (reason.count > most.count ? reason : most));
    const oddestStarted = performance.now();
    await thread.ask('rows', target, {
      reasonId: largest.id,
      filter: 'reason',
      order: 'oddest',
      parameters: undefined,
      offset: 0,
      limit: 500,
    });
    const oddestMs = performance.now() - oddestStarted;
    const median = edits.toSorted((one, other) => one - other)[EDITS >> 1] ?? Number.NaN;
    return {
      columns: ['what', 'ms'],
      rows: [
        ['read the file into the staging', Math.round(readMs)],
        ['check it whole', Math.round(checkMs)],
        ['one edit, median', Math.round(median * 10) / 10],
        ['one edit, slowest', Math.round(Math.max(...edits) * 10) / 10],
        ['500 rows of the last page of problems', Math.round(pageMs * 10) / 10],
        [`500 of ${largest.count.toLocaleString('en')} rows, the oddest first`, Math.round(oddestMs * 10) / 10],
        ['longest work of the thread that asks', Math.round(longestWork * 10) / 10],
      ],
      notes: [
        `${summary.reasons.length} reasons, ${summary.rowsWithProblem.toLocaleString('en')} rows with a problem; ${reading.columns.length} columns, all mapped.`,
        `An edit is written durably, judged, and answered with the whole summary; ${EDITS} edits, ${summary.duplicates.map(({ groups }) => groups).join(' and ')} groups of duplicates.`,
      ],
      checks: [
        atMost('check-by-read-time', checkMs / readMs, 2),
        atMost('edit-median-ms', median, 100),
        atMost('oddest-first-ms', oddestMs, 100),
        atMost('longest-work-of-asking-thread-ms', longestWork, 100),
      ],
    };
  } finally {
    await thread.close();
  }
}

function withEveryColumn(columns: Awaited<ReturnType<typeof stageFile>>['reading']['columns']) {
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
 * so that a busy computer is not taken for a busy thread.
 */
function watchThread() {
  const used = () => {
    const { user, system } = process.threadCpuUsage();
    return (user + system) / 1000;
  };
  let longest = 0;
  let before = used();
  const timer = setInterval(() => {
    const now = used();
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

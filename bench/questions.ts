import { monitorEventLoopDelay } from 'node:perf_hooks';
import { join } from 'node:path';
import { ColumnMemory } from '../electron/core/exports/views/column-memory.ts';
import { ResultViews } from '../electron/core/exports/views/result-views.ts';
import type { Question, QuestionAnswer } from '../shared/contract/exports/questions.ts';
import { viewSchema } from '../shared/contract/exports/views.ts';
import { atMost, type Bench, type BenchContext, type BenchResult, type Cell, within } from './frame.ts';
import { timed } from './measuring.ts';
import { median } from './median.ts';
import { columns, leadRow } from './save/leads.ts';
import { type DuckConnection, duckWith } from './save/peers.ts';
import { storeLeads } from './save/stored-leads.ts';

const LEADS = 1_000_000;
const ROUNDS = 5;

interface Asked {
  readonly name: string;
  readonly question: Question;
  readonly filters: ReturnType<typeof viewSchema.parse>['filters'];
  /** The same question, with a column `n`. */
  readonly sql: string;
}

const at = (name: (typeof columns)[number]): number => columns.indexOf(name);
const byValue = (name: (typeof columns)[number]) => ({ column: at(name), by: 'value' }) as const;

const questions: readonly Asked[] = [
  {
    name: 'city and closure',
    question: { groups: [byValue('data.By'), byValue('closure')], across: null, measure: null },
    filters: [],
    sql: `SELECT "data.By", closure, count(*) AS n FROM leads GROUP BY 1, 2`,
  },
  {
    name: 'project and week, across closure',
    question: {
      groups: [byValue('project'), { column: at('lastModifiedTime'), by: 'week' }],
      across: byValue('closure'),
      measure: null,
    },
    filters: [],
    sql: `SELECT project, date_trunc('week', CAST(left("lastModifiedTime", 19) AS TIMESTAMP)), closure, count(*) AS n
          FROM leads GROUP BY 1, 2, 3`,
  },
  {
    name: 'different companies by city, filtered',
    question: {
      groups: [byValue('data.By')],
      across: null,
      measure: { kind: 'distinct', column: at('data.Virksomhed') },
    },
    filters: [{ kind: 'values', column: at('status'), values: ['New', 'Processed'], empty: false, not: false }],
    sql: `SELECT "data.By", count(*) AS n, count(DISTINCT "data.Virksomhed") FROM leads
          WHERE status IN ('New', 'Processed') GROUP BY 1`,
  },
  {
    name: 'companies by city, filtered with or and not',
    question: { groups: [byValue('data.By')], across: null, measure: null },
    filters: [
      { kind: 'values', column: at('status'), values: ['New'], empty: false, not: false },
      { kind: 'text', column: at('data.Virksomhed'), match: 'starts', text: 'a', not: false, or: true },
      { kind: 'values', column: at('closure'), values: ['Success'], empty: false, not: true },
    ],
    sql: `SELECT "data.By", count(*) AS n FROM leads
          WHERE (status = 'New' OR lower("data.Virksomhed") LIKE 'a%') AND coalesce(closure, '') <> 'Success' GROUP BY 1`,
  },
  {
    name: 'duplicates by city',
    question: { groups: [byValue('data.By')], across: null, measure: null },
    filters: [{ kind: 'repeated', column: at('data.Virksomhed') }],
    sql: `SELECT "data.By", count(*) AS n FROM leads WHERE lower(trim("data.Virksomhed")) IN
          (SELECT lower(trim("data.Virksomhed")) FROM leads GROUP BY 1 HAVING count(*) > 1) GROUP BY 1`,
  },
];

export const bench: Bench = {
  name: 'questions',
  title: `Counting ${LEADS.toLocaleString('en')} leads by groups, beside DuckDB over the same leads in Parquet`,
  peers: ['@duckdb/node-api'],
  run: (context) => measureQuestions(context, LEADS),
};

export async function measureQuestions({ folder, log }: BenchContext, leads: number): Promise<BenchResult> {
  const path = join(folder, 'result.sqlite');
  log('the leads …');
  storeLeads(path, leads);
  const duck = await openDuck(join(folder, 'leads.parquet'), leads);
  const rows: Cell[][] = [];
  let wrong = 0;
  let longest = 0;
  let slowest = 0;
  let worstRatio = 0;
  using views = new ResultViews(path, new ColumnMemory());
  for (const { name, question, filters, sql } of questions) {
    log(`${name} …`);
    const view = viewSchema.parse({ filters });
    const delay = monitorEventLoopDelay({ resolution: 2 });
    delay.enable();
    let answer: QuestionAnswer | null = null;
    const ask = async (): Promise<void> => {
      answer = await views.answer(view, question, new AbortController().signal);
    };
    const { wall: cold } = await timed(ask);
    const warm = await medianOf(ask);
    delay.disable();
    const turn = delay.max / 1e6;
    let beside: Record<string, unknown>[] = [];
    const other = await medianOf(async () => {
      beside = (await duck.runAndReadAll(sql)).getRowObjects();
    });
    if (!isSame(answer, beside)) wrong += 1;
    longest = Math.max(longest, turn);
    slowest = Math.max(slowest, warm);
    worstRatio = Math.max(worstRatio, warm / other);
    rows.push([
      name,
      Math.round(cold),
      Math.round(warm),
      Math.round(other),
      (warm / other).toFixed(1),
      Math.round(turn),
    ]);
  }
  duck.closeSync();
  return {
    columns: ['question', 'first ms', 'later ms', 'DuckDB ms', 'later / DuckDB', 'longest turn ms'],
    rows,
    notes: [
      'The first question reads its columns into memory; later ones are medians of five, also those of DuckDB.',
      'DuckDB uses all processors, ours one thread; the ratio is a bound all the same.',
      'Every group of the answers is compared.',
    ],
    checks: [
      atMost('wrong-answers', wrong, 0),
      within('slowest-later-ms', slowest, 1000),
      within('longest-turn-ms', longest, 150),
      atMost('ratio-to-duckdb', worstRatio, 3),
    ],
  };
}

function* madeLeads(leads: number) {
  for (let number = 0; number < leads; number += 1) yield leadRow(number);
}

/** The leads in a Parquet file, as a view. */
async function openDuck(parquet: string, leads: number): Promise<DuckConnection> {
  const { duck } = await duckWith(madeLeads(leads));
  await duck.run(`COPY leads TO '${parquet}' (FORMAT parquet)`);
  await duck.run('DROP TABLE leads');
  await duck.run(`CREATE VIEW leads AS SELECT * FROM '${parquet}'`);
  return duck;
}

/** Whether both have the same groups with the same counts, and as many rows. */
function isSame(answer: QuestionAnswer | null, beside: readonly Record<string, unknown>[]): boolean {
  if (answer === null) return false;
  const ours = answer.groups.flatMap((group) => {
    const inner = group.groups.length === 0 ? [group] : group.groups;
    return inner.flatMap((one) => (one.across.length === 0 ? [one.rows] : one.across.filter((count) => count > 0)));
  });
  const theirs = beside.map((row) => Number(row['n']));
  const inOrder = (counts: readonly number[]) => counts.toSorted((one, other) => one - other).join(' ');
  return inOrder(ours) === inOrder(theirs);
}

async function medianOf(work: () => Promise<void>): Promise<number> {
  const times: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push((await timed(work)).wall);
  return median(times);
}

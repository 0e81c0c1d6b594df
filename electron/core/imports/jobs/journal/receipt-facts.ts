import type { DatabaseSync } from 'node:sqlite';
import type { Mapping } from '../../../../../shared/contract/imports/mapping.ts';
import type { Receipt } from '../../../../../shared/contract/jobs/receipt.ts';
import { applyMapping } from '../../../../../shared/domain/mapping/index.ts';
import { storedCells, storedLead } from '../../../storage/stored-json.ts';
import type { Slices } from '../../../threads/in-slices.ts';
import { readPhone } from '../../fields/phone-reader.ts';
import { DECISIONS_BY_HAND } from './decisions-by-hand.ts';
import type { JobRecord } from './records/job-records.ts';

/** Rows that were unknown and are listed: more would not fit a page. */
const LISTED = 50;
/** Reasons that are listed. */
const REASONS = 30;

export type ReceiptFacts = Pick<
  Receipt,
  'requests' | 'refused' | 'skipped' | 'first' | 'last' | 'wereUnknown' | 'wereUnknownTotal' | 'repaired'
> & {
  /** For each rule of the mapping, the created rows whose value was sent otherwise than the file has it. */
  readonly rewritten: number[];
};

type Lead = NonNullable<ReceiptFacts['first']>;
type WasUnknown = ReceiptFacts['wereUnknown'][number];
/** `id`: of the attempt that became unknown. */
interface Found {
  readonly id: number;
  readonly row: WasUnknown;
}

/** What the journal says of a job for its receipt, read in slices of its rows. */
export function* readReceiptFacts(
  journal: DatabaseSync,
  { id: job, mapping }: Pick<JobRecord, 'id' | 'mapping'>,
): Slices<ReceiptFacts> {
  const read = statementsOf(journal);
  const refused = new Map<string, number>();
  const skipped = new Map<string, number>();
  const leads: Lead[] = [];
  let unknown: Found[] = [];
  const raw = mapping.map((rule) => ({ ...rule, cleaning: [] }));
  const rewritten = mapping.map(() => 0);
  const totals = { requests: 0, wereUnknownTotal: 0, repaired: 0 };
  const end = Number(read.end.get(job)?.['end']);
  for (let from = 0, size = yield 0; from < end; size = yield from) {
    const to = from + size;
    const counts = read.counts.get({ job, from, to });
    for (const name of ['requests', 'wereUnknownTotal', 'repaired'] as const) totals[name] += Number(counts?.[name]);
    for (const { state, reason, rows } of read.reasons.all(job, from, to)) {
      const found = state === 'rejected' ? refused : skipped;
      found.set(String(reason), (found.get(String(reason)) ?? 0) + Number(rows));
    }
    for (const order of [read.first, read.last]) {
      const row = order.get(job, from, to);
      if (row !== undefined)
        leads.push({ line: Number(row['line']), leadId: String(row['lead_id']), at: numberOrNull(row['at']) });
    }
    unknown = [...unknown, ...read.unknown.all(job, from, to).map(wasUnknown)]
      .toSorted((one, other) => one.id - other.id)
      .slice(0, LISTED);
    for (const row of read.sent.iterate(job, from, to))
      for (const at of rewrittenIn(raw, row)) rewritten[at] = (rewritten[at] as number) + 1;
    from = to;
  }
  const inOrder = leads.toSorted(byMoment);
  return {
    ...totals,
    refused: most(refused),
    skipped: most(skipped),
    first: inOrder[0] ?? null,
    last: inOrder.at(-1) ?? null,
    wereUnknown: unknown.map(({ row }) => row),
    rewritten,
  };
}

/** A lead whose moment is not known comes first. */
function byMoment(one: Lead, other: Lead): number {
  if (one.at === other.at) return one.line - other.line;
  return (one.at ?? Number.NEGATIVE_INFINITY) - (other.at ?? Number.NEGATIVE_INFINITY);
}

function most(reasons: ReadonlyMap<string, number>): { reason: string; count: number }[] {
  return [...reasons]
    .map(([reason, count]) => ({ reason, count }))
    .toSorted((one, other) => other.count - one.count || (one.reason < other.reason ? -1 : 1))
    .slice(0, REASONS);
}

/** Which rules of the mapping sent another value than the cells have. A damaged row has nothing to compare. */
function rewrittenIn(raw: Mapping, row: Record<string, unknown>): number[] {
  const cells = storedCells(row['cells']);
  const sent = storedLead(String(row['payload']));
  if (cells === null || sent === null) return [];
  const inFile = applyMapping(raw, cells, readPhone);
  return raw.flatMap(({ field }, at) => (inFile[field] === sent[field] ? [] : at));
}

function wasUnknown(row: Record<string, unknown>): Found {
  const byHand = Object.values(DECISIONS_BY_HAND).some((words) => words === row['evidence']);
  return {
    id: Number(row['id']),
    row: {
      line: Number(row['line']),
      cameBack: String(row['detail']),
      decision: row['step'] === null ? 'open' : (row['step'] as 'exists' | 'sendOnce' | 'leave'),
      had: byHand ? 'byHand' : row['step'] === 'exists' ? 'lead' : 'none',
      leadId: row['step'] === 'exists' && row['lead_id'] !== null ? String(row['lead_id']) : null,
      at: numberOrNull(row['at']),
    },
  };
}

function numberOrNull(value: unknown): number | null {
  return value === null ? null : Number(value);
}

/** Each takes a job and the rows after one number up to another. */
function statementsOf(journal: DatabaseSync) {
  const lead = (order: 'ASC' | 'DESC') =>
    journal.prepare(
      `SELECT c.line, r.lead_id, r.at FROM import_row r JOIN import_cell c ON c.job = r.job AND c.n = r.n
       WHERE r.job = ? AND r.n > ? AND r.n <= ? AND r.state = 'created' AND r.lead_id <> ''
       ORDER BY r.at ${order}, r.n ${order} LIMIT 1`,
    );
  const attempts = 'FROM import_attempt WHERE job = :job AND n > :from AND n <= :to';
  return {
    end: journal.prepare('SELECT max(n) AS end FROM import_row WHERE job = ?'),
    counts: journal.prepare(
      `SELECT (SELECT count(*) ${attempts} AND step = 'send') AS requests,
         (SELECT count(DISTINCT n) ${attempts} AND step = 'unknown') AS wereUnknownTotal,
         (SELECT count(*) FROM import_repair WHERE job = :job AND n > :from AND n <= :to AND is_sent = 1) AS repaired`,
    ),
    reasons: journal.prepare(
      `SELECT state, reason, count(*) AS rows FROM import_row
       WHERE job = ? AND n > ? AND n <= ? AND state IN ('rejected', 'skipped', 'excluded') GROUP BY state, reason`,
    ),
    sent: journal.prepare(
      `SELECT c.cells, c.payload FROM import_row r JOIN import_cell c ON c.job = r.job AND c.n = r.n
       WHERE r.job = ? AND r.n > ? AND r.n <= ? AND r.state = 'created'`,
    ),
    first: lead('ASC'),
    last: lead('DESC'),
    unknown: journal.prepare(
      `SELECT u.id, c.line, u.detail, d.step, d.detail AS evidence, d.at, r.lead_id FROM import_attempt u
       JOIN import_row r ON r.job = u.job AND r.n = u.n
       JOIN import_cell c ON c.job = u.job AND c.n = u.n
       LEFT JOIN import_attempt d ON d.id = (
         SELECT min(a.id) FROM import_attempt a WHERE a.job = u.job AND a.n = u.n AND a.id > u.id
           AND a.step IN ('exists', 'sendOnce', 'leave') AND (
             -- An answer that was taken back is none.
             SELECT x.step FROM import_attempt x WHERE x.job = a.job AND x.n = a.n AND x.id > a.id ORDER BY x.id LIMIT 1
           ) IS NOT 'reopen')
       WHERE u.job = ? AND u.n > ? AND u.n <= ? AND u.step = 'unknown' ORDER BY u.id LIMIT ${LISTED}`,
    ),
  };
}

// Why: decision 0168 and decision 0250.
import type { JobRowVerdict } from '../../contract/jobs/jobs.ts';
import { valueIn } from './absence.ts';

/** Finds out which of the rows that nobody knows about arrived, from the leads that the service shows. Times: Unix milliseconds. */

export interface DoubtfulRow {
  readonly row: number;
  /** When its request left. */
  readonly sentAt: number;
  readonly data: Readonly<Record<string, string>>;
  /** The tag it was sent with; null without. */
  readonly tag: string | null;
}

/** A lead that shares something with a doubtful row. */
export interface CandidateLead {
  readonly id: string | null;
  /** Null when the service does not say it. */
  readonly uploadedAt: number | null;
  readonly data: Readonly<Record<string, string>>;
}

export type RowVerdict = Omit<JobRowVerdict, 'at'>;
export type Verdict = RowVerdict['verdict'];

/**
 * How a candidate fits a row: all values; a phone or e-mail and at least one value more, while the others could not be kept;
 * or a part beside which others differ or nothing else agrees.
 */
export type Fit = 'all' | 'most' | 'part';

export interface Comparison {
  /** Null: the lead has nothing that tells this row apart. Names of fields that are the same, and that are not. */
  compare(row: DoubtfulRow, lead: CandidateLead): FoundFit | null;
  /** Rows of one group are the same lead: any of them may be any of their leads. */
  groupOf(row: DoubtfulRow): string;
}

export interface FoundFit {
  readonly fit: Fit;
  readonly agrees: readonly string[];
  readonly differs: readonly string[];
}

export interface ReconcileFacts {
  readonly rows: readonly DoubtfulRow[];
  /** Without leads that are known to belong to other rows. */
  readonly leads: readonly CandidateLead[];
  /** Field that holds the tag, as sent; null without. */
  readonly tagField: string | null;
  readonly comparison: Comparison;
  /** Created rows whose ids the service did not name, by group: each has one of the leads of its group. */
  readonly nameless: ReadonlyMap<string, number>;
  /** What it means that no lead fits the row, with the evidence. */
  readonly absenceOf: (row: DoubtfulRow) => Pick<RowVerdict, 'evidence'> & { readonly verdict: 'absent' | 'unclear' };
  /** Says a time (Unix milliseconds). */
  readonly momentWords: (at: number) => string;
}

/** Milliseconds. Clocks of two computers differ by less, and a lead is never older than its request by more. */
export const CLOCKS = 10 * 60_000;

interface Pair extends FoundFit {
  readonly lead: CandidateLead;
  readonly isInTime: boolean;
}

/** A verdict for each row, in the order of the rows. Where two readings are possible it is `several`. */
export function reconcileRows(facts: ReconcileFacts): RowVerdict[] {
  const verdicts = new Map<number, RowVerdict>();
  const free = new Set(facts.leads);
  const rest = facts.rows.filter((row) => !settleByTag(row, facts, free, verdicts));
  const pairs = new Map(rest.map((row) => [row, pairsOf(row, facts, free)]));
  for (const group of Map.groupBy(rest, (row) => facts.comparison.groupOf(row)).values())
    settleGroup(group, { facts, pairs, free, verdicts });
  for (const row of rest) if (!verdicts.has(row.row)) settleAlone(row, { facts, pairs, free, verdicts });
  return facts.rows.flatMap((row) => verdicts.get(row.row) ?? []);
}

function settleByTag(
  row: DoubtfulRow,
  { tagField, leads }: ReconcileFacts,
  free: Set<CandidateLead>,
  verdicts: Map<number, RowVerdict>,
): boolean {
  if (tagField === null || row.tag === null) return false;
  const found = leads.filter((lead) => valueIn(lead.data, tagField) === row.tag);
  if (found.length === 0) return false;
  for (const lead of found) free.delete(lead);
  const [first] = found;
  verdicts.set(
    row.row,
    found.length === 1
      ? {
          row: row.row,
          verdict: 'exists',
          leadId: first?.id ?? null,
          evidence: `${nameOf(first)} has the tag ${row.tag}.`,
        }
      : severalOf(row, found, `has the tag ${row.tag}`),
  );
  return true;
}

function pairsOf(row: DoubtfulRow, { comparison, tagField }: ReconcileFacts, free: ReadonlySet<CandidateLead>): Pair[] {
  return [...free].flatMap((lead) => {
    // Another tag of ours: it is another row's lead. The service may have cut that of this row.
    const tag = tagField === null ? '' : (valueIn(lead.data, tagField) ?? '');
    if (tag.startsWith('imp-') && row.tag?.startsWith(tag) !== true) return [];
    const found = comparison.compare(row, lead);
    if (found === null) return [];
    const isInTime = lead.uploadedAt !== null && lead.uploadedAt >= row.sentAt - CLOCKS;
    return [{ lead, ...found, isInTime }];
  });
}

interface Work {
  readonly facts: ReconcileFacts;
  readonly pairs: ReadonlyMap<DoubtfulRow, readonly Pair[]>;
  readonly free: Set<CandidateLead>;
  readonly verdicts: Map<number, RowVerdict>;
}

/** Rows with the same values: as many of them arrived as there are such leads. */
function settleGroup(rows: readonly DoubtfulRow[], { facts, pairs, free, verdicts }: Work): void {
  const [first] = rows;
  if (first === undefined) return;
  const fitting = (pairs.get(first) ?? []).filter(
    ({ fit, isInTime, lead }) => fit === 'all' && isInTime && free.has(lead),
  );
  const nameless = facts.nameless.get(facts.comparison.groupOf(first)) ?? 0;
  const arrived = fitting.length - nameless;
  if (fitting.length === 0) return;
  if (arrived > rows.length) {
    for (const row of rows)
      verdicts.set(
        row.row,
        severalOf(
          row,
          fitting.map(({ lead }) => lead),
          'has the same values',
        ),
      );
    for (const { lead } of fitting) free.delete(lead);
    return;
  }
  for (const [index, row] of rows.entries()) {
    if (index >= arrived) continue;
    const lead = fitting[index]?.lead;
    const fields = Object.keys(row.data).length;
    verdicts.set(row.row, {
      row: row.row,
      verdict: 'exists',
      // With nameless rows nobody knows which of the leads is whose.
      leadId: nameless === 0 ? (lead?.id ?? null) : null,
      evidence: `${nameOf(lead)} has ${fields === 1 ? 'the value that was' : `all ${fields} values that were`} sent${uploaded(lead, facts)}.`,
    });
  }
  for (const { lead } of fitting) free.delete(lead);
}

function settleAlone(row: DoubtfulRow, { facts, pairs, free, verdicts }: Work): void {
  const left = (pairs.get(row) ?? []).filter(({ lead }) => free.has(lead));
  const likely = left.filter(({ fit, isInTime }) => isInTime && fit !== 'part');
  const rivals = likely.length === 1 && isWanted(likely[0], row, { facts, pairs, free, verdicts });
  const [only] = likely;
  if (only !== undefined && likely.length === 1 && !rivals) {
    free.delete(only.lead);
    const differs = only.differs.length === 0 ? '' : `; ${only.differs.join(', ')} not as sent`;
    const evidence = `${nameOf(only.lead)} has the same ${only.agrees.join(', ')}${differs}${uploaded(only.lead, facts)}.`;
    verdicts.set(row.row, { row: row.row, verdict: 'exists', leadId: only.lead.id, evidence });
    return;
  }
  if (likely.length > 0)
    verdicts.set(
      row.row,
      severalOf(
        row,
        likely.map(({ lead }) => lead),
        'fits the row',
      ),
    );
  else if (left.length > 0) verdicts.set(row.row, uncertain(row, left[0], facts));
  else verdicts.set(row.row, { row: row.row, leadId: null, ...facts.absenceOf(row) });
}

/** Whether another row that has no lead yet could be this lead, too. */
function isWanted(pair: Pair | undefined, row: DoubtfulRow, { pairs, verdicts }: Work): boolean {
  for (const [other, found] of pairs) {
    if (other === row || verdicts.get(other.row)?.verdict === 'exists') continue;
    if (found.some(({ lead, fit, isInTime }) => lead === pair?.lead && isInTime && fit !== 'part')) return true;
  }
  return false;
}

function uncertain(row: DoubtfulRow, pair: Pair | undefined, facts: ReconcileFacts): RowVerdict {
  const evidence = `${nameOf(pair?.lead)} ${pair === undefined ? '' : whyUncertain(pair)}${uploaded(pair?.lead, facts)}.`;
  return { row: row.row, verdict: 'several', leadId: null, evidence };
}

function whyUncertain({ fit, agrees, differs }: Pair): string {
  if (fit !== 'part') return 'has these values, but the service says it is older than the request';
  const same = `has the same ${agrees.join(', ')}`;
  return differs.length === 0 ? `${same} and nothing else to compare` : `${same}, but not ${differs.join(', ')}`;
}

function severalOf({ row }: DoubtfulRow, leads: readonly CandidateLead[], why: string): RowVerdict {
  const names = leads.slice(0, 5).map(({ id }) => id ?? 'without id');
  const more = leads.length > names.length ? ` and ${leads.length - names.length} more` : '';
  const evidence = `More than one lead ${why}: ${names.join(', ')}${more}.`;
  return { row, verdict: 'several', leadId: null, evidence };
}

function nameOf(lead: CandidateLead | undefined): string {
  return lead === undefined || lead.id === null ? 'A lead' : `Lead ${lead.id}`;
}

function uploaded(lead: CandidateLead | undefined, { momentWords }: ReconcileFacts): string {
  return lead === undefined || lead.uploadedAt === null ? '' : `, uploaded ${momentWords(lead.uploadedAt)}`;
}

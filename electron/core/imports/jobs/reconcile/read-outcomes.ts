// Why: decision 0321.
import { type Outcome, outcomeOf } from '../../../../../shared/domain/service/leads/lead-outcomes.ts';
import type { DoubtfulRow } from '../../../../../shared/domain/jobs/reconcile.ts';
import { valueIn } from '../../../../../shared/domain/jobs/absence.ts';
import type { JobRecord } from '../journal/records/job-records.ts';
import type { JobStore } from '../journal/job-store.ts';
import { leadOf, tagOf } from '../journal/records/lead-payload.ts';
import { type CampaignLead, campaignLeads, LOOK_BACK } from './campaign-leads.ts';
import { createComparison } from './compare-leads.ts';
import { fittingLeads } from './fitting-leads.ts';
import type { LookTools } from './look-for-rows.ts';

/** Rows read from the journal at once. */
const ROWS_AT_ONCE = 500;

/** What became of one created row. */
export interface RowOutcome {
  readonly outcome: Outcome;
  /** Empty: not known. */
  readonly leadId: string;
  readonly status: string;
  readonly closure: string;
  /** Null: its lead was not found. */
  readonly foundBy: 'id' | 'tag' | 'values' | null;
}

export interface OutcomeReading {
  /** Unix milliseconds. */
  readonly at: number;
  readonly looked: number;
  /** The created rows, in the file's order. */
  readonly rows: ReadonlyMap<number, RowOutcome>;
}

/** A row without an id of the service, with what was sent. */
interface Nameless extends DoubtfulRow {
  readonly tag: string | null;
}

/**
 * Reads the leads of the campaign, with one request, and says what became of those that this import created. Changes no row.
 *
 * @throws Failure what the service answered, also when the leads did not come whole: then nothing is known of those missing
 */
export async function readOutcomes(tools: LookTools, store: JobStore, job: JobRecord): Promise<OutcomeReading> {
  const { ids, nameless, from } = await createdRows(store, job);
  const rowById = new Map([...ids].map(([row, id]) => [id, row]));
  const rowByTag = new Map(nameless.flatMap(({ row, tag }) => (tag === null ? [] : [[tag, row] as const])));
  const comparison = createComparison([...new Set(job.mapping.map(({ field }) => field))], nameless);
  const wanted = new Set(nameless.flatMap(({ data }) => comparison.keysOf(data)));
  const found = new Map<number, RowOutcome>();
  const candidates: CampaignLead[] = [];
  let looked = 0;

  function take(row: number, lead: CampaignLead, foundBy: RowOutcome['foundBy'], isElsewhere: boolean): void {
    const { id, status, closure } = lead;
    const outcome = isElsewhere ? 'moved' : outcomeOf(status, closure);
    found.set(row, { outcome, leadId: id ?? '', status: status ?? '', closure: closure ?? '', foundBy });
  }

  function place(lead: CampaignLead, isElsewhere: boolean): void {
    const byId = lead.id === null ? undefined : rowById.get(lead.id);
    if (byId !== undefined) return take(byId, lead, 'id', isElsewhere);
    const tag = job.terms.tagField === null ? undefined : valueIn(lead.data, job.terms.tagField)?.trim();
    const byTag = tag === undefined ? undefined : rowByTag.get(tag);
    if (byTag !== undefined) return take(byTag, lead, 'tag', isElsewhere);
    if (!isElsewhere && comparison.keysOf(lead.data).some((key) => wanted.has(key))) candidates.push(lead);
  }

  const asked = { campaignCode: job.campaignCode, from: from - LOOK_BACK, lane: 'person' } as const;
  for await (const part of campaignLeads(tools, asked)) {
    looked += part.looked;
    for (const lead of part.leads) place(lead, false);
    // A lead that names no campaign is known by its id all the same.
    for (const lead of part.elsewhere()) place(lead, lead.campaign !== null);
    tools.onProgress(found.size, looked);
  }
  const claimed = tools.verdicts.claimed(candidates.flatMap(({ id }) => id ?? []));
  const open = nameless.filter(({ row }) => !found.has(row));
  const free = candidates.filter(({ id }) => id === null || !claimed.has(id));
  for (const [row, lead] of fittingLeads(open, free, comparison)) take(row, lead, 'values', false);
  for (const { row } of nameless)
    if (!found.has(row)) found.set(row, { outcome: 'unmatched', leadId: '', status: '', closure: '', foundBy: null });
  for (const [row, leadId] of ids)
    if (!found.has(row)) found.set(row, { outcome: 'unseen', leadId, status: '', closure: '', foundBy: null });
  return { at: tools.clock.wallNow(), looked, rows: new Map([...found].sort(([one], [other]) => one - other)) };
}

/** `from`: when the first of them left. */
async function createdRows(store: JobStore, job: JobRecord) {
  const ids = new Map<number, string>();
  const nameless: Nameless[] = [];
  let from = Number.POSITIVE_INFINITY;
  for await (const page of pagesOf(store, job))
    for (const { row, cells, payload, leadId, at, state } of page) {
      if (state !== 'created') continue;
      const sentAt = at ?? job.createdAt;
      from = Math.min(from, sentAt);
      if (leadId !== null && leadId !== '') ids.set(row, leadId);
      else {
        const tag = job.terms.tagField === null ? null : tagOf(job.id, row);
        nameless.push({ row, data: leadOf(job, { n: row, cells, payload }), sentAt, tag });
      }
    }
  return { ids, nameless, from: Number.isFinite(from) ? from : job.createdAt };
}

/** Rows of a job, page by page; other work has a turn between two. */
export async function* pagesOf(store: JobStore, job: JobRecord) {
  let last = 0;
  for (;;) {
    const page = store.lists.rowsAfter(job.id, last, ROWS_AT_ONCE);
    const end = page.at(-1);
    if (end === undefined) return;
    yield page;
    last = end.row;
    await new Promise<void>((resolve) => setImmediate(resolve));
  }
}

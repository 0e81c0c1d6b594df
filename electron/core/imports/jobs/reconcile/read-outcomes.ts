// Why: decision 0321, decision 0322.
import { valueIn } from '../../../../../shared/domain/jobs/absence.ts';
import type { DoubtfulRow } from '../../../../../shared/domain/jobs/reconcile.ts';
import { campaignKey, isSameCampaign } from '../../../../../shared/domain/service/campaign-code.ts';
import { outcomeOf } from '../../../../../shared/domain/service/leads/lead-outcomes.ts';
import { pages } from '../../../threads/in-slices.ts';
import { letOtherWorkRun } from '../../../threads/thread-server.ts';
import type { JobRecord } from '../journal/records/job-records.ts';
import type { JobStore } from '../journal/job-store.ts';
import { leadOf, tagOf } from '../journal/records/lead-payload.ts';
import type { RowOutcome } from '../journal/outcome-store.ts';
import { type CampaignLead, campaignLeads, LOOK_BACK } from './campaign-leads.ts';
import { createComparison } from './compare-leads.ts';
import { fittingLeads } from './fitting-leads.ts';
import type { LookTools } from './look-for-rows.ts';

/** `lane`: a reading by plan keeps to the jobs' share of the day, one that a person asks for does not. */
export interface OutcomeTools extends LookTools {
  readonly lane: 'person' | 'reconcile';
}

/** An import to read. */
export interface AskedJob {
  readonly job: JobRecord;
  /** For a reading of changes: since when (Unix milliseconds), and the outcomes until then. Null: all is read. */
  readonly known: { readonly since: number; readonly rows: ReadonlyMap<number, RowOutcome> } | null;
}

export interface JobOutcomes {
  /** Leads that the service sent for the campaign, and of these the leads of other campaigns. */
  readonly looked: number;
  readonly elsewhere: number;
  /** The created rows, in the file's order. */
  readonly rows: ReadonlyMap<number, RowOutcome>;
}

/** A row without an id of the service, with what was sent. */
interface Nameless extends DoubtfulRow {
  readonly tag: string | null;
}

interface Place {
  readonly jobId: string;
  readonly row: number;
}

/** The created rows of an import. One that was not asked for is here so that no other import gets its leads. */
interface JobRows extends AskedJob {
  readonly isAsked: boolean;
  /** The created rows, in the file's order. */
  readonly order: number[];
  readonly ids: Map<number, string>;
  readonly nameless: Nameless[];
  /** When the first of them left, Unix milliseconds. */
  readonly from: number;
  readonly found: Map<number, RowOutcome>;
}

const NOTHING = { leadId: '', status: '', closure: '', foundBy: null } as const;

/**
 * Reads the leads of the imports' campaigns, with one request a campaign, and says what became of those that the
 * imports created. Every row gets one outcome, and no lead counts for two rows. Changes no row.
 *
 * @throws Failure what the service answered; also when the leads did not come whole, so that none counts as missing
 */
export async function readOutcomes(
  tools: OutcomeTools,
  store: JobStore,
  asked: readonly AskedJob[],
): Promise<Map<string, JobOutcomes>> {
  const jobs = await rowsOf(store, asked);
  const leads = await LeadPlaces.of(jobs);
  const read = new Map<JobRows, Pick<JobOutcomes, 'looked' | 'elsewhere'>>();
  const candidates = new Map<string, CampaignLead[]>();
  // One for all campaigns: a lead may have been moved from one to another.
  const beginnings = jobs.filter(({ isAsked }) => isAsked).map(({ from: first, known }) => known?.since ?? first);
  const from = Math.min(...beginnings) - LOOK_BACK;
  let looked = 0;
  for (const campaign of campaignsOf(asked)) {
    const own = jobs.filter(({ job, isAsked }) => isAsked && isSameCampaign(job.campaignCode, campaign));
    const comparisons = own.map(comparisonOf);
    const facts = { looked: 0, elsewhere: 0 };
    const fitting: CampaignLead[] = [];
    for await (const part of campaignLeads(tools, { campaignCode: campaign, from, lane: tools.lane })) {
      facts.looked += part.looked;
      looked += part.looked;
      for (const lead of part.leads)
        if (!leads.take(lead) && comparisons.some((isWanted) => isWanted(lead))) fitting.push(lead);
      for (const lead of part.elsewhere()) {
        if (lead.campaign !== null) facts.elsewhere += 1;
        leads.take(lead);
      }
      tools.onProgress(leads.taken, looked);
    }
    for (const rows of own) read.set(rows, facts);
    candidates.set(campaign, fitting);
  }
  for (const [campaign, fitting] of candidates) {
    const claimed = tools.verdicts.claimed(fitting.flatMap(({ id }) => id ?? []));
    const free = fitting.filter(({ id }) => id === null || !claimed.has(id));
    takeByValues(
      jobs.filter(({ job }) => isSameCampaign(job.campaignCode, campaign)),
      free,
    );
  }
  const outcomes = new Map<string, JobOutcomes>();
  for (const [rows, facts] of read) outcomes.set(rows.job.id, { ...facts, rows: await leads.whole(rows) });
  return outcomes;
}

function campaignsOf(asked: readonly AskedJob[]): string[] {
  const codes = new Map(asked.map(({ job }) => [campaignKey(job.campaignCode), job.campaignCode]));
  return [...codes.values()];
}

/** Knows to which row each lead belongs. */
class LeadPlaces {
  readonly #byId = new Map<string, Place>();
  readonly #byTag = new Map<string, Place>();
  readonly #jobs: ReadonlyMap<string, JobRows>;
  readonly #tagFields: readonly string[];
  taken = 0;

  private constructor(jobs: readonly JobRows[]) {
    this.#jobs = new Map(jobs.map((rows) => [rows.job.id, rows]));
    this.#tagFields = [...new Set(jobs.flatMap(({ job }) => job.terms.tagField ?? []))];
  }

  /** @param jobs the oldest first: of two rows with the same lead id, the first one has the lead */
  static async of(jobs: readonly JobRows[]): Promise<LeadPlaces> {
    const places = new LeadPlaces(jobs);
    for (const { job, ids, nameless } of jobs) {
      for await (const part of inTurns(ids)) for (const [row, id] of part) places.#claim(id, { jobId: job.id, row });
      for (const { row, tag } of nameless) if (tag !== null) places.#byTag.set(tag, { jobId: job.id, row });
    }
    // A row without a lead id that an earlier reading found is known by the id of the lead that it found.
    for (const { job, known } of jobs)
      for await (const part of inTurns(known?.rows ?? []))
        for (const [row, { leadId, foundBy }] of part)
          if (foundBy !== 'id' && leadId !== '') places.#claim(leadId, { jobId: job.id, row });
    return places;
  }

  #claim(id: string, place: Place): void {
    if (!this.#byId.has(id)) this.#byId.set(id, place);
  }

  /** True when the lead belongs to a row. */
  take(lead: CampaignLead): boolean {
    const byId = lead.id === null ? undefined : this.#byId.get(lead.id);
    const place = byId ?? this.#taggedPlace(lead);
    if (place === undefined) return false;
    const rows = this.#jobs.get(place.jobId);
    if (rows?.isAsked !== true) return true;
    const before = rows.known?.rows.get(place.row);
    const foundBy = byId === undefined ? 'tag' : rows.ids.has(place.row) ? 'id' : (before?.foundBy ?? 'id');
    const isElsewhere = lead.campaign !== null && !isSameCampaign(lead.campaign, rows.job.campaignCode);
    if (!rows.found.has(place.row)) this.taken += 1;
    rows.found.set(place.row, outcomeFrom(lead, foundBy, isElsewhere));
    return true;
  }

  #taggedPlace(lead: CampaignLead): Place | undefined {
    for (const field of this.#tagFields) {
      const place = this.#byTag.get(valueIn(lead.data, field)?.trim() ?? '');
      if (place !== undefined && this.#jobs.get(place.jobId)?.job.terms.tagField === field) return place;
    }
    return undefined;
  }

  /**
   * The created rows of the import, in the file's order, also those without a lead. In a reading of changes, a row that
   * did not come stays as before, or is left out if no reading has it.
   */
  async whole({ job, ids, order, known, found }: JobRows): Promise<Map<number, RowOutcome>> {
    const rows = new Map<number, RowOutcome>();
    for await (const part of inTurns(order))
      for (const row of part) {
        const leadId = ids.get(row);
        const outcome = found.get(row) ?? this.#missing(job, row, leadId, known);
        if (outcome !== undefined) rows.set(row, outcome);
      }
    return rows;
  }

  #missing(job: JobRecord, row: number, leadId: string | undefined, known: AskedJob['known']): RowOutcome | undefined {
    const place = leadId === undefined ? undefined : this.#byId.get(leadId);
    const isOwn = place?.jobId === job.id && place.row === row;
    if (leadId !== undefined && !isOwn) return { ...NOTHING, leadId, outcome: 'repeated' };
    if (known !== null) return known.rows.get(row);
    return leadId === undefined ? { ...NOTHING, outcome: 'unmatched' } : { ...NOTHING, leadId, outcome: 'unseen' };
  }
}

function outcomeFrom(
  { id, status, closure }: CampaignLead,
  foundBy: RowOutcome['foundBy'],
  isElsewhere: boolean,
): RowOutcome {
  const outcome = isElsewhere ? 'moved' : outcomeOf(status, closure);
  return { outcome, leadId: id ?? '', status: status ?? '', closure: closure ?? '', foundBy };
}

/**
 * Whether a lead may belong to a row without an id. Never in a reading of changes: it may lack other leads that fit.
 */
function comparisonOf({ job, nameless, known }: JobRows): (lead: CampaignLead) => boolean {
  if (nameless.length === 0 || known !== null) return () => false;
  const comparison = createComparison(fieldsOf(job), nameless);
  const wanted = new Set(nameless.flatMap(({ data }) => comparison.keysOf(data)));
  return ({ data }) => comparison.keysOf(data).some((key) => wanted.has(key));
}

/** A lead with the values of rows of two imports proves nothing about either. */
function takeByValues(jobs: readonly JobRows[], free: readonly CampaignLead[]): void {
  const fits = jobs.flatMap((rows) => {
    const open = rows.nameless.filter(({ row }) => !rows.found.has(row));
    const fitting = fittingLeads(open, free, createComparison(fieldsOf(rows.job), rows.nameless));
    return [...fitting].map(([row, lead]) => ({ rows, row, lead }));
  });
  for (const [lead, [fit, ...others]] of Map.groupBy(fits, (one) => one.lead))
    if (fit !== undefined && others.length === 0 && fit.rows.isAsked && fit.rows.known === null)
      fit.rows.found.set(fit.row, outcomeFrom(lead, 'values', false));
}

const fieldsOf = (job: JobRecord): string[] => [...new Set(job.mapping.map(({ field }) => field))];

/** The rows of the asked imports, and of all others into their campaigns. */
async function rowsOf(store: JobStore, asked: readonly AskedJob[]): Promise<JobRows[]> {
  const byId = new Map(asked.map((one) => [one.job.id, one]));
  const codes = campaignsOf(asked);
  const all: JobRows[] = [];
  for (const job of store.all().toReversed())
    if (byId.has(job.id) || codes.some((code) => isSameCampaign(code, job.campaignCode)))
      all.push(await createdRows(store, byId.get(job.id) ?? { job, known: null }, byId.has(job.id)));
  return all;
}

async function createdRows(store: JobStore, asked: AskedJob, isAsked: boolean): Promise<JobRows> {
  const { job } = asked;
  const order: number[] = [];
  const ids = new Map<number, string>();
  const nameless: Nameless[] = [];
  let from = Number.POSITIVE_INFINITY;
  for await (const page of pages((last) => store.outcomes.createdAfter(job.id, last)))
    for (const { row, cells, payload, leadId, at } of page) {
      const sentAt = at ?? job.createdAt;
      from = Math.min(from, sentAt);
      order.push(row);
      if (leadId !== '') ids.set(row, leadId);
      else {
        const tag = job.terms.tagField === null ? null : tagOf(job.id, row);
        nameless.push({ row, data: leadOf(job, { n: row, cells, payload }), sentAt, tag });
      }
    }
  return {
    ...asked,
    isAsked,
    order,
    ids,
    nameless,
    from: Number.isFinite(from) ? from : job.createdAt,
    found: new Map(),
  };
}

/** Rows that are gone over before other work has a turn. */
const ROWS_A_TURN = 5000;

async function* inTurns<Item>(items: Iterable<Item>): AsyncGenerator<readonly Item[], void> {
  let part: Item[] = [];
  for (const item of items) {
    part.push(item);
    if (part.length < ROWS_A_TURN) continue;
    yield part;
    part = [];
    await letOtherWorkRun();
  }
  yield part;
}

// Why: decision 0250.
import { matchValue } from '../../../../../shared/domain/files/loose-values.ts';
import { doubtOfComparison, type Witness } from '../../../../../shared/domain/jobs/absence.ts';
import { ShownKinds } from '../../../../../shared/domain/jobs/shown-kinds.ts';
import { pages } from '../../../threads/in-slices.ts';
import type { JobRecord } from '../journal/records/job-records.ts';
import type { JobStore } from '../journal/job-store.ts';
import { isDamagedLead, leadOf } from '../journal/records/lead-payload.ts';
import type { Verdicts } from '../journal/rows/verdicts.ts';
import { comparisonDoubtWords } from './absence-words.ts';
import { type CampaignLead, campaignLeads } from './campaign-leads.ts';
import { contactFields, createComparison, type LeadComparison } from './compare-leads.ts';
import type { LookTools } from './look-for-rows.ts';

/** Rows read before other work has a turn. */
const BATCH = 500;

export interface WaitingTools extends LookTools {
  readonly store: JobStore;
  /** Leads that are known to be in the campaign. */
  readonly knownLeads: readonly Witness[];
  /** Lets other work go. */
  readonly pause: () => Promise<void>;
}

export interface FoundWaiting {
  /** Waiting rows that the campaign holds, each with the reason why it is not sent. */
  readonly rows: readonly { readonly row: number; readonly reason: string }[];
  readonly leads: number;
  readonly looked: number;
  /** Why the leads cannot show which rows are there; null: they show it. */
  readonly doubt: string | null;
}

/**
 * Compares the waiting rows of a job with all leads of its campaign, with one request, to find those that this data
 * folder sent and forgot. Leads of other rows of this computer do not count. Changes nothing.
 *
 * @throws Failure what the service answered, also when the leads did not come whole
 */
export async function findWaiting(tools: WaitingTools, job: JobRecord): Promise<FoundWaiting> {
  const { store, knownLeads, verdicts, onProgress, pause } = tools;
  const fields = [...new Set(job.mapping.map((rule) => rule.field))];
  const comparison = createComparison(fields, []);
  const rowsBy = new Map<string, number[]>();
  for await (const page of pages((last) => store.lists.waitingAfter(job.id, last, BATCH), pause))
    for (const { row, cells, payload } of page) {
      if (isDamagedLead({ payload })) continue;
      for (const key of comparison.keysOf(leadOf(job, { n: row, cells, payload }))) {
        const rows = rowsBy.get(key);
        if (rows === undefined) rowsBy.set(key, [row]);
        else rows.push(row);
      }
    }
  const read = new ReadCampaign(knownLeads, comparison, rowsBy);
  let looked = 0;
  for await (const part of campaignLeads(tools, { campaignCode: job.campaignCode, from: null, lane: 'person' })) {
    looked += part.looked;
    read.add(part.leads, part.unnamed);
    onProgress(read.leads, looked);
  }
  const doubt = read.doubt();
  return {
    rows: read.rowsFound(verdicts, job.campaignCode),
    leads: read.leads,
    looked,
    doubt: doubt === null ? null : comparisonDoubtWords(doubt, job.campaignCode),
  };
}

const ALL = 'all';

/** Kind of a key: phone, email, or all values. */
const kindOf = (key: string): string => key.slice(0, key.indexOf(' '));

/** Takes the leads of a campaign as they come, and keeps those that share a key with a row. */
class ReadCampaign {
  leads = 0;
  #unnamed = 0;
  #comparable = 0;
  readonly #shown = new ShownKinds();
  readonly #witnesses: readonly Witness[];
  readonly #witnessIds: ReadonlySet<string>;
  readonly #known = new Map<string, CampaignLead>();
  readonly #comparison: LeadComparison;
  readonly #rowsBy: ReadonlyMap<string, readonly number[]>;
  /** Kinds of contacts that rows have. */
  readonly #kinds: ReadonlySet<string>;
  /** Leads that share a key with a row. */
  readonly #found: { readonly id: string | null; readonly keys: readonly string[] }[] = [];

  constructor(
    witnesses: readonly Witness[],
    comparison: LeadComparison,
    rowsBy: ReadonlyMap<string, readonly number[]>,
  ) {
    this.#witnesses = witnesses;
    this.#witnessIds = new Set(witnesses.flatMap(({ leadId }) => leadId ?? []));
    this.#comparison = comparison;
    this.#rowsBy = rowsBy;
    this.#kinds = new Set([...rowsBy.keys()].map(kindOf).filter((kind) => kind !== ALL));
  }

  add(leads: readonly CampaignLead[], unnamed: number): void {
    this.leads += leads.length;
    this.#unnamed += unnamed;
    for (const lead of leads) {
      if (lead.id !== null && this.#witnessIds.has(lead.id)) this.#known.set(lead.id, lead);
      const keys = this.#comparison.keysOf(lead.data);
      const contacts = keys.map((key) => ({ kind: kindOf(key), value: key })).filter(({ kind }) => kind !== ALL);
      this.#shown.add(contacts);
      if (contacts.some(({ kind }) => this.#kinds.has(kind))) this.#comparable += 1;
      if (keys.some((key) => this.#rowsBy.has(key))) this.#found.push({ id: lead.id, keys });
    }
  }

  /** A lead that the service named for another row is that row's if it has anything with which that was sent. */
  rowsFound(verdicts: Verdicts, campaignCode: string): FoundWaiting['rows'] {
    const claimed = verdicts.claimed(this.#found.flatMap(({ id }) => id ?? []));
    const isOwn = verdicts.sentWith([...claimed], (data) => this.#comparison.keysOf(data));
    const reasons = new Map<number, string>();
    for (const { id, keys } of this.#found) {
      if (id !== null && keys.some((key) => isOwn(id, key))) continue;
      const name = id === null ? 'A lead there' : `Lead ${id}`;
      const of = id !== null && claimed.has(id) ? ', and the service named it for another row' : '';
      const reason = `Not sent: ${campaignCode} holds it already. ${name} has the same phone, e-mail or values${of}.`;
      for (const row of keys.flatMap((key) => this.#rowsBy.get(key) ?? [])) reasons.set(row, reason);
    }
    return [...reasons].map(([row, reason]) => ({ row, reason })).sort((one, other) => one.row - other.row);
  }

  /** Counts the rows whose contacts are all of kinds that the leads do not show. */
  #hiddenRows(): number {
    const [seen, hidden] = [new Set<number>(), new Set<number>()];
    for (const [key, rows] of this.#rowsBy) {
      const kind = kindOf(key);
      if (kind === ALL) continue;
      const into = this.#shown.shows(kind) ? seen : hidden;
      for (const row of rows) into.add(row);
    }
    return [...hidden].filter((row) => !seen.has(row)).length;
  }

  doubt() {
    return doubtOfComparison({
      witnesses: this.#witnesses,
      seen: { leads: this.leads, valuesOf: ({ leadId }) => this.#known.get(leadId ?? '')?.data ?? null },
      unnamed: this.#unnamed,
      comparable: this.#comparable,
      blank: this.#shown.blank,
      hiddenRows: this.#hiddenRows(),
      tellingOf: ({ data }) => contactFields(data),
      isSame: (sent, stored) => matchValue(sent, stored) === 'same',
    });
  }
}

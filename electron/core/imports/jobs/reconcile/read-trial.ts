// Why: decision 0194.
import type { TrialField, TrialLead, TrialReading } from '../../../../../shared/contract/jobs/trial.ts';
import type { DoubtfulRow } from '../../../../../shared/domain/jobs/reconcile.ts';
import { matchStored } from '../../../../../shared/domain/files/loose-values.ts';
import { findingsOf } from '../../../../../shared/domain/jobs/trial.ts';
import type { JobRecord } from '../journal/records/job-records.ts';
import type { JobStore } from '../journal/job-store.ts';
import { leadOf } from '../journal/records/lead-payload.ts';
import { type CampaignLead, campaignLeads, LOOK_BACK } from './campaign-leads.ts';
import { createComparison } from './compare-leads.ts';
import { fittingLeads } from './fitting-leads.ts';
import type { LookTools } from './look-for-rows.ts';

/** Created rows that are read back, as many as a person looks over. A longer trial shows its faults in them, too. */
const MOST_ROWS = 500;

interface SentRow extends DoubtfulRow {
  readonly line: number;
  readonly leadId: string | null;
}

/**
 * Reads the leads of the created rows back, with one request, and compares them with what was sent. Changes no row.
 * Stops reading when all of them came.
 *
 * @throws Failure what the service answered; also when the leads did not come whole, so that none counts as missing
 */
export async function readTrial(tools: LookTools, store: JobStore, job: JobRecord): Promise<TrialReading> {
  const { total, rows } = store.lists.rows(job.id, {
    state: 'created',
    reason: undefined,
    offset: 0,
    limit: MOST_ROWS,
  });
  const sent = rows.map(({ row, line, cells, payload, leadId, at }): SentRow => {
    const data = leadOf(job, { n: row, cells, payload });
    return { row, line, data, leadId: leadId === '' ? null : leadId, sentAt: at ?? job.createdAt, tag: null };
  });
  const { found, looked } = await findLeads(tools, job, sent);
  const leads = compareAll(job, sent, found);
  return {
    at: tools.clock.wallNow(),
    leads,
    created: total,
    findings: findingsOf(leads, (field, characters) => store.lists.waitingLonger(job.id, field, characters)),
    looked,
  };
}

interface FoundLeads {
  readonly found: ReadonlyMap<number, CampaignLead>;
  readonly looked: number;
}

async function findLeads(tools: LookTools, job: JobRecord, sent: readonly SentRow[]): Promise<FoundLeads> {
  // A service may make one lead of two rows.
  const byId = Map.groupBy(sent, ({ leadId }) => leadId);
  const nameless = sent.filter((row) => row.leadId === null);
  const fields = [...new Set(job.mapping.map((rule) => rule.field))];
  const comparison = createComparison(fields, nameless);
  const { keysOf } = comparison;
  const wanted = new Set(nameless.flatMap((row) => keysOf(row.data)));
  const candidates: CampaignLead[] = [];
  const found = new Map<number, CampaignLead>();
  let looked = 0;
  const from = sent.reduce((time, row) => Math.min(time, row.sentAt), tools.clock.wallNow()) - LOOK_BACK;
  const asked = { campaignCode: job.campaignCode, from, lane: 'person' } as const;
  for await (const part of campaignLeads(tools, asked)) {
    looked += part.looked;
    for (const lead of part.leads) {
      const rows = lead.id === null ? undefined : byId.get(lead.id);
      if (rows !== undefined) for (const { row } of rows) found.set(row, lead);
      else if (keysOf(lead.data).some((key) => wanted.has(key))) candidates.push(lead);
    }
    tools.onProgress(found.size, looked);
    if (found.size === sent.length) break;
  }
  const claimed = tools.verdicts.claimed(candidates.flatMap(({ id }) => id ?? []));
  const open = candidates.filter(({ id }) => id === null || !claimed.has(id));
  for (const [row, lead] of fittingLeads(nameless, open, comparison)) found.set(row, lead);
  return { found, looked };
}

function compareAll(job: JobRecord, sent: readonly SentRow[], found: ReadonlyMap<number, CampaignLead>): TrialLead[] {
  const stored = new Map([...found].map(([row, lead]) => [row, valuesOf(lead)]));
  // A field that no lead shows may be there and hidden: nothing is said about it.
  const shown = new Set([...stored.values()].flatMap((values) => [...values.keys()]));
  return sent.map(({ row, line, data, leadId }) => {
    const lead = found.get(row);
    const values = stored.get(row);
    const fields = Object.entries(data).map(([field, value]): TrialField => {
      const there = values?.get(field.toLowerCase()) ?? null;
      const isShown = values !== undefined && shown.has(field.toLowerCase());
      return { field, isPool: false, sent: value, stored: there, match: matchStored(value, there, isShown) };
    });
    if (job.poolName !== null) {
      const pool = lead?.pool ?? null;
      // The name of a pool is exact: another spelling is another pool.
      const match = pool === null ? 'unseen' : pool === job.poolName ? 'same' : 'other';
      fields.push({ field: 'Lead pool', isPool: true, sent: job.poolName, stored: pool, match });
    }
    const foundBy = lead === undefined ? null : leadId === null ? 'values' : 'id';
    return { row, line, leadId: leadId ?? lead?.id ?? null, foundBy, fields };
  });
}

function valuesOf({ data }: CampaignLead): Map<string, string> {
  return new Map(Object.entries(data).map(([name, value]) => [name.toLowerCase(), value]));
}

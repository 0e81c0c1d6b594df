// Why: decision 0168.
import {
  type CandidateLead,
  type DoubtfulRow,
  reconcileRows,
  type RowVerdict,
} from '../../../../../shared/domain/jobs/reconcile.ts';
import type { ApiClient } from '../../../api/api-client.ts';
import { Failure } from '../../../foundation/failure.ts';
import { type Clock, sleep } from '../../../foundation/ports.ts';
import type { JobRecord } from '../journal/job-records.ts';
import type { Verdicts } from '../journal/verdicts.ts';
import { campaignLeads, LOOK_BACK, sinceOf } from './campaign-leads.ts';
import { allKey, createComparison, keysOf } from './compare-leads.ts';

/** Milliseconds. A request that left later may still be worked on: it is looked for after this. */
const SETTLED = 15_000;
/** Leads of our own that must be in the answer for a missing one to prove anything. */
const WITNESSES = 20;
/** Leads that share something with a row. More means that the rows have nothing that tells them apart. */
const MOST_CANDIDATES = 200_000;

export interface LookTools {
  readonly api: Pick<ApiClient, 'exportSimpleLeads'>;
  readonly clock: Clock;
  /** Zone of the service's times. */
  readonly zone: string;
  readonly verdicts: Verdicts;
  readonly signal: AbortSignal;
  readonly onProgress: (leads: number, looked: number) => void;
}

export interface Look {
  readonly verdicts: readonly RowVerdict[];
  /** Leads of the campaign that were read, and all that came. */
  readonly leads: number;
  readonly looked: number;
}

/**
 * Looks for the unknown rows of a job among the leads of its campaign, with one request in the lowest lane. Changes no row.
 *
 * @param most leads that may share something with a row: with more it fails, because nothing tells the rows apart
 * Throws Failure: what the service answered, also when the leads did not come whole.
 */
export async function lookForRows(tools: LookTools, job: JobRecord, most = MOST_CANDIDATES): Promise<Look> {
  const rows = tools.verdicts.doubtful(job);
  if (rows.length === 0) return { verdicts: [], leads: 0, looked: 0 };
  const latest = rows.reduce((time, row) => Math.max(time, row.sentAt), 0);
  const wait = Math.min(SETTLED, latest + SETTLED - tools.clock.wallNow());
  if (wait > 0) await sleep(tools.clock, wait, tools.signal);
  const from = rows.reduce((time, row) => Math.min(time, row.sentAt), latest) - LOOK_BACK;
  const fields = [...new Set(job.mapping.map((rule) => rule.field))];
  const found = await candidates(tools, job, { rows, fields, from, most });
  const claimed = tools.verdicts.claimed(found.kept.flatMap(({ id }) => id ?? []));
  const verdicts = reconcileRows({
    rows,
    leads: found.kept.filter(({ id }) => id === null || !claimed.has(id)),
    tagField: job.terms.tagField,
    comparison: createComparison(fields),
    nameless: namelessBy(tools.verdicts, job, { rows, fields }),
    absence: absenceOf(found, tools.verdicts.createdSince(job.campaignCode, from, WITNESSES)),
  });
  return { verdicts, leads: found.leads, looked: found.looked };
}

interface Asked {
  readonly rows: readonly DoubtfulRow[];
  readonly fields: readonly string[];
  /** Unix milliseconds. */
  readonly from: number;
  /** Leads that may share something with a row. */
  readonly most: number;
}

interface Found {
  readonly kept: readonly CandidateLead[];
  readonly leads: number;
  readonly looked: number;
  readonly ids: ReadonlySet<string>;
  readonly since: string;
}

async function candidates(tools: LookTools, job: JobRecord, { rows, fields, from, most }: Asked): Promise<Found> {
  const { onProgress } = tools;
  const wanted = new Set(
    rows.flatMap((row) => [...keysOf(row.data, fields), ...(row.tag === null ? [] : [`tag ${row.tag}`])]),
  );
  const witnesses = new Set(tools.verdicts.createdSince(job.campaignCode, from, WITNESSES));
  const ids = new Set<string>();
  const kept: CandidateLead[] = [];
  const asked = { campaignCode: job.campaignCode, from, lane: 'reconcile' } as const;
  let leads = 0;
  let looked = 0;
  for await (const part of campaignLeads(tools, asked)) {
    looked += part.looked;
    leads += part.leads.length;
    for (const candidate of part.leads) {
      if (candidate.id !== null && witnesses.has(candidate.id)) ids.add(candidate.id);
      if (isWanted(candidate, { wanted, fields, tagField: job.terms.tagField })) kept.push(candidate);
      if (kept.length > most)
        throw new Failure({
          code: 'validation',
          message: 'Too many leads fit the rows to tell them apart. Look for them in the service by hand.',
          issues: [],
        });
    }
    onProgress(leads, looked);
  }
  return { kept, leads, looked, ids, since: sinceOf(from, tools.zone) };
}

interface Wanted {
  readonly wanted: ReadonlySet<string>;
  readonly fields: readonly string[];
  readonly tagField: string | null;
}

function isWanted({ data }: CandidateLead, { wanted, fields, tagField }: Wanted): boolean {
  if (keysOf(data, fields).some((key) => wanted.has(key))) return true;
  if (tagField === null) return false;
  const tag = tagField.toLowerCase();
  return Object.entries(data).some(([name, value]) => name.toLowerCase() === tag && wanted.has(`tag ${value.trim()}`));
}

/** How many created rows without a lead id have the values of a doubtful row. */
function namelessBy(
  verdicts: Verdicts,
  job: JobRecord,
  { rows, fields }: Pick<Asked, 'rows' | 'fields'>,
): Map<string, number> {
  const groups = new Set(rows.map((row) => allKey(row.data, fields)));
  const counts = new Map<string, number>();
  for (const data of verdicts.namelessLeads(job)) {
    const key = allKey(data, fields);
    if (groups.has(key)) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** A missing lead proves something only when the service shows the leads that it named itself since then. */
function absenceOf({ leads, ids, since }: Found, witnesses: readonly string[]) {
  const count = `${leads.toLocaleString('en')} ${leads === 1 ? 'lead' : 'leads'} modified since ${since}`;
  if (witnesses.length > 0 && ids.size === 0)
    return {
      isProof: false,
      words: `Not found, but the service does not show leads either that it named in this time: a missing lead proves nothing.`,
    };
  return { isProof: true, words: `No lead has its values, of ${count}.` };
}

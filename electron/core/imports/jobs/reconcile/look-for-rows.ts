// Why: decision 0168 and decision 0250.
import { doubtOfAbsence, type SeenLeads, type WitnessesOfRow } from '../../../../../shared/domain/jobs/absence.ts';
import { type ReconcileFacts, reconcileRows, type RowVerdict } from '../../../../../shared/domain/jobs/reconcile.ts';
import { momentWords } from '../../../../../shared/domain/service/service-time.ts';
import { format } from '../../../../../shared/domain/words/format.ts';
import type { ApiClient } from '../../../api/client.ts';
import { type Clock, sleep } from '../../../foundation/ports.ts';
import type { JobRecord } from '../journal/records/job-records.ts';
import type { LookedForRow, Verdicts } from '../journal/rows/verdicts.ts';
import { absenceWords } from './absence-words.ts';
import { campaignLeads, LOOK_BACK } from './campaign-leads.ts';
import { allKey, contactFields, createComparison } from './compare-leads.ts';
import { isSame, LookAnswer, type LookQuestion } from './look-answer.ts';

/** Leads that share a key with a row. More means that nothing tells the rows apart. */
const MOST_CANDIDATES = 200_000;

export interface LookTools {
  readonly api: Pick<ApiClient, 'exportSimpleLeads'>;
  readonly clock: Clock;
  /** Zone of the service's times. */
  readonly zone: string;
  /** Milliseconds that the service may still work on a request after it ended here. The look waits for them. */
  readonly workTime: number;
  readonly verdicts: Verdicts;
  readonly signal: AbortSignal;
  readonly onProgress: (leads: number, looked: number) => void;
}

export interface Look {
  readonly verdicts: readonly RowVerdict[];
  /** The rows as they were looked for. */
  readonly rows: readonly LookedForRow[];
  /** Leads of the campaign that were read, and all that came. */
  readonly leads: number;
  readonly looked: number;
}

/**
 * Looks for a job's unknown rows among the leads of its campaign, with one request in the lowest lane. Changes no row.
 *
 * @param most leads that may share a key with a row: with more it fails, because nothing tells the rows apart
 * @throws Failure what the service answered, also when the leads did not come whole
 */
export async function lookForRows(tools: LookTools, job: JobRecord, most = MOST_CANDIDATES): Promise<Look> {
  const rows = tools.verdicts.doubtful(job);
  if (rows.length === 0) return { verdicts: [], rows, leads: 0, looked: 0 };
  const latest = rows.reduce((time, row) => Math.max(time, row.sentAt), 0);
  const ended = rows.reduce((time, row) => Math.max(time, row.endedAt), 0);
  const wait = Math.min(tools.workTime, ended + tools.workTime - tools.clock.wallNow());
  if (wait > 0) await sleep(tools.clock, wait, tools.signal);
  const knownLeads = tools.verdicts.knownLeads(job);
  const witnesses = new Map(rows.map((row) => [row.row, knownLeads.around(row)]));
  const known = [...witnesses.values()].flatMap(({ before, after }) => [...before, ...after]);
  const from = [...rows, ...known].reduce((time, { sentAt }) => Math.min(time, sentAt), latest) - LOOK_BACK;
  const fields = [...new Set(job.mapping.map((rule) => rule.field))];
  const comparison = createComparison(fields, rows);
  const { tagField } = job.terms;
  const { workTime, zone } = tools;
  const claimedOf = (ids: readonly string[]) => tools.verdicts.claimed(ids);
  const sentWith: Verdicts['sentWith'] = (ids, keysOf) => tools.verdicts.sentWith(ids, keysOf);
  const answer = new LookAnswer({ rows, fields, tagField, comparison, known, most, claimedOf, sentWith, workTime });
  for await (const part of campaignLeads(tools, { campaignCode: job.campaignCode, from, lane: 'reconcile' })) {
    answer.add(part.leads, part.looked);
    answer.addElsewhere(part.elsewhere());
    tools.onProgress(answer.leads, answer.looked);
  }
  const claimed = answer.claimed();
  const seen = answer.seenWithout(claimed, () => tools.verdicts.namelessLeads(job));
  const verdicts = reconcileRows({
    rows,
    leads: answer.candidates(claimed),
    tagField,
    comparison: createComparison(fields, rows, answer.shownFields()),
    nameless: namelessBy(tools.verdicts, job, { rows, fields }),
    absenceOf: (row) => absenceOf({ job, row, witnesses: witnesses.get(row.row) ?? NO_WITNESSES, seen, from, zone }),
    momentWords: (at) => momentWords(at, zone),
  });
  return { verdicts, rows, leads: answer.leads, looked: answer.looked };
}

const NO_WITNESSES: WitnessesOfRow = { before: [], after: [] };

interface Missing {
  readonly job: JobRecord;
  readonly row: Parameters<ReconcileFacts['absenceOf']>[0];
  readonly witnesses: WitnessesOfRow;
  readonly seen: SeenLeads;
  readonly from: number;
  readonly zone: string;
}

function absenceOf({ job, row, witnesses, seen, from, zone }: Missing): ReturnType<ReconcileFacts['absenceOf']> {
  const { tagField } = job.terms;
  const doubt = doubtOfAbsence({ row, witnesses, seen, tagField, isSame, telling: contactFields(row.data) });
  if (doubt !== null) return { verdict: 'unclear', evidence: absenceWords(doubt, job.campaignCode) };
  const leads = format.count(seen.leads, 'lead');
  const [before, after] = [witnesses.before[0], witnesses.after[0]].map((witness) => witness?.row ?? 0);
  return {
    verdict: 'absent',
    evidence: `Not among ${leads} changed since ${momentWords(from, zone)}, while those of rows ${before} and ${after}, sent before and after it, are there as sent.`,
  };
}

/** How many created rows without a lead id have the values of a doubtful row. */
function namelessBy(
  verdicts: Verdicts,
  job: JobRecord,
  { rows, fields }: Pick<LookQuestion, 'rows' | 'fields'>,
): Map<string, number> {
  const groups = new Set(rows.map((row) => allKey(row.data, fields)));
  const counts = new Map<string, number>();
  for (const data of verdicts.namelessLeads(job)) {
    const key = allKey(data, fields);
    if (groups.has(key)) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

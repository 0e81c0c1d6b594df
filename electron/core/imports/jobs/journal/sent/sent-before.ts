import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { CampaignField } from '../../../../../../shared/contract/imports/imports.ts';
import { mappingSchema, type Mapping } from '../../../../../../shared/contract/imports/mapping.ts';
import { planCheck } from '../../../../../../shared/domain/check/check-plan.ts';
import { RowJudge, type RowVerdict } from '../../../../../../shared/domain/check/judge-row.ts';
import type { PhoneReader } from '../../../../../../shared/domain/phones/phone-reader.ts';
import { codesAsWritten, IS_INTO } from '../records/campaign-codes.ts';
import { IS_WHOLE } from '../records/job-records.ts';
import { mayHaveArrived } from '../records/left-rows.ts';
import { storedCells, storedJson, storedLead } from '../../../../storage/stored-json.ts';

/** Rows read before other work has a turn. */
const ROWS_BETWEEN_PAUSES = 2000;
/** Seconds since 1970 stay below this for two centuries. A job's number is multiplied by it. */
const TIMES = 2 ** 33;

interface SentMapping {
  readonly jobId: string;
  readonly name: string;
  /** Null when it is damaged. */
  readonly mapping: Mapping | null;
}

interface SentRow {
  readonly n: number;
  readonly line: number;
  /** Unix milliseconds. */
  readonly at: number;
  readonly cells: readonly string[];
  /** As it was sent; null in jobs of earlier versions, and when it is damaged. */
  readonly lead: Readonly<Record<string, string>> | null;
}

/** The campaign that rows are compared in, and what is known of the types of its fields. */
export interface ComparedCampaign {
  readonly campaignCode: string;
  readonly fields: readonly CampaignField[];
}

/**
 * Reads the rows in an account's journal that were created or may have arrived, also those that a person has given up.
 * `pause` lets other work go. Null when the account has no journal yet.
 */
export async function readSentLeads(
  journalPath: string,
  { campaignCode, fields }: ComparedCampaign,
  country: string,
  readPhone: PhoneReader,
  pause: () => Promise<void>,
): Promise<SentLeads | null> {
  if (!existsSync(journalPath)) return null;
  using journal = new DatabaseSync(journalPath, { readOnly: true, timeout: 5000 });
  const found = new SentLeads(campaignCode);
  for (const job of jobsInto(journal, campaignCode)) {
    found.begin(job);
    for (const rows of judgedRows(journal, { ...job, fields }, mayHaveArrived('r'), country, readPhone)) {
      for (const { at, verdict } of rows) found.add(at, verdict);
      await pause();
    }
  }
  return found;
}

/** A waiting row of a job, with the values that it is compared by. */
export interface WaitingLead {
  readonly line: number;
  readonly verdict: RowVerdict;
}

/** Name and waiting rows of a job of the campaign, in parts; null: the journal has no such job. */
export function waitingLeadsOf(
  journal: DatabaseSync,
  { jobId, campaignCode, fields }: ComparedCampaign & { readonly jobId: string },
  country: string,
  readPhone: PhoneReader,
): { readonly name: string; readonly parts: Iterable<readonly WaitingLead[]> } | null {
  const job = jobsInto(journal, campaignCode).find((one) => one.jobId === jobId);
  if (job === undefined) return null;
  return { name: job.name, parts: judgedRows(journal, { ...job, fields }, `r.state = 'ready'`, country, readPhone) };
}

function* judgedRows(
  journal: DatabaseSync,
  job: SentMapping & Pick<ComparedCampaign, 'fields'>,
  condition: string,
  country: string,
  readPhone: PhoneReader,
): Generator<(WaitingLead & { readonly at: number })[], void, void> {
  const sent = job.mapping === null ? fieldsSent(journal, job.jobId) : null;
  const settings = { country: null, duplicateKey: null, fields: [] };
  const mapping = job.mapping ?? mappingOfLeads(sent ?? []);
  const plan = planCheck({ mapping, fields: job.fields, settings, country, postcodeColumn: null });
  const judge = new RowJudge(plan, readPhone);
  for (const rows of rowsOf(journal, job.jobId, condition))
    yield rows.map(({ at, line, cells, lead }) => {
      const verdict = judge.judgeRow(sent === null ? cells : sent.map((field) => lead?.[field] ?? ''));
      return { at, line, verdict };
    });
}

export type RowKeys = Pick<RowVerdict, 'phones' | 'emails' | 'valuesKey'>;

/** The values by which a row is compared with rows of other imports. */
export function keysOf({ phones, emails, valuesKey }: RowKeys): readonly string[] {
  if (valuesKey !== null) return [valuesKey];
  return emails.length === 0 ? phones : [...phones, ...emails];
}

/** What this program sent to one campaign, by phone and e-mail address, each with the latest job that sent it. */
export class SentLeads {
  readonly campaignCode: string;
  /** `at`: Unix milliseconds of the last row that was sent. */
  readonly jobs: { readonly jobId: string; readonly name: string; at: number }[] = [];
  /** Leads that were compared. */
  count = 0;
  /** By key: number of the job × TIMES + seconds of the sending, so that a million keys need no object each. */
  readonly #latest = new Map<string, number>();

  constructor(campaignCode: string) {
    this.campaignCode = campaignCode;
  }

  begin({ jobId, name }: SentMapping): void {
    this.jobs.push({ jobId, name, at: 0 });
  }

  /** Adds a row of the job that was begun last. */
  add(at: number, verdict: RowVerdict): void {
    const number = this.jobs.length - 1;
    const job = this.jobs[number];
    if (job === undefined) throw new Error('no job was begun');
    this.count += 1;
    job.at = Math.max(job.at, at);
    const packed = number * TIMES + Math.floor(at / 1000);
    for (const key of keysOf(verdict)) {
      const known = this.#latest.get(key);
      if (known === undefined || known % TIMES <= packed % TIMES) this.#latest.set(key, packed);
    }
  }

  /** Index into `jobs` of the latest sending of one of these phones and e-mail addresses, or null. */
  find(keys: readonly string[]): number | null {
    let best = -1;
    for (const key of keys) {
      const packed = this.#latest.get(key);
      if (packed !== undefined && packed % TIMES > best % TIMES) best = packed;
    }
    return best === -1 ? null : Math.floor(best / TIMES);
  }
}

/** The oldest first. Empty when no import was ever started in the journal. */
function jobsInto(journal: DatabaseSync, campaignCode: string): SentMapping[] {
  const known = journal.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'import_job'`).get();
  if (known === undefined) return [];
  return journal
    .prepare(`SELECT id, name, mapping FROM import_job WHERE ${IS_INTO} AND ${IS_WHOLE} ORDER BY created_at, id`)
    .all(codesAsWritten(journal, campaignCode))
    .map((row) => ({
      jobId: String(row['id']),
      name: String(row['name']),
      mapping: storedJson(mappingSchema, row['mapping']),
    }));
}

/**
 * Maps the n-th field to the n-th column, for a job whose mapping is damaged. Its rows still have their leads as sent.
 */
function mappingOfLeads(fields: readonly string[]): Mapping {
  return fields.map((field, column) => ({
    field,
    source: { kind: 'columns', columns: [column], join: null },
    cleaning: [],
  }));
}

function fieldsSent(journal: DatabaseSync, jobId: string): string[] {
  return journal
    .prepare(
      `SELECT DISTINCT f.key AS field FROM import_cell c, json_each(iif(json_valid(c.payload), c.payload, '{}')) f
       WHERE c.job = ? ORDER BY field`,
    )
    .all(jobId)
    .map((row) => String(row['field']));
}

/** @param condition SQL, on the row `r` */
function* rowsOf(journal: DatabaseSync, jobId: string, condition: string): Generator<SentRow[], void, void> {
  const page = journal.prepare(
    `SELECT r.n, r.at, c.line, c.cells, c.payload FROM import_row r JOIN import_cell c ON c.job = r.job AND c.n = r.n
     WHERE r.job = ? AND r.n > ? AND ${condition} ORDER BY r.n LIMIT ?`,
  );
  for (let last = 0; ;) {
    const rows = page.all(jobId, last, ROWS_BETWEEN_PAUSES).map((row) => ({
      n: Number(row['n']),
      line: Number(row['line']),
      at: Number(row['at'] ?? 0),
      cells: storedCells(row['cells']) ?? [],
      lead: storedLead(String(row['payload'])),
    }));
    const end = rows.at(-1);
    if (end === undefined) return;
    last = end.n;
    yield rows;
  }
}

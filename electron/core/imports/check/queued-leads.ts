// Why: decision 0388.
import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { isSameCampaign } from '../../../../shared/domain/service/campaign-code.ts';
import { RowJudge } from '../../../../shared/domain/check/judge-row.ts';
import type { PhoneReader } from '../../../../shared/domain/phones/phone-reader.ts';
import { type ComparedCampaign, keysOf, type RowKeys, waitingLeadsOf } from '../jobs/journal/sent/sent-before.ts';
import { allRowsOf, BATCH, openBasis } from './check-basis.ts';
import type { CheckTarget, EarlierDraft, EarlierFile } from './check-messages.ts';

/** A row of an earlier file of the queue. */
export interface EarlierRow {
  /** Index into `files`. */
  readonly file: number;
  readonly line: number;
}

interface ReadingHooks {
  readonly readPhone: PhoneReader;
  /** Lets other work go; rejects when the work is cancelled. */
  pause(): Promise<void>;
}

/** Lines of a file stay below this; the number of the file goes above them. */
const LINES = 2 ** 32;

/**
 * Reads the drafts ahead in the queue as they would be sent now, and the rows that wait in jobs that were drafts of it. What these
 * jobs have sent is in the journal as any other lead. Null when no earlier file goes to this campaign.
 */
export async function readQueuedLeads(
  { earlier = [], journalPath, campaignCode, fields }: CheckTarget,
  country: string,
  hooks: ReadingHooks,
): Promise<QueuedLeads | null> {
  const ahead = campaignCode === '' ? [] : earlier.filter((file) => isForCampaign(file, campaignCode));
  if (ahead.length === 0) return null;
  const found = new QueuedLeads();
  for (const file of ahead)
    if ('jobId' in file) await addWaiting(found, { ...file, campaignCode, fields, journalPath, country }, hooks);
    else await addDraft(found, file, hooks);
  return found;
}

function isForCampaign(file: EarlierFile, campaignCode: string): boolean {
  return 'jobId' in file || isSameCampaign(file.campaignCode, campaignCode);
}

async function addDraft(found: QueuedLeads, file: EarlierDraft, { readPhone, pause }: ReadingHooks): Promise<void> {
  const basis = openBasis(file);
  using _staged = basis.staged;
  using layer = basis.layer;
  const judge = new RowJudge(basis.plan, readPhone);
  const out = new Set(layer.rows.rowsLeftOut());
  found.begin(file.fileName);
  for (const { row, line, cells } of allRowsOf(basis)) {
    if (!out.has(row)) found.add(line, judge.judgeRow(cells));
    if (row % BATCH === 0) await pause();
  }
}

interface WaitingJob extends ComparedCampaign {
  readonly jobId: string;
  readonly journalPath: string | null;
  readonly country: string;
}

async function addWaiting(
  found: QueuedLeads,
  { journalPath, country, ...job }: WaitingJob,
  { readPhone, pause }: ReadingHooks,
): Promise<void> {
  if (journalPath === null || !existsSync(journalPath)) return;
  using journal = new DatabaseSync(journalPath, { readOnly: true, timeout: 5000 });
  const waiting = waitingLeadsOf(journal, job, country, readPhone);
  if (waiting === null) return;
  found.begin(waiting.name);
  for (const rows of waiting.parts) {
    for (const { line, verdict } of rows) found.add(line, verdict);
    await pause();
  }
}

/** What the earlier files of a queue send to the same campaign, by phone and e-mail address. */
export class QueuedLeads {
  /** Names of the files, the first one first. */
  readonly files: string[] = [];
  /** By key: number of the file × LINES + line, so that a million keys need no object each. */
  readonly #first = new Map<string, number>();

  begin(file: string): void {
    this.files.push(file);
  }

  /** Adds a row of the file that was begun last. */
  add(line: number, verdict: RowKeys): void {
    const packed = (this.files.length - 1) * LINES + line;
    for (const key of keysOf(verdict)) if (!this.#first.has(key)) this.#first.set(key, packed);
  }

  /** The first row with one of these keys, or null. */
  find(verdict: RowKeys): EarlierRow | null {
    let first = Number.POSITIVE_INFINITY;
    for (const key of keysOf(verdict)) first = Math.min(first, this.#first.get(key) ?? first);
    return first === Number.POSITIVE_INFINITY ? null : { file: Math.floor(first / LINES), line: first % LINES };
  }
}

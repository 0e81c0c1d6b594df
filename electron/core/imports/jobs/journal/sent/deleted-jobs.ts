// Why: decision 0185.
import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';
import { campaignKey } from '../../../../../../shared/domain/service/campaign-code.ts';
import { migrate } from '../../../../storage/database.ts';
import type { JobRecord } from '../records/job-records.ts';

/** Only hashes: no cell, and no name of a file, campaign or job. `at`: when the last row left, Unix milliseconds. */
const SCHEMA = [
  `CREATE TABLE deleted_import (
     job TEXT PRIMARY KEY, file TEXT NOT NULL, sent INTEGER NOT NULL, at INTEGER NOT NULL
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX deleted_import_by_file ON deleted_import (file);
   CREATE TABLE deleted_room (one INTEGER PRIMARY KEY CHECK (one = 1), is_left INTEGER NOT NULL) STRICT;
   INSERT INTO deleted_room (one, is_left) VALUES (1, 0);`,
  // `requests`: how often rows left, refused ones too. `requested_at`: the last time.
  `ALTER TABLE deleted_import ADD COLUMN requests INTEGER NOT NULL DEFAULT 0;
   ALTER TABLE deleted_import ADD COLUMN requested_at INTEGER NOT NULL DEFAULT 0;
   UPDATE deleted_import SET requests = sent, requested_at = at;`,
] as const;

export interface DeletedSends {
  /** Rows that left and may be leads. */
  readonly sent: number;
  /** Unix milliseconds of the last of them. */
  readonly at: number;
}

/** How often rows of a job left, refused ones too. `at`: Unix milliseconds, the last time; 0 when none did. */
export interface DeletedRequests {
  readonly requests: number;
  readonly at: number;
}

/** What is still known of deleted jobs: that a file was sent to a campaign, so that it is not sent twice by mistake. */
export class DeletedJobs {
  readonly #journal: DatabaseSync;

  constructor(journal: DatabaseSync) {
    migrate(journal, 'deleted imports', SCHEMA);
    this.#journal = journal;
  }

  /** Call it in the transaction that deletes the job. */
  remember(
    job: Pick<JobRecord, 'id' | 'fileHash' | 'campaignCode'>,
    { sent, at }: DeletedSends,
    left: DeletedRequests = { requests: sent, at },
  ): void {
    this.#journal
      .prepare(
        'INSERT OR REPLACE INTO deleted_import (job, file, sent, at, requests, requested_at) VALUES (?, ?, ?, ?, ?, ?)',
      )
      .run(hashOf(job.id), fileKeyOf(job), sent, at, left.requests, left.at);
    this.hasRoom = true;
  }

  /** Whether the journal still has the empty room of a deleted job, perhaps with copies of its cells in it. */
  get hasRoom(): boolean {
    return this.#journal.prepare('SELECT is_left FROM deleted_room').get()?.['is_left'] === 1;
  }

  set hasRoom(isLeft: boolean) {
    this.#journal.prepare('UPDATE deleted_room SET is_left = ?').run(isLeft ? 1 : 0);
  }

  has(jobId: string): boolean {
    return this.#journal.prepare('SELECT 1 FROM deleted_import WHERE job = ?').get(hashOf(jobId)) !== undefined;
  }

  /** How often rows left, summed over the jobs whose last row left at `from` (Unix milliseconds) or later. */
  sentSince(from: number): number {
    const row = this.#journal
      .prepare('SELECT sum(requests) AS requests FROM deleted_import WHERE requested_at >= ?')
      .get(from);
    return Number(row?.['requests']);
  }

  /** Null when no deleted job sent a row of this very file into this campaign. */
  sendsOf(file: SentFile): DeletedSends | null {
    const row = this.#journal
      .prepare('SELECT sum(sent) AS sent, max(at) AS at FROM deleted_import WHERE file IN (?, ?) AND sent > 0')
      .get(fileKeyOf(file), writtenKeyOf(file));
    const sent = Number(row?.['sent']);
    return sent === 0 ? null : { sent, at: Number(row?.['at']) };
  }
}

type SentFile = Pick<JobRecord, 'fileHash' | 'campaignCode'>;

function fileKeyOf({ fileHash, campaignCode }: SentFile): string {
  return writtenKeyOf({ fileHash, campaignCode: campaignKey(campaignCode) });
}

/** Earlier versions kept the code as it was written. */
function writtenKeyOf({ fileHash, campaignCode }: SentFile): string {
  return hashOf(`${fileHash}\n${campaignCode}`);
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

import type { DatabaseSync } from 'node:sqlite';
import type { RowState } from '../../../../../../shared/contract/jobs/jobs.ts';
import {
  EMPTY_TALLY,
  nextRowState,
  type RowStep,
  type RowTally,
  stateBefore,
} from '../../../../../../shared/domain/jobs/job-row.ts';
import { MINUTE } from '../../../../../../shared/domain/time/time.ts';
import type { LeadClaims } from '../../../../foundation/lead-claims.ts';
import { inTransaction } from '../../../../storage/database.ts';
import { OTHER_WORK, type Slices } from '../../../../threads/in-slices.ts';
import { decodeReadyRow, type ReadyRow, ROW_TABLES } from '../records/job-records.ts';
import type { ClaimedLeads } from '../sent/claimed-leads.ts';
import { SentByAnother, type SentElsewhere } from '../sent/sent-elsewhere.ts';
import type { SentRecord } from '../sent/sent-record.ts';

export interface RowStepDetail {
  readonly leadId?: string | null;
  /** Words for a person; also kept with the attempt. */
  readonly reason?: string;
  /** Unix milliseconds. */
  readonly at: number;
  /** Which run of the program did it. */
  readonly run: string;
}

/** Thrown instead of a step that the row's state does not allow: whatever was to follow must not happen. */
export class RowConflict extends Error {
  constructor(job: string, n: number, step: RowStep) {
    super(`Row ${n} of job ${job} is not in a state that allows "${step}".`);
    this.name = 'RowConflict';
  }
}

/** Rows that are skipped at once when a job is stopped: most jobs that are nearly done wait for nothing. */
const FIRST_SKIPS = 25;

/** Thrown instead of the step "send" of a job that is to pause or stop: nothing leaves from the moment on in which that is written. */
export class Unwished extends RowConflict {}

/** Steps that end a request: an answer of the service, or none. */
const ANSWERS: readonly RowStep[] = ['created', 'rejected', 'unknown'];
/** Steps after which the row has certainly not arrived. */
const COME_BACK: readonly RowStep[] = ['takeBack', 'rejected', 'sendOnce'];
/** Reason of rows that an earlier run of the program left on their way. */
const LEFT_BEHIND = 'Lead Console ended before it kept an answer. The lead may exist.';

/** The steps of rows in the journal. */
export class RowSteps {
  readonly #journal: DatabaseSync;
  readonly #sentRecord: SentRecord;
  readonly #sentElsewhere: SentElsewhere;
  readonly #claims: LeadClaims;
  readonly #claimed: ClaimedLeads;
  readonly #statements: ReturnType<typeof statementsOf>;

  constructor(
    journal: DatabaseSync,
    sentRecord: SentRecord,
    sentElsewhere: SentElsewhere,
    { claims, claimed }: { readonly claims: LeadClaims; readonly claimed: ClaimedLeads },
  ) {
    this.#journal = journal;
    this.#claims = claims;
    this.#claimed = claimed;
    this.#sentRecord = sentRecord;
    this.#sentElsewhere = sentElsewhere;
    this.#statements = statementsOf(journal);
  }

  /**
   * Moves a row and remembers the attempt. Throws RowConflict when the row's state does not allow the step; instead of
   * "send" Unwished when the job is not to run, SentByAnother when another job has sent the lead and nobody was asked, and
   * NotClaimed when the row is not claimed in the team.
   */
  step(job: string, n: number, name: RowStep, detail: RowStepDetail): void {
    const from = stateBefore(name);
    const to = nextRowState(from, name);
    if (to === null) throw new RowConflict(job, n, name);
    const { moveRow, addAttempt, addMinute, forgetVerdict } = this.#statements;
    inTransaction(this.#journal, () => {
      if (name === 'send' && this.#statements.readUnwished.get(job) !== undefined) throw new Unwished(job, n, name);
      // Under the lock of this transaction no other program can send the lead.
      const sent = name === 'send' ? this.#sentElsewhere.reasonOf(job, n) : null;
      if (sent !== null) throw new SentByAnother(sent);
      const reason = to === 'ready' || to === 'intent' ? '' : (detail.reason ?? '');
      const moved = moveRow.run(to, to, detail.at, reason, detail.leadId ?? null, attemptsBy(name), job, n, from);
      if (moved.changes !== 1) throw new RowConflict(job, n, name);
      if (this.#claims.isTeam) this.#settleClaim(job, n, name);
      if (COME_BACK.includes(name)) this.#sentElsewhere.cameBack(job, n);
      addAttempt.run(job, n, detail.at, name, detail.run, detail.leadId ?? detail.reason ?? '');
      if (ANSWERS.includes(name)) addMinute.run(job, Math.floor(detail.at / MINUTE) * MINUTE);
      // Nothing is known of what leaves now.
      if (name === 'send') forgetVerdict.run(job, n);
      // Last, so that the witness has no line of a step that the journal refused.
      if (name === 'send') this.#sentRecord.sent(job, n, detail.at);
      else if (to === 'ready' && name !== 'sendAgain') this.#sentRecord.free(job, n, detail.at);
    });
  }

  /** In a team: the claim of a row that leaves is used up, and the team is told what became of its lead. */
  #settleClaim(job: string, n: number, name: RowStep): void {
    const digest = this.#claimed.of(job, n)?.digest ?? null;
    if (name === 'send') {
      this.#claimed.keep(job, n);
      this.#claims.use(job, n, digest);
    }
    if (digest !== null && (name === 'created' || name === 'exists')) this.#claims.created(digest);
    else if (digest !== null && (name === 'rejected' || name === 'takeBack')) this.#claims.notCreated(digest);
  }

  /**
   * Takes back a person's answer about the row: it is unknown again, with what was known of its sending. Throws RowConflict
   * when the last step of the row was not such an answer, because it was sent since.
   */
  reopen(job: string, n: number, { at, run }: Pick<RowStepDetail, 'at' | 'run'>): void {
    const { readAnswer, readUnknown, reopenRow, addAttempt } = this.#statements;
    inTransaction(this.#journal, () => {
      const answer = String(readAnswer.get(job, n)?.['step'] ?? '');
      const from = nextRowState('unknown', answer as RowStep);
      const before = readUnknown.get(job, n);
      if (from === null || before === undefined) throw new RowConflict(job, n, 'unknown');
      const sentAt = Number(before['sent_at']);
      const { changes } = reopenRow.run(sentAt, String(before['detail']), job, n, from);
      if (changes !== 1) throw new RowConflict(job, n, 'unknown');
      addAttempt.run(job, n, at, 'reopen', run, '');
      // The row counted as free since it was to be sent once more.
      if (from === 'ready') this.#sentRecord.sent(job, n, sentAt);
    });
  }

  /**
   * The transaction of a step "send" was undone after the witness had its line: the row never left. Nothing happens when it
   * left since.
   */
  undoneSend(job: string, n: number, at: number): void {
    inTransaction(this.#journal, () => {
      const state = this.stateOf(job, n);
      if (state === 'ready' || state === 'skipped') this.#sentRecord.free(job, n, at);
    });
  }

  /** Everything that `work` writes, or nothing. */
  together(work: () => void): void {
    inTransaction(this.#journal, work);
  }

  /** Rows of the job by state. */
  tally(job: string): RowTally {
    const found: Record<RowState, number> = { ...EMPTY_TALLY };
    for (const row of this.#statements.readTally.all(job)) found[row['state'] as RowState] = Number(row['rows']);
    return found;
  }

  /** Whether rows wait or are on their way. */
  hasRowsLeft(job: string): boolean {
    const { ready, intent } = this.tally(job);
    return ready + intent > 0;
  }

  stateOf(job: string, n: number): RowState | null {
    const row = this.#statements.readState.get(job, n);
    return row ? (row['state'] as RowState) : null;
  }

  /** Whether the row is on its way and this run of the program sent it. */
  isOnItsWayBy(job: string, n: number, run: string): boolean {
    return this.stateOf(job, n) === 'intent' && this.#statements.readRun.get(job, n)?.['run'] === run;
  }

  /** The first rows that wait, in the order of the job's terms. */
  ready(job: string, limit: number): ReadyRow[] {
    return this.#statements.readReady.all(job, limit).map(decodeReadyRow);
  }

  /** Rows that a run left on its way when it ended may have arrived: they become unknown. Answers how many. */
  recover(job: string, at: number, run: string): number {
    return inTransaction(this.#journal, () => {
      const left = this.#statements.readOnTheirWay.all(job);
      for (const row of left) this.step(job, Number(row['n']), 'unknown', { at, run, reason: LEFT_BEHIND });
      return left.length;
    });
  }

  /**
   * A person knows what other jobs have sent and wants the rows of this job sent all the same: rows that were not sent for
   * that reason wait again. Answers how many.
   */
  *sendingAgain(job: string, at: number, run: string): Slices<number> {
    // The person's consent is written first, because the rows may leave as soon as they wait.
    yield* this.#sentElsewhere.agreeing(job);
    yield OTHER_WORK;
    const held = this.#sentElsewhere.heldBack(job);
    for (let done = 0, size = yield 0; done < held.length; size = yield done) {
      const part = held.slice(done, done + size);
      inTransaction(this.#journal, () => {
        for (const n of part) {
          if (this.stateOf(job, n) !== 'skipped') continue;
          this.step(job, n, 'sendAgain', { at, run });
          if (this.#claims.isTeam) this.#claims.insist(job, n);
        }
      });
      done += part.length;
    }
    return held.length;
  }

  /** Skips the rows of a stopped job that still wait: all of them, or the first ones. Answers how many. */
  skipReady(job: string, reason: string, at: number, run: string, most = -1): number {
    return inTransaction(this.#journal, () => {
      this.#statements.addSkips.run(at, run, reason, job, most);
      return Number(this.#statements.skipReady.run(at, reason, job, most).changes);
    });
  }

  /**
   * Skips the rows of a stopped job that still wait, as long as nobody wants it to run again.
   *
   * @param after runs in the transaction of each slice
   */
  *skipping(job: string, reason: string, at: number, run: string, after: () => void): Slices {
    for (let done = 0, size = FIRST_SKIPS; ; size = yield done) {
      const skipped = inTransaction(this.#journal, () => {
        if (this.#statements.readStop.get(job) === undefined) return 0;
        const rows = this.skipReady(job, reason, at, run, size);
        after();
        return rows;
      });
      done += skipped;
      if (skipped < size) return;
    }
  }

  /** These rows go on in another import: those that wait are skipped here, those that were refused are left out. */
  *passingOn(job: string, rows: readonly number[], reason: string, at: number, run: string): Slices {
    for (let done = 0, size = yield 0; done < rows.length; size = yield done) {
      this.#passOn(job, JSON.stringify(rows.slice(done, done + size)), reason, at, run);
      done += size;
    }
  }

  #passOn(job: string, chosen: string, reason: string, at: number, run: string): void {
    inTransaction(this.#journal, () => {
      for (const [from, to, step] of [
        ['ready', 'skipped', 'skip'],
        ['rejected', 'excluded', 'leaveOut'],
      ] as const) {
        this.#statements.addPassedOn.run(at, step, run, reason, job, from, chosen);
        // The service refused every attempt of such a row, so it certainly has no lead of it.
        this.#statements.passOn.run(to, at, reason, job, from, chosen);
      }
    });
  }
}

/** An attempt that the service did not look at is not counted; the list of attempts keeps it all the same. */
function attemptsBy(name: RowStep): number {
  if (name === 'send' || name === 'takeIn') return 1;
  // The service refused every attempt of a row that is left out after it: it certainly has no lead of this row.
  if (name === 'leaveOut') return Number.MIN_SAFE_INTEGER;
  return name === 'takeBack' ? -1 : 0;
}

function statementsOf(journal: DatabaseSync) {
  return {
    moveRow: journal.prepare(
      // An unknown row keeps the moment in which it left: what happened later is only that no answer came.
      `UPDATE import_row SET state = ?, at = iif(? = 'unknown', at, ?), reason = ?, lead_id = ?, attempts = max(0, attempts + ?)
       WHERE job = ? AND n = ? AND state = ?`,
    ),
    readUnwished: journal.prepare("SELECT 1 FROM import_job WHERE id = ? AND wish IN ('pause', 'stop')"),
    addAttempt: journal.prepare('INSERT INTO import_attempt (job, n, at, step, run, detail) VALUES (?, ?, ?, ?, ?, ?)'),
    addMinute: journal.prepare(
      `INSERT INTO import_minute (job, minute, rows) VALUES (?, ?, 1)
       ON CONFLICT (job, minute) DO UPDATE SET rows = rows + 1`,
    ),
    forgetVerdict: journal.prepare('DELETE FROM import_verdict WHERE job = ? AND n = ?'),
    readAnswer: journal.prepare('SELECT step FROM import_attempt WHERE job = ? AND n = ? ORDER BY id DESC LIMIT 1'),
    readUnknown: journal.prepare(
      `SELECT u.detail, ifnull((SELECT s.at FROM import_attempt s WHERE s.job = u.job AND s.n = u.n AND s.step = 'send' AND s.id < u.id
         ORDER BY s.id DESC LIMIT 1), u.at) AS sent_at
       FROM import_attempt u WHERE u.job = ? AND u.n = ? AND u.step = 'unknown' ORDER BY u.id DESC LIMIT 1`,
    ),
    reopenRow: journal.prepare(
      `UPDATE import_row SET state = 'unknown', at = ?, reason = ?, lead_id = NULL WHERE job = ? AND n = ? AND state = ?`,
    ),
    readTally: journal.prepare('SELECT state, rows FROM import_tally WHERE job = ?'),
    readState: journal.prepare('SELECT state FROM import_row WHERE job = ? AND n = ?'),
    readReady: journal.prepare(
      `SELECT r.n, c.line, c.cells, c.payload FROM ${ROW_TABLES} WHERE r.job = ? AND r.state = 'ready' ORDER BY r.place, r.n LIMIT ?`,
    ),
    readOnTheirWay: journal.prepare(`SELECT n FROM import_row WHERE job = ? AND state = 'intent' ORDER BY n`),
    readRun: journal.prepare('SELECT run FROM import_attempt WHERE job = ? AND n = ? ORDER BY id DESC LIMIT 1'),
    addSkips: journal.prepare(
      `INSERT INTO import_attempt (job, n, at, step, run, detail)
       SELECT job, n, ?, 'skip', ?, ? FROM import_row WHERE job = ? AND state = 'ready' ORDER BY n LIMIT ?`,
    ),
    addPassedOn: journal.prepare(
      `INSERT INTO import_attempt (job, n, at, step, run, detail)
       SELECT job, n, ?, ?, ?, ? FROM import_row
       WHERE job = ? AND state = ? AND n IN (SELECT value FROM json_each(?)) ORDER BY n`,
    ),
    passOn: journal.prepare(
      `UPDATE import_row SET state = ?, at = ?, reason = ?, attempts = iif(state = 'rejected', 0, attempts)
       WHERE job = ? AND state = ? AND n IN (SELECT value FROM json_each(?))`,
    ),
    skipReady: journal.prepare(
      `UPDATE import_row SET state = 'skipped', at = ?1, reason = ?2 WHERE job = ?3 AND state = 'ready'
       AND n IN (SELECT n FROM import_row WHERE job = ?3 AND state = 'ready' ORDER BY n LIMIT ?4)`,
    ),
    readStop: journal.prepare("SELECT 1 FROM import_job WHERE id = ? AND wish = 'stop'"),
  };
}

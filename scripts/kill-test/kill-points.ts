import { DatabaseSync, type SQLInputValue, type StatementResultingChanges, StatementSync } from 'node:sqlite';

/** A moment of the journal at which the program ends itself by SIGKILL. */
export interface KillPoint {
  /** What the transaction holds, or the statement does. In a team also: a move is written down, is done, rows are let go. */
  readonly step: 'stage' | 'send' | 'answer' | 'verdict' | 'checkpoint' | 'debit' | 'move' | 'moved' | 'letGo';
  readonly when: 'before' | 'after';
  /** Number of such moments that pass first. */
  readonly skip: number;
}

const ANSWERS = new Set<unknown>(['created', 'rejected', 'unknown', 'takeBack']);

/**
 * Ends this program at a moment of its journal: before or after the commit of a transaction that holds such a step. The
 * code under test is as it is; only the database underneath is watched.
 */
export function armKillPoint(point: KillPoint): void {
  const words = new WeakMap<StatementSync, string>();
  let found = false;
  let left = point.skip;

  const { prepare, exec } = DatabaseSync.prototype;
  const run = StatementSync.prototype.run as (...values: SQLInputValue[]) => StatementResultingChanges;
  DatabaseSync.prototype.prepare = function (this: DatabaseSync, sql: string, ...more) {
    const statement = prepare.call(this, sql, ...more);
    words.set(statement, sql);
    return statement;
  };
  StatementSync.prototype.run = function (this: StatementSync, ...values: unknown[]) {
    const result = run.apply(this, values as SQLInputValue[]);
    if (stepOf(words.get(this) ?? '', values) === point.step) {
      found = true;
      // Half of the staging is in the transaction, which never ends.
      if (point.step === 'stage' && point.when === 'before') meet();
    }
    return result;
  };
  DatabaseSync.prototype.exec = function (this: DatabaseSync, sql: string) {
    const isMoment = isEndOf(sql, point.step) && (found || point.step === 'checkpoint');
    if (isMoment && point.when === 'before') meet();
    exec.call(this, sql);
    if (isMoment && point.when === 'after') meet();
    if (sql === 'COMMIT' || sql === 'ROLLBACK') found = false;
  };

  function meet(): void {
    found = false;
    if (left-- === 0) process.kill(process.pid, 'SIGKILL');
  }
}

function isEndOf(sql: string, step: KillPoint['step']): boolean {
  return step === 'checkpoint' ? sql.includes('wal_checkpoint') : sql === 'COMMIT';
}

function stepOf(sql: string, values: readonly unknown[]): KillPoint['step'] | null {
  if (sql.includes('INTO import_verdict')) return 'verdict';
  if (sql.includes('INTO import_cell')) return 'stage';
  if (sql.includes('INTO quota_ledger')) return 'debit';
  if (sql.startsWith('INSERT INTO team_move')) return 'move';
  if (sql === 'DELETE FROM team_move') return 'moved';
  if (sql === 'DELETE FROM team_claim WHERE job = ?') return 'letGo';
  if (!sql.startsWith('INSERT INTO import_attempt')) return null;
  if (values[3] === 'send') return 'send';
  return ANSWERS.has(values[3]) ? 'answer' : null;
}

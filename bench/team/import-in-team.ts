import { type SQLInputValue, type StatementResultingChanges, DatabaseSync, StatementSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { basename, join } from 'node:path';
import { createSessionSecrets } from '../../electron/host/session-secrets.ts';
import { startPracticeService } from '../../electron/practice/practice-service.ts';
import { startImport, writePeople } from '../../scripts/campaign/imports.ts';
import { openCoreDesk } from '../../scripts/lib/core-desk.ts';
import type { Access } from './measured-chain.ts';

/** Rows a second that the account of this bench lets through: five times those of a service. */
export const PACE = 20;
const DAY_LIMIT = PACE * 60 * 1440;
const LOOK = 50;

export interface MeasuredImport {
  /** Rows a second, from the first to the last that left. */
  readonly rate: number;
  /** Milliseconds of each row for which it could have left and its claim was not there yet. */
  readonly waits: readonly number[];
}

/**
 * Imports `rows` with the real core into a practice service.
 *
 * @param team null: without one
 */
export async function importInTeam(folder: string, rows: number, team: Access | null): Promise<MeasuredImport> {
  const access = { username: 'anna', password: 'secret word' };
  await using service = await startPracticeService({ leads: 1, ...access, limits: { Leads: DAY_LIMIT } });
  using watched = watchRows();
  const dataFolder = join(folder, team === null ? 'alone' : 'team');
  const secrets = createSessionSecrets();
  await using desk = await openCoreDesk({ dataFolder, url: service.url, speed: 1, secrets });
  if (team !== null) {
    const { port, login, password } = team;
    await desk.call('team:begin', { place: `127.0.0.1:${port}/leads`, login, password, name: login });
  }
  const names = Array.from({ length: rows }, (_, row) => `Person ${row}`);
  const path = writePeople(join(folder, `${basename(dataFolder)}.csv`), names, 30_000_000);
  desk.core.grant({ token: 'file-00000001', path, name: 'people.csv', access: 'read' });
  const jobId = await startImport(desk.call, 'file-00000001');
  for (let waiting = rows; waiting > 0; await sleep(LOOK)) {
    const { summary } = await desk.call('job:get', { jobId });
    if (summary.state === 'needsYou') throw new Error(summary.reason);
    waiting = summary.counts.waiting;
  }
  const left = watched.left.map(({ at }) => at);
  const seconds = ((left.at(-1) ?? Number.NaN) - (left[0] ?? Number.NaN)) / 1_000;
  const waits = watched.left.map(({ n }, place) => {
    const due = place === 0 ? (watched.claimed.get(n) ?? 0) : (left[place - 1] ?? 0) + 1_000 / PACE;
    return Math.max(0, (watched.claimed.get(n) ?? 0) - due);
  });
  return { rate: (left.length - 1) / seconds, waits };
}

interface WatchedRows extends Disposable {
  /** Rows in the order in which they left, and when. */
  readonly left: { readonly n: number; readonly at: number }[];
  /** When the last claim of a row was written down. */
  readonly claimed: ReadonlyMap<number, number>;
}

/** Sees in the statements of the journal when a row is claimed and when it leaves. The code under test is as it is. */
function watchRows(): WatchedRows {
  const left: { n: number; at: number }[] = [];
  const claimed = new Map<number, number>();
  const words = new WeakMap<StatementSync, string>();
  const { prepare } = DatabaseSync.prototype;
  const { run } = StatementSync.prototype;
  DatabaseSync.prototype.prepare = function (this: DatabaseSync, sql: string, ...more) {
    const statement = prepare.call(this, sql, ...more);
    words.set(statement, sql);
    return statement;
  };
  const ran = run as (...values: SQLInputValue[]) => StatementResultingChanges;
  StatementSync.prototype.run = function (this: StatementSync, ...values: unknown[]) {
    const sql = words.get(this) ?? '';
    if (sql.startsWith('INSERT OR REPLACE INTO team_claim')) claimed.set(Number(values[1]), performance.now());
    if (sql.startsWith('INSERT INTO import_attempt') && values[3] === 'send')
      left.push({ n: Number(values[1]), at: performance.now() });
    return ran.apply(this, values as SQLInputValue[]);
  };
  return {
    left,
    claimed,
    [Symbol.dispose]() {
      DatabaseSync.prototype.prepare = prepare;
      StatementSync.prototype.run = run;
    },
  };
}

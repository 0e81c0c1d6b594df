import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { HOUR } from '../../../../shared/domain/time/time.ts';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { VirtualClock } from '../simulation/virtual-clock.ts';
import { createLedgerStore } from './ledger/ledger-store.ts';
import { ServiceDay } from './service-day.ts';

const SERVICE = 'POST leads';
const request = { service: SERVICE, lane: 'import', fairUse: true } as const;

let folder: string;
let clock: VirtualClock;
let open: DatabaseSync[];
let logged: unknown[];

beforeEach(() => {
  folder = specFolder('day-block');
  clock = new VirtualClock();
  open = [];
  logged = [];
});
afterEach(() => {
  for (const database of open) database.close();
});

function connect(): DatabaseSync {
  // A lock is an error at once; the program waits for it first.
  const database = new DatabaseSync(join(folder, 'journal.sqlite'), { timeout: 0 });
  open.push(database);
  return database;
}

/** The day of one run of the program, over the journal on the disk. */
function start(): ServiceDay {
  return new ServiceDay({
    service: SERVICE,
    clock,
    ledger: createLedgerStore(connect()),
    price: () => 1,
    onUnsaved: (error) => logged.push(error),
  });
}

/** As a backup program or a second connection does. Returns how to let go. */
function lockJournal(): () => void {
  const other = connect();
  other.exec('BEGIN IMMEDIATE');
  return () => other.exec('ROLLBACK');
}

describe('a 429 of the day while the journal cannot be written', () => {
  it('blocks, is logged once, and says that it is not saved', () => {
    const day = start();
    lockJournal();
    const endsAt = clock.wallNow() + HOUR;
    day.countThrottled({ service: SERVICE, lane: 'import', units: 0, sentAt: 0, debitedAt: 0 });
    day.exhaust(100_000, endsAt);
    expect(day.stopFor(request)).toEqual({ retryAt: endsAt + 30_000, why: 'usedUp', isLatest: false, unsaved: true });
    expect(day.isUnsaved).toBe(true);
    clock.run(10 * 60_000);
    expect(logged).toEqual([expect.objectContaining({ message: expect.stringMatching(/locked/) })]);
  });

  it('is written as soon as the journal can be written, and holds after a restart', () => {
    const day = start();
    const unlock = lockJournal();
    const endsAt = clock.wallNow() + HOUR;
    day.countThrottled({ service: SERVICE, lane: 'import', units: 0, sentAt: 0, debitedAt: 0 });
    day.exhaust(100_000, endsAt);
    unlock();
    clock.run(1_000);
    expect(day.isUnsaved).toBe(false);
    expect(day.stopFor(request)).toMatchObject({ unsaved: false });
    const next = start();
    expect(next.stopFor(request)).toEqual({ retryAt: endsAt + 30_000, why: 'usedUp', isLatest: false, unsaved: false });
    const minutes = createLedgerStore(connect()).minutes(0, Number.MAX_SAFE_INTEGER);
    expect(minutes).toMatchObject([{ service: SERVICE, lane: 'import', requests: 0, refused: 1 }]);
  });

  it('is written when the account is closed, and nothing is tried after that', () => {
    const day = start();
    const unlock = lockJournal();
    day.exhaust(100_000, clock.wallNow() + HOUR);
    unlock();
    day.close();
    expect(start().stopFor(request)).not.toBeNull();
    const closed = start();
    lockJournal();
    closed.exhaust(null, clock.wallNow() + HOUR);
    closed.close();
    for (const database of open.splice(0)) database.close();
    clock.run(10 * 60_000);
    expect(logged).toHaveLength(2);
  });

  it('is logged again when it happens again', () => {
    const day = start();
    for (const _ of [1, 2]) {
      const unlock = lockJournal();
      day.credit({ service: SERVICE, lane: 'import', units: 0, sentAt: 0, debitedAt: 0 });
      unlock();
      clock.run(clock.monotonicNow() + 60_000);
      expect(day.isUnsaved).toBe(false);
    }
    expect(logged).toHaveLength(2);
  });

  it('is written whole by the next debit', () => {
    const day = start();
    const unlock = lockJournal();
    day.block(clock.wallNow() + 500, 'minute');
    expect(day.isUnsaved).toBe(true);
    expect(day.debit(request)).toMatchObject({ kind: 'stepFailed' });
    expect(day.isUnsaved).toBe(true);
    unlock();
    expect(day.debit(request)).toMatchObject({ kind: 'debited', units: 1 });
    expect(day.isUnsaved).toBe(false);
  });
});

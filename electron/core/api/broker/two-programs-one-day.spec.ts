import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import type { DailyLedger } from '../../../../shared/domain/quota/quota.ts';
import { ENDPOINT } from '../../../../shared/domain/service/services.ts';
import { DAY } from '../../../../shared/domain/time/time.ts';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { VirtualClock } from '../simulation/virtual-clock.ts';
import { createLedgerStore } from './ledger/ledger-store.ts';
import { ServiceDay } from './service-day.ts';

const SERVICE = ENDPOINT.createLeads;
const rows = { service: SERVICE, lane: 'import', fairUse: true } as const;
const PRICE = 8;
/** What the service says in its counts, but the units that were used. */
const said = { limit: 1_000, secondsLeft: 3_600, from: 'counts' } as const;

const folder = specFolder('day');
const databases: DatabaseSync[] = [];
let worlds = 0;
afterEach(() => {
  for (const database of databases.splice(0)) database.close();
});

/** The window and the batch on one data folder: each has its own connection to one journal. */
function world() {
  const clock = new VirtualClock();
  const path = join(folder, `${String((worlds += 1))}.sqlite`);
  const program = () => {
    const database = new DatabaseSync(path, { timeout: 0 });
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF');
    databases.push(database);
    const unsaved: unknown[] = [];
    const options = { service: SERVICE, clock, ledger: createLedgerStore(database), price: () => PRICE };
    const open = () => new ServiceDay({ ...options, onUnsaved: (error) => void unsaved.push(error) });
    const day = open();
    const send = () => expect(day.debit(rows).kind).toBe('debited');
    return { day, database, unsaved, send, open };
  };
  const [window, batch] = [program(), program()];
  const inJournal = () => createLedgerStore(window.database).read(SERVICE);
  const regrouped = (of: typeof window) => {
    of.day.close();
    const joined = of.open();
    joined.takeOver([of.day]);
    return joined;
  };
  return { clock, window, batch, inJournal, regrouped };
}

const ticket = (sentAt: number) => ({ service: SERVICE, lane: 'import', units: PRICE, sentAt, debitedAt: 0 }) as const;

describe('two programs on one budget', () => {
  it('count what both sent, whoever writes last', () => {
    const { window, batch, inJournal } = world();
    window.send();
    batch.send();
    window.send();
    batch.day.ownReserve = 100;
    for (const ledger of [window.day.ledger, batch.day.ledger, inJournal()]) {
      expect(ledger.used).toBe(3 * PRICE);
      expect(ledger.reserve).toBe(100);
    }
  });

  it('stop at the same unit', () => {
    const { window, batch } = world();
    window.day.confirm({ limit: 100, used: 0, secondsLeft: 3_600 });
    window.day.ownReserve = 0;
    for (let sent = 0; sent < 6; sent += 1) for (const program of [window, batch]) program.send();
    expect(window.day.stopFor(rows)).toMatchObject({ why: 'usedUp' });
    expect(batch.day.stopFor(rows)).toEqual(window.day.stopFor(rows));
  });

  it('both hear that the clock was set, by which the day ends at another time', () => {
    const { window, batch, inJournal } = world();
    window.day.confirm({ limit: 100, used: 0, secondsLeft: 3_600 });
    expect(window.day.heardClock(0)).toBe(false);
    const { periodEnd } = window.day.ledger;
    expect(window.day.heardClock(-DAY / 24)).toBe(true);
    for (const ledger of [window.day.ledger, batch.day.ledger, inJournal()])
      expect(ledger.periodEnd).toBe((periodEnd ?? 0) + DAY / 24);
  });

  it('both hear of a day that the service has closed for one of them', () => {
    const { clock, window, batch } = world();
    window.day.exhaust(1_000, clock.wallNow() + 3_600_000);
    expect(batch.day.stopFor(rows)).toEqual(window.day.stopFor(rows));
    expect(batch.day.stopFor(rows)).not.toBeNull();
  });

  it('a count of the service may lack what the other one sent since it was asked', () => {
    const { clock, window, batch, inJournal } = world();
    window.day.confirm({ limit: 1_000, used: 0, secondsLeft: 3_600 });
    clock.run(1_000);
    const askedAt = clock.monotonicNow();
    clock.run(1_100);
    batch.send();
    clock.run(1_200);
    window.day.confirm({ limit: 1_000, used: 0, secondsLeft: 3_600, askedAt, from: 'counts' });
    for (const ledger of [window.day.ledger, batch.day.ledger, inJournal()]) expect(ledger.used).toBe(PRICE);
  });

  it.each([
    ['in this minute', 61_000],
    ['in the last one', 58_000],
    ['at the beginning of the last one', 3_000],
  ])('a program that is opened then takes what was sent %s to be on its way', (_, sentAt) => {
    const { clock, window, batch, inJournal } = world();
    window.day.confirm({ limit: 1_000, used: 0, secondsLeft: 3_600 });
    clock.run(sentAt);
    batch.send();
    clock.run(62_000);
    const opened = window.open();
    opened.confirm({ ...said, used: 0, askedAt: 61_500 });
    for (const ledger of [opened.ledger, batch.day.ledger, inJournal()]) expect(ledger.used).toBe(PRICE);
  });

  it('so it may when the other one gave a unit back meanwhile that had not left', () => {
    const { clock, window, batch, inJournal } = world();
    window.day.confirm({ limit: 1_000, used: 0, secondsLeft: 3_600 });
    batch.send();
    expect(window.day.ledger.used).toBe(PRICE);
    clock.run(3_000);
    const askedAt = clock.monotonicNow();
    clock.run(3_100);
    batch.day.credit(ticket(0));
    batch.send();
    clock.run(3_200);
    window.day.confirm({ limit: 1_000, used: 0, secondsLeft: 3_600, askedAt, from: 'counts' });
    expect(inJournal().used).toBe(PRICE);
  });

  it('so may one that was asked for just after that, also when its ledger was made from others since', () => {
    const { clock, window, batch, inJournal, regrouped } = world();
    window.day.confirm({ limit: 1_000, used: 0, secondsLeft: 3_600 });
    batch.send();
    expect(window.day.ledger.used).toBe(PRICE);
    clock.run(1_000);
    const joined = regrouped(window);
    clock.run(1_100);
    joined.confirm({ limit: 1_000, used: 0, secondsLeft: 3_600, from: 'counts' });
    expect(inJournal().used).toBe(PRICE);
  });

  it('what the other one sent last counts when its ledger is made from others', () => {
    const { clock, window, batch, inJournal, regrouped } = world();
    window.day.confirm({ limit: 1_000, used: 0, secondsLeft: 3_600, from: 'counts' });
    batch.send();
    const joined = regrouped(window);
    for (const ledger of [joined.ledger, inJournal()])
      expect(ledger).toMatchObject({ used: PRICE, byWhom: { own: PRICE } });
    clock.run(1_000);
    joined.confirm({ limit: 1_000, used: PRICE, secondsLeft: 3_600, from: 'counts' });
    expect(inJournal().byWhom).toMatchObject({ own: PRICE, others: 0 });
  });

  it('may lack what came back since it was asked for, also when its ledger was made from others since', () => {
    const { clock, window, inJournal, regrouped } = world();
    window.day.confirm({ ...said, used: 0 });
    clock.run(1_000);
    const askedAt = clock.monotonicNow();
    window.send();
    clock.run(1_100);
    window.day.ended(PRICE);
    const joined = regrouped(window);
    joined.confirm({ ...said, used: 0, askedAt });
    expect(inJournal()).toMatchObject({ used: PRICE, byWhom: { own: PRICE } });
    clock.run(2_000);
    joined.confirm({ ...said, used: PRICE });
    expect(inJournal().byWhom).toMatchObject({ own: PRICE, others: 0 });
  });

  it('what comes back from the period that is over is not taken from the next one, also when that was made from others', () => {
    const { clock, window, inJournal, regrouped } = world();
    window.day.confirm({ limit: 1_000, used: 0, secondsLeft: 60 });
    window.send();
    clock.run(61_000);
    window.send();
    const joined = regrouped(window);
    joined.credit(ticket(0));
    expect(inJournal().used).toBe(PRICE);
  });

  it('what it has sent itself is under way in no other program when its ledger was made from others since', () => {
    const { clock, window, regrouped } = world();
    window.day.confirm({ limit: 1_000, used: 0, secondsLeft: 3_600, from: 'counts' });
    window.send();
    clock.run(500);
    window.day.ended(PRICE);
    const joined = regrouped(window);
    clock.run(1_000);
    // It was answered, so a count without it says that it cost nothing.
    joined.confirm({ limit: 1_000, used: 0, secondsLeft: 3_600, from: 'counts' });
    expect(joined.ledger).toMatchObject({ used: 0, byWhom: { own: 0, others: 0 } });
  });

  it('a count that the answer of the other one has overtaken begins no new day', () => {
    const { clock, window, batch, inJournal } = world();
    window.day.confirm({ ...said, used: 10, askedAt: clock.monotonicNow() });
    clock.run(1_000);
    const askedAt = clock.monotonicNow();
    clock.run(2_000);
    window.day.confirm({ ...said, used: 90, askedAt: 1_500 });
    clock.run(3_000);
    batch.day.confirm({ ...said, used: 40, askedAt });
    expect(inJournal()).toMatchObject({ used: 90, byWhom: { others: 90 } });
    // One that was asked for after it does.
    batch.day.confirm({ ...said, used: 40, askedAt: 2_500 });
    expect(inJournal().used).toBe(40);
  });

  it('an overtaken count that names the end of the next day begins it', () => {
    const { clock, window, batch, inJournal } = world();
    window.day.confirm({ limit: 1_000, secondsLeft: 300, used: 90, from: 'counts' });
    clock.run(3_000);
    batch.day.confirm({ limit: 1_000, secondsLeft: 86_000, used: 1, from: 'counts', askedAt: -1 });
    expect(inJournal().used).toBe(1);
  });

  it('a last count that lies ahead, of a clock that was set back, hides no later one', () => {
    const { clock, window, batch, inJournal } = world();
    window.day.confirm({ ...said, used: 90 });
    clock.sleep(-60_000);
    clock.run(1_000);
    batch.day.confirm({ ...said, used: 40, askedAt: 500 });
    expect(inJournal().used).toBe(40);
  });

  it('what one gave back while the disk was full is not given back again behind a count of the service', () => {
    const { clock, window, batch, inJournal } = world();
    window.send();
    batch.send();
    window.day.ended(PRICE);
    batch.database.exec('BEGIN IMMEDIATE');
    window.day.credit(ticket(clock.monotonicNow()));
    clock.run(1_500);
    batch.database.exec('COMMIT');
    batch.day.ended(PRICE);
    clock.run(2_900);
    batch.day.confirm({ ...said, used: PRICE, askedAt: clock.monotonicNow() });
    expect(inJournal().used).toBe(PRICE);
    clock.run(4_000);
    expect([window.day.isUnsaved, inJournal().used]).toEqual([false, PRICE]);
    // One that is given back after the count is, and be it at once.
    window.send();
    window.day.confirm({ ...said, used: PRICE });
    expect(inJournal().used).toBe(2 * PRICE);
    window.day.ended(PRICE);
    window.day.credit(ticket(clock.monotonicNow()));
    expect(inJournal().used).toBe(PRICE);
  });

  it('a count that could not be written says nothing behind a later one', () => {
    const { clock, window, batch, inJournal } = world();
    batch.database.exec('BEGIN IMMEDIATE');
    window.day.confirm({ ...said, used: 10, askedAt: clock.monotonicNow() });
    clock.run(1_500);
    batch.database.exec('COMMIT');
    batch.day.confirm({ ...said, used: 90, askedAt: clock.monotonicNow() });
    clock.run(4_000);
    expect([window.day.isUnsaved, inJournal().used]).toEqual([false, 90]);
  });

  it.each(['counts', 'header'] as const)(
    'a figure of %s that could not be written lacks what another program sent since',
    (from) => {
      const { clock, window, batch, inJournal } = world();
      window.send();
      batch.database.exec('BEGIN IMMEDIATE');
      window.day.ended(PRICE);
      clock.run(5_000);
      window.day.confirm({ limit: 1_000, secondsLeft: 3_600, from, used: PRICE, askedAt: clock.monotonicNow() });
      batch.database.exec('COMMIT');
      batch.send();
      batch.send();
      clock.run(clock.monotonicNow() + 4_000);
      expect([window.day.isUnsaved, inJournal().used]).toEqual([false, 3 * PRICE]);
    },
  );

  it('a unit is given back behind a count of a clock that was set back', () => {
    const { clock, window, inJournal } = world();
    window.send();
    window.day.confirm({ limit: 1_000, secondsLeft: 3_600, from: 'counts', used: 0 });
    clock.sleep(-60_000);
    window.day.ended(PRICE);
    window.day.credit(ticket(clock.monotonicNow()));
    expect(inJournal().used).toBe(0);
  });

  it('counts no less than nothing as under way where an older program gave back in another minute', () => {
    const { clock, window, inJournal } = world();
    window.send();
    window.day.credit(ticket(clock.monotonicNow()));
    const ledger = createLedgerStore(window.database);
    const minute = Math.floor(clock.wallNow() / 60_000) * 60_000;
    ledger.addMinute({ minute, service: SERVICE, lane: 'import', requests: -2, units: -2 * PRICE, refused: 0 });
    const opened = window.open();
    opened.debit(rows);
    opened.confirm({ limit: 1_000, used: 0, secondsLeft: 3_600, from: 'counts' });
    expect(inJournal()).toMatchObject({ used: PRICE, byWhom: { own: PRICE } });
  });

  it('so may one in a day that the other one has begun', () => {
    const { clock, window, batch, inJournal } = world();
    for (let sent = 0; sent < 3; sent += 1) {
      window.send();
      window.day.ended(PRICE);
    }
    window.day.confirm({ limit: 1_000, used: 3 * PRICE, secondsLeft: 3_600, from: 'counts' });
    clock.run(3_600_000);
    batch.send();
    clock.run(3_600_000 + 100);
    window.day.confirm({ limit: 1_000, used: 0, secondsLeft: DAY / 1000, from: 'counts' });
    expect(inJournal().used).toBe(PRICE);
  });

  it('so may the first one of a program that was opened in between', () => {
    const { clock, window, batch, inJournal } = world();
    window.day.confirm({ limit: 1_000, used: 0, secondsLeft: 3_600 });
    batch.send();
    const opened = window.open();
    clock.run(1_000);
    opened.confirm({ limit: 1_000, used: 0, secondsLeft: 3_600, from: 'counts' });
    expect(inJournal().used).toBe(PRICE);
    clock.run(10_000);
    opened.confirm({ limit: 1_000, used: 0, secondsLeft: 3_600, from: 'counts' });
    expect(inJournal().used).toBe(0);
  });

  it('headers never raise the figure by what the other one sent: a count is held against it later', () => {
    const { clock, window, batch, inJournal } = world();
    batch.send();
    clock.run(100);
    window.day.confirm({ limit: 1_000, used: PRICE, secondsLeft: 3_600 });
    expect(inJournal().used).toBe(PRICE);
  });

  it('what one of them sent is no use of others', () => {
    const { clock, window, batch } = world();
    window.send();
    batch.send();
    batch.day.ended(PRICE);
    window.day.ended(PRICE);
    clock.run(5_000);
    window.day.confirm({ limit: 1_000, used: 2 * PRICE, secondsLeft: null, askedAt: 4_900, from: 'counts' });
    expect(batch.day.ledger.byWhom).toMatchObject({ own: 2 * PRICE, others: 0 });
  });

  it('a change that the journal did not take is made on what the other one wrote meanwhile', () => {
    const { clock, window, batch, inJournal } = world();
    window.send();
    window.send();
    batch.database.exec('BEGIN IMMEDIATE');
    window.day.credit(ticket(clock.monotonicNow()));
    expect(window.unsaved).toHaveLength(1);
    batch.database.exec('COMMIT');
    batch.send();
    expect(window.day.ledger.used).toBe(2 * PRICE);
    clock.run(2_000);
    expect(inJournal().used).toBe(2 * PRICE);
    expect(window.day.isUnsaved).toBe(false);
  });

  it('neither brings the period that is over back', () => {
    const { clock, window, batch, inJournal } = world();
    window.send();
    batch.send();
    clock.run(DAY + 1_000);
    batch.send();
    expect(window.day.ledger.periodStart).toBe(batch.day.ledger.periodStart);
    window.send();
    expect(inJournal().used).toBe(2 * PRICE);
  });

  it('what comes back from the period that is over is not taken from the one that the other one began', () => {
    const { clock, window, batch, inJournal } = world();
    window.send();
    clock.run(DAY + 1_000);
    batch.send();
    window.day.credit(ticket(0));
    expect(inJournal().used).toBe(PRICE);
  });

  it('agree with the journal and with what was sent after any order of steps', () => {
    const step = fc.record({
      byWindow: fc.boolean(),
      what: fc.constantFrom('send', 'send', 'send', 'give back', 'said', 'look', 'lock'),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const { clock, window, batch, inJournal } = world();
        const sent = new Map([window, batch].map((program) => [program, 0]));
        const all = () => [...sent.values()].reduce((sum, count) => sum + count, 0);
        for (const { byWindow, what } of steps) {
          clock.run(clock.monotonicNow() + 100);
          const [program, other] = byWindow ? [window, batch] : [batch, window];
          const own = sent.get(program) ?? 0;
          const send = (by: number) => sent.set(program, own + by);
          if (what === 'send') {
            program.send();
            program.day.ended(PRICE);
            send(1);
          } else if (what === 'give back' && own > 0) {
            program.day.credit(ticket(clock.monotonicNow()));
            send(-1);
          } else if (what === 'lock' && own > 0) {
            // The journal takes nothing for a moment: what is given back meanwhile is written later.
            other.database.exec('BEGIN IMMEDIATE');
            program.day.credit(ticket(clock.monotonicNow()));
            other.database.exec('COMMIT');
            send(-1);
          } else if (what === 'said') {
            // Nobody knows of what the other one still has to give back (decision 0467).
            if (other.day.isUnsaved) clock.run(clock.monotonicNow() + 2_000);
            program.day.confirm({ limit: 5_000, used: all() * PRICE, secondsLeft: 3_600 });
          }
          expect(program.day.ledger.used).toBeGreaterThanOrEqual(all() * PRICE);
        }
        clock.run(clock.monotonicNow() + 130_000);
        const known = ({ used, byWhom }: DailyLedger) => ({ used, byWhom });
        expect(known(window.day.ledger)).toEqual(known(inJournal()));
        expect(known(batch.day.ledger)).toEqual(known(inJournal()));
        expect(inJournal().byWhom.own).toBe(all() * PRICE);
        for (const database of databases.splice(0)) database.close();
      }),
      { numRuns: 60 },
    );
  });
});

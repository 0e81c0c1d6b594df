import { join } from 'node:path';
import { expect, it } from 'vitest';
import { specFolder } from '../../../foundation/folder-fixture.ts';
import { openDurable } from '../../../storage/database.ts';
import { createLedgerStore, createMemoryLedger } from './ledger-store.ts';
import { Shares } from './shares.ts';

it('are everything until a person chose less, and are read again by the next program', () => {
  const ledger = createMemoryLedger();
  const shares = new Shares(ledger, ['POST leads']);
  expect([shares.minute, shares.day, shares.isOwn]).toEqual([100, 100, { minute: false, day: false }]);
  shares.set({ minute: 40, day: null });
  const again = new Shares(ledger, ['POST leads']);
  expect([again.minute, again.day, again.isOwn]).toEqual([40, 100, { minute: true, day: false }]);
  again.set({ minute: null, day: null });
  expect(new Shares(ledger, ['POST leads']).isOwn).toEqual({ minute: false, day: false });
});

it('that were chosen in another program on the data folder hold here, too', () => {
  const folder = specFolder('shares');
  using held = new DisposableStack();
  const open = () => {
    const database = held.adopt(openDurable(join(folder, 'journal.sqlite')), (one) => one.close());
    return new Shares(createLedgerStore(database), ['POST leads']);
  };
  const [app, batch] = [open(), open()];
  expect(batch.minute).toBe(100);
  app.set({ minute: 25, day: 60 });
  expect([batch.minute, batch.day, batch.isOwn]).toEqual([25, 60, { minute: true, day: true }]);
  app.set({ minute: null, day: 70 });
  expect([batch.minute, batch.day]).toEqual([100, 70]);
});

it('hold as they were read last once the journal is closed', () => {
  const database = openDurable(join(specFolder('shares'), 'journal.sqlite'));
  const shares = new Shares(createLedgerStore(database), ['POST leads']);
  shares.set({ minute: 40, day: null });
  database.close();
  expect(shares.minute).toBe(40);
});

it('go with an endpoint into the budget that it is found to draw on', () => {
  const ledger = createMemoryLedger();
  new Shares(ledger, ['GET leads']).set({ minute: null, day: 25 });
  const joined = new Shares(ledger, ['POST leads', 'GET leads']);
  expect(joined.day).toBe(25);
  joined.set({ minute: null, day: 30 });
  expect(new Shares(ledger, ['GET leads']).day).toBe(30);
});

it('are those of one budget', () => {
  const ledger = createMemoryLedger();
  new Shares(ledger, ['GET users']).set({ minute: 40, day: 25 });
  expect(new Shares(ledger, ['POST leads', 'GET leads']).isOwn).toEqual({ minute: false, day: false });
});

it.each([1, 100])('may be %i per cent of the minute and of the day', (percent) => {
  const ledger = createMemoryLedger();
  new Shares(ledger, ['POST leads']).set({ minute: percent, day: percent });
  const again = new Shares(ledger, ['POST leads']);
  expect([again.minute, again.day, again.isOwn]).toEqual([percent, percent, { minute: true, day: true }]);
});

it.each(['', 'x y', '0 101', '1.5 -3'])('that a damaged journal holds as "%s" count as none', (text) => {
  const ledger = createMemoryLedger();
  ledger.writeFact('shares POST leads', text);
  expect(new Shares(ledger, ['POST leads']).isOwn).toEqual({ minute: false, day: false });
});

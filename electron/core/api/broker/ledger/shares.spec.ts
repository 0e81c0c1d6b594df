import { expect, it } from 'vitest';
import { createMemoryLedger } from './ledger-store.ts';
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

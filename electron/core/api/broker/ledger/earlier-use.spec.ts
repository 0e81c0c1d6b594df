import { expect, it } from 'vitest';
import { EMPTY_LEDGER } from '../../../../../shared/domain/quota/quota.ts';
import { DAY, MINUTE } from '../../../../../shared/domain/time/time.ts';
import { Budgets } from './budgets.ts';
import { earlierCounts, earlierUse } from './earlier-use.ts';
import { createMemoryLedger, type MinuteStatistic } from './ledger-store.ts';

const START = Date.UTC(2026, 10, 20, 9);
const minuteOf = (service: string, minute: number): MinuteStatistic => ({
  minute,
  service,
  lane: 'person',
  requests: 2,
  units: 3,
  refused: 1,
});

it('is every minute of every endpoint, with the begin of the period of its budget', () => {
  const ledger = createMemoryLedger();
  new Budgets(ledger).learn([{ name: 'Organization', services: ['GET users', 'GET orgunits'] }], 'limits');
  ledger.write('GET users', { ...EMPTY_LEDGER, periodStart: START });
  ledger.addMinute(minuteOf('GET users', START));
  ledger.addMinute(minuteOf('GET orgunits', START + MINUTE));
  expect(earlierUse(ledger)).toEqual([
    { statistic: minuteOf('GET users', START), periodStart: START },
    { statistic: minuteOf('GET orgunits', START + MINUTE), periodStart: START },
  ]);
});

it('begins with the minute itself when no period is known', () => {
  const ledger = createMemoryLedger();
  ledger.addMinute(minuteOf('GET users', START));
  expect(earlierUse(ledger).map(({ periodStart }) => periodStart)).toEqual([START]);
});

it('leaves out endpoints that this version does not know', () => {
  const ledger = createMemoryLedger();
  ledger.addMinute(minuteOf('PUT leads', START));
  ledger.addMinute(minuteOf('GET users', START));
  expect(earlierUse(ledger).map(({ statistic }) => statistic.service)).toEqual(['GET users']);
});

it('has the counts of the running period, and what was used since', () => {
  const ledger = createMemoryLedger();
  new Budgets(ledger).learn([{ name: 'Organization', services: ['GET users', 'GET orgunits'] }], 'limits');
  const byWhom = { ...EMPTY_LEDGER.byWhom, own: 5, others: 30, told: { used: 32, own: 2, doubtful: 0, lacked: 0 } };
  const told = { ...EMPTY_LEDGER, used: 35, byWhom, periodStart: START, periodEnd: START + DAY };
  ledger.write('GET users', told);
  const count = { name: 'Organization', services: ['GET users', 'GET orgunits'], used: 32, own: 2, later: 3 };
  // The end of a period that we began is not the service's word.
  expect(earlierCounts(ledger, START)).toEqual([{ ...count, periodEnd: null }]);
  ledger.write('GET users', { ...told, origins: { ...told.origins, end: { source: 'counts', at: START } } });
  expect(earlierCounts(ledger, START)).toEqual([{ ...count, periodEnd: START + DAY }]);
  expect(earlierCounts(ledger, START + DAY)).toEqual([]);
});

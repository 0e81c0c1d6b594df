import { expect, it } from 'vitest';
import { DEFAULT_ALERTS } from '../../../shared/domain/quota/alert-defaults.ts';
import type { AlertFacts } from '../../../shared/domain/quota/alert-rules.ts';
import { HOUR } from '../../../shared/domain/time/time.ts';
import { createMemoryLedger } from '../api/broker/ledger/ledger-store.ts';
import { QuotaAlerts } from './quota-alerts.ts';
import { KeptAlertSettings } from './quota-settings.ts';

const START = Date.UTC(2026, 10, 20, 9);

/** Rows of a job that are unknown, and the price at night: two causes that need no forecast. */
const facts = (now: number, part: { since?: number; nightPrice?: number; limit?: number } = {}): AlertFacts => ({
  now,
  settings: DEFAULT_ALERTS,
  budgets: [
    {
      service: 'POST leads',
      title: 'Leads',
      limit: part.limit ?? 100_000,
      others: 0,
      startedAt: null,
      resetsAt: null,
      outlook: {
        state: 'tooEarly',
        runsOutAt: { low: null, middle: null, high: null },
        reserveAt: { low: null, middle: null, high: null },
        leftAtReset: null,
        basis: '',
      },
      soonEmptyAt: null,
    },
  ],
  nightPrice: part.nightPrice ?? 4,
  unknownRows: part.since === undefined ? [] : [{ jobId: 'job', name: 'clubs.csv', rows: 2, since: part.since }],
  accepted: {},
  standing: [],
  clockText: String,
});

it('an alert is raised once, stands through a restart with its time, and is taken back when its cause goes', () => {
  const ledger = createMemoryLedger();
  const alerts = new QuotaAlerts(ledger);
  expect(alerts.look(facts(START, { since: START }))).toEqual({ raised: [], takenBack: [] });
  const { raised } = alerts.look(facts(START + HOUR, { since: START }));
  expect(raised).toMatchObject([{ kind: 'unknownRows', raisedAt: START + HOUR, isSeen: false }]);
  const again = new QuotaAlerts(ledger);
  expect(again.look(facts(START + 2 * HOUR, { since: START })).raised).toEqual([]);
  expect(again.list()).toEqual(raised);
  expect(again.look(facts(START + 3 * HOUR)).takenBack).toEqual(raised);
  expect(new QuotaAlerts(ledger).list()).toEqual([]);
});

it('an alert of a day keeps its id while answers move the reset, and the next day has its own', () => {
  const alerts = new QuotaAlerts(createMemoryLedger());
  const runsOut = (resetsAt: number) => {
    const known = facts(START);
    const at = resetsAt - 7 * HOUR;
    const outlook = { state: 'runsOut', runsOutAt: { low: at, middle: at, high: at } };
    const budgets = known.budgets.map((budget) => ({
      ...budget,
      resetsAt,
      soonEmptyAt: at,
      outlook: { ...budget.outlook, ...outlook } as typeof budget.outlook,
    }));
    return alerts.look({ ...known, budgets });
  };
  // Three quarters of an hour: the middle between two half hours.
  const reset = START + 12.75 * HOUR;
  const [first] = runsOut(reset - 1).raised;
  expect(first?.kind).toBe('exhausted');
  for (const moved of [0, 1_000, -90_000]) expect(runsOut(reset + moved)).toEqual({ raised: [], takenBack: [] });
  expect(runsOut(reset + 24 * HOUR)).toMatchObject({ raised: [{ kind: 'exhausted' }], takenBack: [{ id: first?.id }] });
});

it('a person’s look stays with the alert while its cause stands', () => {
  const ledger = createMemoryLedger();
  const alerts = new QuotaAlerts(ledger);
  const [alert] = alerts.look(facts(START + HOUR, { since: START })).raised;
  alerts.markSeen(alert?.id ?? '', {});
  alerts.look(facts(START + 2 * HOUR, { since: START }));
  expect(new QuotaAlerts(ledger).list()).toMatchObject([{ isSeen: true }]);
  alerts.markSeen('no such alert', {});
  expect(alerts.list()).toHaveLength(1);
});

it('the first figures are what a person knows; a change that was seen is known from then on', () => {
  const ledger = createMemoryLedger();
  const alerts = new QuotaAlerts(ledger);
  expect(alerts.look(facts(START)).raised).toEqual([]);
  const changed = { nightPrice: 1, limit: 50_000 };
  const { raised } = alerts.look(facts(START, changed));
  expect(raised.map(({ kind, service }) => [kind, service])).toEqual([
    ['changed', 'POST leads'],
    ['changed', null],
  ]);
  for (const { id } of raised) alerts.markSeen(id, { 'POST leads': 50_000, nightPrice: 1 });
  expect(new QuotaAlerts(ledger).look(facts(START, changed)).takenBack).toHaveLength(2);
  expect(new QuotaAlerts(ledger).look(facts(START)).raised).toHaveLength(2);
});

it('what a damaged journal holds counts as nothing', () => {
  const ledger = createMemoryLedger();
  for (const fact of ['alerts', 'acceptedTerms', 'alertSettings']) ledger.writeFact(fact, '{"broken');
  expect(new QuotaAlerts(ledger).list()).toEqual([]);
  expect(new KeptAlertSettings(ledger).current).toEqual(DEFAULT_ALERTS);
  ledger.writeFact('alertSettings', '{"exhausted":{"isOn":"yes"}}');
  expect(new KeptAlertSettings(ledger).current).toEqual(DEFAULT_ALERTS);
});

it('settings are read again by the next program', () => {
  const ledger = createMemoryLedger();
  const own = { ...DEFAULT_ALERTS, others: { isOn: false, percent: 7 } };
  new KeptAlertSettings(ledger).current = own;
  expect(new KeptAlertSettings(ledger).current).toEqual(own);
});

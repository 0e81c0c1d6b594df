import { describe, expect, it } from 'vitest';
import { alertSettingsSchema } from '../../../shared/contract/quota/quota-alerts.ts';
import { DEFAULT_ALERTS } from '../../../shared/domain/quota/alert-defaults.ts';
import type { AlertFacts } from '../../../shared/domain/quota/alert-rules.ts';
import { HOUR } from '../../../shared/domain/time/time.ts';
import { createMemoryLedger, type LedgerStore } from '../api/broker/ledger/ledger-store.ts';
import { QuotaAlerts } from './quota-alerts.ts';
import { KeptFact } from './kept-fact.ts';

const settingsOf = (ledger: LedgerStore) => new KeptFact(ledger, 'alertSettings', alertSettingsSchema, DEFAULT_ALERTS);

const START = Date.UTC(2026, 10, 20, 9);

/** Rows of a job that are unknown, and the price at night: two causes that need no forecast. */
const facts = (now: number, part: { since?: number; nightPrice?: number | null; limit?: number } = {}): AlertFacts => ({
  now,
  isInTeam: false,
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
  nightPrice: part.nightPrice === undefined ? 4 : part.nightPrice,
  unknownRows: part.since === undefined ? [] : [{ jobId: 'job', name: 'clubs.csv', rows: 2, since: part.since }],
  accepted: {},
  standing: [],
  clockText: String,
});

it('an alert is raised once, stands through a restart with its time, and is taken back when its cause goes', () => {
  const ledger = createMemoryLedger();
  const alerts = new QuotaAlerts(ledger);
  expect(alerts.look(facts(START, { since: START })).written).toEqual({ raised: [], takenBack: [] });
  const { raised } = alerts.look(facts(START + HOUR, { since: START })).written;
  expect(raised).toMatchObject([{ kind: 'unknownRows', raisedAt: START + HOUR, isSeen: false }]);
  const again = new QuotaAlerts(ledger);
  expect(again.look(facts(START + 2 * HOUR, { since: START })).written.raised).toEqual([]);
  expect(again.list()).toEqual(raised);
  expect(again.look(facts(START + 3 * HOUR)).written.takenBack).toEqual(raised);
  expect(new QuotaAlerts(ledger).list()).toEqual([]);
});

it('an alert of a day keeps its id while answers move the reset, and the next day has its own', () => {
  const alerts = new QuotaAlerts(createMemoryLedger());
  const runsOut = (resetsAt: number, now = START) => {
    const known = facts(now);
    const at = resetsAt - 7 * HOUR;
    const outlook = { state: 'runsOut', runsOutAt: { low: at, middle: at, high: at } };
    const budgets = known.budgets.map((budget) => ({
      ...budget,
      resetsAt,
      soonEmptyAt: at,
      outlook: { ...budget.outlook, ...outlook } as typeof budget.outlook,
    }));
    return alerts.look({ ...known, budgets }).written;
  };
  // Three quarters of an hour: the middle between two half hours.
  const reset = START + 12.75 * HOUR;
  const [first] = runsOut(reset - 1).raised;
  expect(first?.kind).toBe('exhausted');
  for (const moved of [0, 1_000, -90_000]) expect(runsOut(reset + moved)).toEqual({ raised: [], takenBack: [] });
  expect(runsOut(reset + 24 * HOUR, START + 24 * HOUR)).toMatchObject({
    raised: [{ kind: 'exhausted' }],
    takenBack: [{ id: first?.id }],
  });
});

it('an alert about others is the same when it becomes known since when, and when that is known no more', () => {
  const alerts = new QuotaAlerts(createMemoryLedger());
  const othersSince = (startedAt: number | null) => {
    const known = facts(START);
    return alerts.look({ ...known, budgets: known.budgets.map((one) => ({ ...one, others: 5_000, startedAt })) })
      .written;
  };
  expect(othersSince(null).raised).toMatchObject([{ kind: 'others' }]);
  for (const startedAt of [START, START - 5 * HOUR, null])
    expect(othersSince(startedAt)).toEqual({ raised: [], takenBack: [] });
  expect(alerts.look(facts(START)).written.takenBack).toMatchObject([{ kind: 'others' }]);
});

it('a person’s look stays with the alert while its cause stands', () => {
  const ledger = createMemoryLedger();
  const alerts = new QuotaAlerts(ledger);
  const [alert] = alerts.look(facts(START + HOUR, { since: START })).written.raised;
  alerts.markSeen(alert?.id ?? '', {});
  alerts.look(facts(START + 2 * HOUR, { since: START }));
  expect(new QuotaAlerts(ledger).list()).toMatchObject([{ isSeen: true }]);
  alerts.markSeen('no such alert', {});
  expect(alerts.list()).toHaveLength(1);
});

it('the first figures are what a person knows; a change that was seen is known from then on', () => {
  const ledger = createMemoryLedger();
  const alerts = new QuotaAlerts(ledger);
  expect(alerts.look(facts(START)).written.raised).toEqual([]);
  const changed = { nightPrice: 1, limit: 50_000 };
  const { raised } = alerts.look(facts(START, changed)).written;
  expect(raised.map(({ kind, service }) => [kind, service])).toEqual([
    ['changed', 'POST leads'],
    ['changed', null],
  ]);
  for (const { id } of raised) alerts.markSeen(id, { 'POST leads': 50_000, nightPrice: 1 });
  alerts.close();
  const again = new QuotaAlerts(ledger);
  expect(again.look(facts(START, changed)).written.takenBack).toHaveLength(2);
  expect(again.look(facts(START)).written.raised).toHaveLength(2);
});

it('a price is known from the first one that the service showed', () => {
  const alerts = new QuotaAlerts(createMemoryLedger());
  const raised = [null, 1, null, 4].map(
    (nightPrice) => alerts.look(facts(START, { nightPrice })).written.raised.length,
  );
  expect(raised).toEqual([0, 0, 0, 1]);
});

describe('two programs on one data folder', () => {
  const unknown = { since: START - HOUR };

  it('take an alert out of the program once, and both tell their pages', () => {
    const ledger = createMemoryLedger();
    const [app, batch] = [new QuotaAlerts(ledger), new QuotaAlerts(ledger)];
    const raised = app.look(facts(START, unknown));
    expect(raised.forPage.raised).toHaveLength(1);
    expect(raised.written).toEqual(raised.forPage);
    expect(batch.look(facts(START + 1, unknown))).toEqual({
      forPage: raised.forPage,
      written: { raised: [], takenBack: [] },
    });
    // The batch has another opinion, but the app looks.
    expect(batch.look(facts(START + 2)).forPage.takenBack).toEqual([]);
    expect(app.look(facts(START + 3)).written.takenBack).toHaveLength(1);
    expect(batch.look(facts(START + 4)).forPage.takenBack).toHaveLength(1);
    expect(app.list()).toEqual([]);
  });

  it.each([
    ['has closed', (app: QuotaAlerts) => app.close(), START + 1],
    ['was killed two minutes ago', () => undefined, START + 120_000],
    ['looked at a clock that was a day ahead', () => undefined, START - 24 * HOUR],
  ])('the other one looks when the first %s', (_, end, at) => {
    const ledger = createMemoryLedger();
    const [app, batch] = [new QuotaAlerts(ledger), new QuotaAlerts(ledger)];
    app.look(facts(START));
    end(app);
    batch.close();
    expect(batch.look(facts(at, { since: at - HOUR })).written.raised).toHaveLength(1);
  });

  it('the one that looks goes on looking for as long as it lives', () => {
    const ledger = createMemoryLedger();
    const [app, batch] = [new QuotaAlerts(ledger), new QuotaAlerts(ledger)];
    for (let at = START; at < START + HOUR; at += 30_000) {
      app.look(facts(at));
      expect(batch.look(facts(at + 29_000, unknown)).written.raised).toEqual([]);
    }
  });

  it('a look of a person counts in both', () => {
    const ledger = createMemoryLedger();
    const [app, batch] = [new QuotaAlerts(ledger), new QuotaAlerts(ledger)];
    const [alert] = app.look(facts(START, unknown)).written.raised;
    batch.markSeen(alert?.id ?? '', {});
    app.look(facts(START + 30_000, unknown));
    expect(app.list()).toMatchObject([{ isSeen: true }]);
  });

  it('what one is to tell of is what the other goes by', () => {
    const ledger = createMemoryLedger();
    const [app, batch] = [settingsOf(ledger), settingsOf(ledger)];
    app.current = { ...DEFAULT_ALERTS, others: { isOn: false, percent: 7 } };
    expect(batch.current.others).toEqual({ isOn: false, percent: 7 });
  });
});

it('what a damaged journal holds counts as nothing', () => {
  const ledger = createMemoryLedger();
  for (const fact of ['alerts', 'acceptedTerms', 'alertSettings', 'alertsOwner']) ledger.writeFact(fact, '{"broken');
  expect(new QuotaAlerts(ledger).list()).toEqual([]);
  expect(settingsOf(ledger).current).toEqual(DEFAULT_ALERTS);
  ledger.writeFact('alertSettings', '{"exhausted":{"isOn":"yes"}}');
  expect(settingsOf(ledger).current).toEqual(DEFAULT_ALERTS);
});

it('settings are read again by the next program', () => {
  const ledger = createMemoryLedger();
  const own = { ...DEFAULT_ALERTS, others: { isOn: false, percent: 7 } };
  settingsOf(ledger).current = own;
  expect(settingsOf(ledger).current).toEqual(own);
});

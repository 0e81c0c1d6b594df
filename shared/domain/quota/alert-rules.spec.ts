import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE } from '../time/time.ts';
import { DEFAULT_ALERTS } from './alert-defaults.ts';
import { type AlertBudget, alertCauses, type AlertFacts, standingId } from './alert-rules.ts';

const NOW = Date.UTC(2026, 10, 20, 11);
const RESET = NOW + 10 * HOUR;

/** The alert that stands of the running day. */
const SAID = { id: `exhausted POST leads ${RESET}`, kind: 'exhausted', service: 'POST leads' } as const;

const out = (low: number | null, middle: number | null, high: number | null): AlertBudget['outlook'] => ({
  state: 'runsOut',
  runsOutAt: { low, middle, high },
  reserveAt: { low: null, middle: null, high: null },
  leftAtReset: null,
  basis: '',
});

const budget = (over: Partial<AlertBudget> = {}): AlertBudget => ({
  service: 'POST leads',
  title: 'Leads',
  limit: 100_000,
  others: 0,
  startedAt: NOW - 2 * HOUR,
  resetsAt: RESET,
  outlook: out(null, null, null),
  soonEmptyAt: null,
  ...over,
});

const causes = (budgets: readonly AlertBudget[], over: Partial<AlertFacts> = {}) =>
  alertCauses({
    now: NOW,
    settings: DEFAULT_ALERTS,
    budgets,
    isInTeam: false,
    nightPrice: 4,
    unknownRows: [],
    accepted: {},
    standing: [],
    clockText: String,
    ...over,
  });
const kinds = (...facts: Parameters<typeof causes>) => causes(...facts).map(({ kind }) => kind);
const unknown = (since: number, rows = 1) => ({ unknownRows: [{ jobId: 'j', name: 'Fair', rows, since }] });

it('a budget runs out when the hour and the last five minutes agree, and the range is sure of it', () => {
  const sure = out(NOW + 3 * HOUR, NOW + 4 * HOUR, NOW + 5 * HOUR);
  expect(kinds([budget({ outlook: sure, soonEmptyAt: NOW + 4 * HOUR })])).toEqual(['exhausted']);
  expect(kinds([budget({ outlook: sure })])).toEqual([]);
  const likely = out(NOW + 3 * HOUR, NOW + 4 * HOUR, null);
  expect(kinds([budget({ outlook: likely, soonEmptyAt: NOW + 4 * HOUR })])).toEqual([]);
  const within = (minutes: number) => {
    const outlook = out(NOW + 30 * MINUTE, NOW + minutes * MINUTE, null);
    return kinds([budget({ outlook, soonEmptyAt: NOW + minutes * MINUTE })]);
  };
  // The middle is enough within the hour.
  expect([within(59), within(60)]).toEqual([['exhausted'], []]);
});

it('what is more than six hours away is said only when it was said before', () => {
  const at = (hours: number) => {
    const time = NOW + hours * HOUR;
    return budget({ outlook: out(time, time, time + MINUTE), soonEmptyAt: time });
  };
  expect(kinds([at(6)])).toEqual([]);
  expect(kinds([at(5.99)])).toEqual(['exhausted']);
  const standing = [SAID];
  expect(kinds([at(6)], { standing })).toEqual(['exhausted']);
  expect(kinds([at(6)], { standing: [{ ...SAID, service: 'GET leads' }] })).toEqual([]);
  expect(kinds([at(6)], { standing: [{ ...SAID, kind: 'others' }] })).toEqual([]);
});

it('a budget that was said to run out stays until its reset, and is said to be used up', () => {
  const used = budget({ outlook: { ...out(null, null, null), state: 'usedUp' } });
  const standing = [SAID];
  expect(kinds([used])).toEqual([]);
  expect(kinds([used], { standing })).toEqual(['exhausted']);
  expect(kinds([budget()], { standing })).toEqual([]);
});

it('a budget that was said to run out stays while nothing can be forecast, until its reset', () => {
  const unsure = budget({ outlook: { ...out(null, null, null), state: 'unsure' } });
  const standing = [SAID];
  expect(kinds([unsure])).toEqual([]);
  expect(kinds([unsure], { standing })).toEqual(['exhausted']);
  expect(kinds([unsure], { standing, now: RESET })).toEqual([]);
});

it('an alert of the day before says nothing of the next one, of which nothing can be forecast yet', () => {
  const standing = [{ ...SAID, id: `exhausted POST leads ${RESET - 24 * HOUR}` }];
  for (const state of ['tooEarly', 'unsure', 'usedUp'] as const)
    expect(kinds([budget({ outlook: { ...out(null, null, null), state } })], { standing })).toEqual([]);
});

it('nothing is said of a budget that runs out just before its reset', () => {
  const late = out(RESET - 20 * MINUTE, RESET - 14 * MINUTE, RESET - 5 * MINUTE);
  const now = RESET - 3 * HOUR;
  expect(kinds([budget({ outlook: late, soonEmptyAt: RESET - 16 * MINUTE })], { now })).toEqual([]);
  const settings = { ...DEFAULT_ALERTS, exhausted: { isOn: true, minutes: 10 } };
  const told = kinds([budget({ outlook: late, soonEmptyAt: RESET - 16 * MINUTE })], { now, settings });
  expect(told).toEqual(['exhausted']);
});

it('others are worth no alert where no limit is known', () => {
  expect(kinds([budget({ others: 1_000, limit: null })])).toEqual([]);
});

it('a limit and a price that changed are two alerts', () => {
  const accepted = { 'POST leads': 50_000, nightPrice: 1 };
  expect(kinds([budget()], { accepted })).toEqual(['changed', 'changed']);
  expect(kinds([budget({ limit: 50_100 })], { accepted, nightPrice: 1 })).toEqual([]);
});

it('none that a person turned off', () => {
  const settings = {
    exhausted: { ...DEFAULT_ALERTS.exhausted, isOn: false },
    others: { ...DEFAULT_ALERTS.others, isOn: false },
    changed: { ...DEFAULT_ALERTS.changed, isOn: false },
    unknownRows: { ...DEFAULT_ALERTS.unknownRows, isOn: false },
  };
  const one = budget({ others: 5_000, outlook: out(NOW, NOW, NOW), soonEmptyAt: NOW });
  expect(kinds([one], { settings, ...unknown(0), accepted: { 'POST leads': 1 } })).toEqual([]);
});

it('the alert about others says since when, as far as that is known', () => {
  const since = NOW - 2 * HOUR;
  const [known] = causes([budget({ others: 5_000 })]);
  expect([known?.id, known?.text]).toEqual([
    `others POST leads ${since}`,
    expect.stringContaining(`5,000 of 100,000 units since ${since} that`),
  ]);
  const [open] = causes([budget({ others: 5_000, startedAt: null })]);
  expect([open?.id, open?.text]).toEqual(['others POST leads 0', expect.stringContaining('100,000 units that')]);
});

it('the alert about others says in a team that colleagues may have used the units', () => {
  const textOf = (isInTeam: boolean) => causes([budget({ others: 5_000 })], { isInTeam })[0]?.text;
  expect(textOf(false)).toContain('that Lead Console did not use. Find out who uses this account');
  expect(textOf(true)).toContain('that this computer did not use. Colleagues of the team may have used them');
});

it('others are one unit at least, whatever percent a person set', () => {
  const settings = { ...DEFAULT_ALERTS, others: { isOn: true, percent: 0 } };
  expect(kinds([budget({ others: 0 })], { settings })).toEqual([]);
  expect(kinds([budget({ others: 1 })], { settings })).toEqual(['others']);
  const [first] = causes([budget({ others: 1, limit: 1, startedAt: null })]);
  expect(first?.text).toContain('at least 1 of 1 unit that Lead Console did not use');
});

it('an alert stands for its day, kind and service', () => {
  const cause = { id: `exhausted A ${NOW}`, day: NOW, kind: 'exhausted', service: 'A' } as never;
  const standing = (kind: string, service: string, at: number) => ({ id: `${kind} ${service} ${at}`, kind, service });
  const idOf = (...known: readonly object[]) => standingId(cause, known as never);
  const near = NOW + 12 * HOUR - 1;
  expect(idOf(standing('exhausted', 'A', near))).toBe(`exhausted A ${near}`);
  expect(idOf(standing('exhausted', 'A', NOW + 12 * HOUR))).toBe(`exhausted A ${NOW}`);
  expect(idOf(standing('others', 'A', near), standing('exhausted', 'B', near))).toBe(`exhausted A ${NOW}`);
});

it('a budget runs out for sure before its reset, and in time', () => {
  const at = (middle: number, high: number, soonEmptyAt: number) =>
    kinds([budget({ outlook: out(middle, middle, high), soonEmptyAt })]);
  // The late edge and half as far again is looked at, four and six hours from now.
  expect(at(NOW + 4 * HOUR, NOW + 8 * HOUR - 1, NOW + 4 * HOUR)).toEqual(['exhausted']);
  expect(at(NOW + 4 * HOUR, NOW + 8 * HOUR, NOW + 4 * HOUR)).toEqual([]);
  const resetsAt = NOW + 4 * HOUR;
  const latest = resetsAt - DEFAULT_ALERTS.exhausted.minutes * MINUTE;
  const late = (soonEmptyAt: number) =>
    kinds([budget({ resetsAt, outlook: out(latest, latest, latest + MINUTE), soonEmptyAt })]);
  expect(late(latest)).toEqual(['exhausted']);
  expect(late(latest + 1)).toEqual([]);
});

it('a budget that was said to run out is said to until its late edge reaches the reset', () => {
  const at = (high: number) =>
    kinds([budget({ outlook: out(NOW, NOW + 4 * HOUR, high), soonEmptyAt: NOW + 4 * HOUR })], {
      standing: [SAID],
    });
  expect(at(RESET - 1)).toEqual(['exhausted']);
  expect(at(RESET)).toEqual([]);
});

it('unknown rows are counted in words', () => {
  const titleOf = (rows: number) => causes([budget()], unknown(NOW - 2 * DAY, rows)).map(({ title }) => title);
  expect([titleOf(1), titleOf(2)]).toEqual([['1 row of Fair is unknown'], ['2 rows of Fair are unknown']]);
});

describe('before anybody set something else, a person is warned of', () => {
  it('a quota that runs out a quarter of an hour before its reset or earlier', () => {
    const resetsAt = NOW + 2 * HOUR;
    const runsOut = (at: number) => kinds([budget({ resetsAt, outlook: out(at, at, at), soonEmptyAt: at })]);
    expect([runsOut(resetsAt - 15 * MINUTE), runsOut(resetsAt - 15 * MINUTE + 1)]).toEqual([['exhausted'], []]);
  });

  it('a hundredth of the day that others use', () => {
    expect([kinds([budget({ others: 1000 })]), kinds([budget({ others: 999 })])]).toEqual([['others'], []]);
  });

  it('a limit that changed by a hundredth, when it is known', () => {
    const changed = (limit: number | null) => kinds([budget({ limit })], { accepted: { 'POST leads': 100_000 } });
    expect([101_000, 99_000, 100_999, null].map(changed)).toEqual([['changed'], ['changed'], [], []]);
  });

  it('a row that is unknown for an hour', () => {
    expect(kinds([budget()], unknown(NOW - HOUR))).toEqual(['unknownRows']);
    expect(kinds([budget()], unknown(NOW - HOUR + 1))).toEqual([]);
    // Also before the service has named a budget.
    expect(kinds([], unknown(NOW - HOUR))).toEqual(['unknownRows']);
  });
});

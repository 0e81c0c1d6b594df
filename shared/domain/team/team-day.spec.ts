import { expect, test } from 'vitest';
import { HOUR } from '../time/time.ts';
import { sharesWords, teamDay, usedWords } from './team-day.ts';
import { type Colleague, colleague } from './team-fixture.ts';

type Use = NonNullable<Colleague['use']>;

const now = Date.UTC(2026, 10, 27, 4, 10);
const resetsAt = now + 3 * HOUR;
const LEADS = 'POST leads';
const LOOK = 'GET leads';

function told(units: number, change: Partial<Use> = {}, budget: Partial<Use['budgets'][number]> = {}): Use {
  const budgets = [{ endpoints: [LEADS], units, resetsAt, share: 25, ...budget }];
  return { at: now - 60_000, isSameUser: true, budgets, ...change };
}
const budget = {
  endpoints: [{ service: LEADS, title: 'Leads', isLikely: false }],
  shares: { minute: { percent: 100, isOwn: false }, day: { percent: 50, isOwn: true } },
  daily: { own: 25_000, used: 36_000, remaining: 64_000, startedAt: now - 21 * HOUR },
};
const me = colleague(2, 'Freja', { isMe: true });
const dayOf = (...colleagues: Colleague[]) => teamDay({ colleagues: [...colleagues, me] }, budget, now);
const when = (at: number) => new Date(at).toISOString().slice(11, 16);

test('each computer has what it counted itself, and the rest is what nobody told', () => {
  const day = dayOf(colleague(1, 'Anna', { use: told(9000) }));
  expect(day.computers.map(({ computer, units, share }) => [computer, units, share])).toEqual([
    ['Freja’s computer', 25_000, 50],
    ['Anna’s computer', 9000, 25],
  ]);
  expect(day).toMatchObject({ rest: 2000, ahead: 0, left: 64_000 });
  expect(day.computers.map((one) => usedWords(one, when))).toEqual(['25,000', '9,000 as of 04:09']);
});

test.each<[string, Partial<Colleague>]>([
  ['who has told nothing', {}],
  ['whose day was over before this one began', { use: told(9000, {}, { resetsAt: now - HOUR }) }],
  ['who knew of no day and was heard before this one', { use: told(0, { at: now - 22 * HOUR }, { resetsAt: null }) }],
  ['who had used nothing, before this day', { use: told(0, { at: now - 22 * HOUR, budgets: [] }) }],
  ['who counts endpoints together that are apart here', { use: told(9000, {}, { endpoints: [LEADS, LOOK] }) }],
])('a colleague %s is not known, and not nothing', (_, change) => {
  const day = dayOf(colleague(1, 'Åsa', change));
  expect(day.computers[1]).toMatchObject({ computer: 'Åsa’s computer', units: null, at: null });
  expect(day.rest).toBe(11_000);
  expect(day.computers[1] && usedWords(day.computers[1], when)).toBe('not known');
});

test('who was heard in this day and had used nothing has used nothing, as of then', () => {
  for (const said of [told(0, {}, { resetsAt: null }), told(0, { budgets: [] })])
    expect(dayOf(colleague(1, 'Bent', { use: said })).computers[1]).toMatchObject({ units: 0, at: now - 60_000 });
});

test('counters that a colleague holds apart are one together', () => {
  const apart = [LEADS, LOOK].map((endpoint) => ({ endpoints: [endpoint], units: 100, resetsAt, share: 100 }));
  const both = { ...budget, endpoints: [LEADS, LOOK].map((service) => ({ service, title: service, isLikely: false })) };
  const anna = colleague(1, 'Anna', { use: told(0, { budgets: apart }) });
  expect(teamDay({ colleagues: [anna, me] }, both, now).computers[1]?.units).toBe(200);
  // Here they are apart, too.
  expect(dayOf(anna).computers[1]?.units).toBe(100);
});

test('another user of the service has another quota', () => {
  const day = dayOf(colleague(1, 'Carla', { use: told(9000, { isSameUser: false }) }));
  expect(day.computers[1]).toMatchObject({ units: null, isOtherUser: true });
  expect(day.computers[1] && usedWords(day.computers[1], when)).toMatch(/^another user/);
  expect(day.rest).toBe(11_000);
});

test('a former self is counted once, and who has left is named with what they told', () => {
  const day = dayOf(
    colleague(1, 'Freja', { isFormer: true, use: told(20_000) }),
    colleague(3, 'Bent', { hasLeft: true, use: told(500) }),
    colleague(4, 'Dora', { hasLeft: true }),
  );
  expect(day.computers.map(({ computer }) => computer)).toEqual(['Freja’s computer', 'Bent’s computer']);
  expect(day.rest).toBe(10_500);
});

test('colleagues may have told more than is counted here so far', () => {
  expect(dayOf(colleague(1, 'Anna', { use: told(12_000) }))).toMatchObject({
    rest: 0,
    ahead: 1000,
    used: 37_000,
    left: 63_000,
  });
});

test.each([
  [[25], 'Shares add up to 75 %.'],
  [[60, 25], 'Shares add up to 135 %: more than the day has.'],
])('says what the shares %j and half of the day make', (shares, words) => {
  const others = shares.map((share, place) => colleague(place + 3, 'Anna', { use: told(1, {}, { share }) }));
  expect(sharesWords(dayOf(...others))).toBe(words);
});

test('nothing is said of shares that nobody has chosen, and not all are known without all words', () => {
  expect(sharesWords({ computers: dayOf().computers.map((one) => ({ ...one, share: 100 })) })).toBe('');
  expect(sharesWords(dayOf(colleague(1, 'Anna')))).toBe('Shares that are known add up to 50 %.');
});

import { expect, test } from 'vitest';
import type { ServiceQuota } from '../../../shared/contract/quota/quota.ts';
import { ENDPOINT } from '../../../shared/domain/service/services.ts';
import { exampleBudget } from '../testing/examples.ts';
import {
  budgetFor,
  dayPace,
  enoughWords,
  idleWords,
  isInUse,
  minuteUse,
  resetTime,
  resetWords,
} from './quota-words.ts';

const now = Date.UTC(2026, 10, 17, 12, 47);
const hour = 3_600_000;

function service(part: Partial<ServiceQuota> = {}): ServiceQuota {
  return exampleBudget({
    minute: { limit: 240, remaining: 26, resetsAt: now + 30_000 },
    daily: {
      ...exampleBudget().daily,
      used: 38_412,
      own: 38_412,
      remaining: 61_588,
      resetsAt: now + 18 * hour,
    },
    sentLastMinute: 214,
    reserve: { units: 500, isOwn: false },
    ...part,
  });
}

test('the minute empties by itself when it is over', () => {
  expect(minuteUse(service(), now)).toEqual({ used: 214, limit: 240 });
  expect(minuteUse(service(), now + 31_000)).toEqual({ used: 0, limit: 240 });
  expect(minuteUse(service({ minute: null }), now)).toBeNull();
});

test('the pace is the share of the day that has passed, and nothing before the period is known', () => {
  expect(dayPace(service(), now)).toBeCloseTo(0.25);
  expect(dayPace(service({ daily: { ...service().daily, resetsAt: null } }), now)).toBeUndefined();
  expect(dayPace(service(), now + 19 * hour)).toBeUndefined();
});

test('the reset names the day and the zone', () => {
  expect(resetWords(service(), now)).toMatch(/^resets tomorrow \d\d:\d\d CET$/);
  expect(resetWords(service(), now + 19 * hour)).toBe('reset not known');
  // Where space is short.
  expect(resetTime(service(), now)).toMatch(/^resets [A-Z][a-z]{2} \d\d:\d\d CET$/);
  expect(resetTime(service(), now + 12 * hour)).toMatch(/^resets \d\d:\d\d CET$/);
});

test('what the rest is enough for follows the price', () => {
  expect(enoughWords(service({ price: 8 }))).toBe('Enough for 7,698 rows at 8 units each.');
  expect(enoughWords(service({ price: 1 }))).toBe('Enough for 61,588 rows.');
  expect(
    enoughWords(service({ endpoints: [{ service: 'GET leads', title: 'Saved searches', isLikely: false }], price: 1 })),
  ).toBe('Enough for 61,588 requests.');
  expect(enoughWords(service({ daily: { ...service().daily, limit: null, remaining: null } }))).toContain(
    'not known yet',
  );
});

test('idle services take one line', () => {
  const idle = { ...exampleBudget().daily, limit: 10_000, remaining: 10_000 };
  expect(isInUse(service({ service: 'GET leads', daily: idle }))).toBe(false);
  expect(isInUse(service({ daily: idle }))).toBe(true);
  expect(idleWords(service({ title: 'Saved searches', daily: idle }))).toBe('Saved searches (10,000 left)');
});

test('the rail shows the budget of imports, and on the page of exports the one of reading that is used most', () => {
  const used = (units: number) => ({ ...exampleBudget().daily, limit: 100, used: units, remaining: 100 - units });
  const imports = service({ service: ENDPOINT.createLeads, daily: used(70), sentLastMinute: 0 });
  const reading = (id: string, units: number) =>
    service({ service: id, endpoints: [{ service: id, title: id, isLikely: false }], daily: used(units) });
  const simple = reading('GET simpleleads', 3);
  const raw = reading('GET rawleads', 2);
  const account = service({ service: 'GET myaccount', daily: used(95) });
  expect(budgetFor('import', [account, simple, raw, imports])).toBe(imports);
  expect(budgetFor('export', [account, raw, simple, imports])).toBe(simple);
  expect(budgetFor('export', [account, { ...raw, daily: used(0) }, imports])).toBe(imports);
  const sending = { ...imports, sentLastMinute: 3 };
  expect(budgetFor('export', [simple, sending])).toBe(sending);
  expect([budgetFor('export', [account]), budgetFor('import', [])]).toEqual([account, undefined]);
});

import { describe, expect, it } from 'vitest';
import fc from 'fast-check';
import { createPracticeClock } from '../foundation/clock.ts';
import type { MinuteWindow } from '../foundation/options.ts';
import { minuteLimit, RateLimits } from './rate-limits.ts';
import type { PeriodState } from './rate-limits.ts';
import { fairUse, goodLead, startForSpec, tuesdayNoon } from '../client-fixture.ts';

function limitsOf(daily: number, minuteWindow: MinuteWindow = 'anchored', start = tuesdayNoon, nightPrice: 1 | 4 = 4) {
  const clock = createPracticeClock({ start, speed: 0 });
  const saved = new Map<string, PeriodState>();
  const settings = {
    limitOf: () => daily,
    minuteWindow,
    nightPrice,
    clock,
    load: (service: string) => saved.get(service) ?? null,
    save: (service: string, state: PeriodState) => void saved.set(service, state),
  };
  return { clock, limits: new RateLimits(settings), again: () => new RateLimits(settings) };
}

function admitMany(limits: RateLimits, count: number): number {
  let admitted = 0;
  for (let n = 0; n < count; n += 1) admitted += limits.admit('Leads', true).admitted ? 1 : 0;
  return admitted;
}

describe('prices and the daily period', () => {
  it.each([
    ['07:59:59', '2026-11-17T06:59:59Z', 4],
    ['08:00', '2026-11-17T07:00:00Z', 8],
    ['20:59:59', '2026-11-17T19:59:59Z', 8],
    ['21:00', '2026-11-17T20:00:00Z', 4],
    ['08:00 in summer', '2026-07-01T06:00:00Z', 8],
    ['07:59 in summer', '2026-07-01T05:59:00Z', 4],
  ])('at %s in Copenhagen a request without fair use costs what the hour says', (_name, instant, price) => {
    const { limits } = limitsOf(100_000, 'anchored', Date.parse(instant));
    expect(limits.admit('Leads', false)).toMatchObject({
      price,
      figures: { limit: 100_000, remaining: 100_000 - price, resetIn: 86_400_000 },
    });
    expect(limits.admit('Leads', true)).toMatchObject({ price: 1, figures: { limit: 240, remaining: 239 } });
  });

  it('costs 1 at night when the setting says so', () => {
    expect(limitsOf(100_000, 'anchored', Date.parse('2026-11-17T22:00:00Z'), 1).limits.price('Leads', false)).toBe(1);
  });

  it('has no prices and no minute up to 10,000 a day', () => {
    const { limits } = limitsOf(10_000);
    expect(limits.admit('Account', false)).toMatchObject({ price: 1, figures: { limit: 10_000, remaining: 9_999 } });
    expect(limits.admit('Account', true)).toMatchObject({ price: 1, figures: { limit: 10_000, remaining: 9_998 } });
  });

  it('begins with the first request and lasts 24 hours, wherever midnight is', () => {
    const { limits, clock } = limitsOf(3);
    clock.advance(5_000);
    for (let n = 0; n < 3; n += 1) expect(limits.admit('Leads', false).admitted).toBe(true);
    clock.advance(86_399_999);
    expect(limits.admit('Leads', false)).toMatchObject({
      admitted: false,
      exceeded: 'day',
      figures: { limit: 3, remaining: 0, resetIn: 1 },
    });
    clock.advance(1);
    expect(limits.admit('Leads', false)).toMatchObject({ admitted: true, figures: { remaining: 2 } });
  });

  it('counts services apart and remembers what was saved', () => {
    const { limits, again } = limitsOf(2);
    limits.admit('Leads', false);
    limits.admit('Leads', false);
    expect(limits.admit('SimpleLeads', false).admitted).toBe(true);
    expect(again().admit('Leads', false).admitted).toBe(false);
  });

  it('names the daily period when both limits are exceeded', () => {
    const { limits } = limitsOf(10_001);
    const { limits: other, clock } = limitsOf(10_001);
    expect(admitMany(limits, 300)).toBe(240);
    expect(limits.admit('Leads', true)).toMatchObject({ exceeded: 'minute', figures: { limit: 240, remaining: 0 } });
    for (let minute = 0; minute < 42; minute += 1) {
      admitMany(other, 240);
      clock.advance(60_000);
    }
    expect(other.admit('Leads', true)).toMatchObject({
      admitted: false,
      exceeded: 'day',
      figures: { limit: 10_001, remaining: 0 },
    });
  });

  it.each([
    [10_001, 240],
    [345_600, 240],
    [345_601, 241],
    [500_000, 348],
  ])('allows %i a day %i a minute', (daily, minute) => {
    expect(minuteLimit(daily)).toBe(minute);
  });
});

describe('the minute', () => {
  it('anchored: starts with its first request', () => {
    const { limits, clock } = limitsOf(100_000, 'anchored', tuesdayNoon + 30_000);
    expect(admitMany(limits, 241)).toBe(240);
    clock.advance(59_999);
    expect(limits.admit('Leads', true)).toMatchObject({ admitted: false, figures: { resetIn: 1 } });
    clock.advance(1);
    expect(admitMany(limits, 241)).toBe(240);
  });

  it('aligned: starts with the minute of the clock', () => {
    const { limits, clock } = limitsOf(100_000, 'aligned', tuesdayNoon + 45_000);
    expect(limits.admit('Leads', true)).toMatchObject({ figures: { resetIn: 15_000 } });
    expect(admitMany(limits, 240)).toBe(239);
    clock.advance(15_000);
    expect(admitMany(limits, 241)).toBe(240);
  });

  it('sliding: frees a place 60 seconds after it was taken', () => {
    const { limits, clock } = limitsOf(100_000, 'sliding');
    expect(admitMany(limits, 120)).toBe(120);
    clock.advance(30_000);
    expect(admitMany(limits, 200)).toBe(120);
    expect(limits.figures('Leads', true)).toEqual({ limit: 240, remaining: 0, resetIn: 30_000 });
    clock.advance(30_000);
    expect(admitMany(limits, 200)).toBe(120);
  });

  it.each<MinuteWindow>(['anchored', 'aligned', 'sliding'])(
    '%s: never lets more than the limit into one of its windows',
    (minuteWindow) => {
      fc.assert(
        fc.property(fc.array(fc.integer({ min: 0, max: 40_000 }), { maxLength: 12 }), (pauses) => {
          const { limits, clock } = limitsOf(100_000, minuteWindow);
          const taken: number[] = [];
          for (const pause of pauses) {
            clock.advance(pause);
            const before = limits.figures('Leads', true).remaining;
            const admitted = admitMany(limits, 100);
            expect(admitted).toBe(Math.min(100, before));
            for (let n = 0; n < admitted; n += 1) taken.push(clock.now());
          }
          // Two fixed windows can meet, so only the sliding one bounds every 60 seconds.
          const bound = minuteWindow === 'sliding' ? 240 : 480;
          for (const start of taken)
            expect(taken.filter((at) => at >= start && at < start + 60_000).length).toBeLessThanOrEqual(bound);
        }),
        { numRuns: 25 },
      );
    },
  );
});

describe('over HTTP', () => {
  it('refuses with the figures of the exceeded period and creates nothing', async () => {
    const { post, service, clock } = await startForSpec({ limits: { Leads: 10_001 }, dialect: { retryAfter: true } });
    for (let n = 0; n < 240; n += 1) await post(goodLead(), fairUse);
    const refused = await post(goodLead(), fairUse);
    expect(refused).toMatchObject({
      status: 429,
      headers: {
        'x-rate-limit-limit': '240',
        'x-rate-limit-remaining': '0',
        'x-rate-limit-reset': '60',
        'retry-after': '60',
      },
    });
    expect(service.ledger).toMatchObject({ accepted: 240, refused: 1 });
    expect(service.counts()['Leads']).toMatchObject({
      requests: 241,
      admitted: 240,
      units: 240,
      fairUse: 241,
      tooManyRequests: 1,
      peakPerSecond: 241,
    });
    clock.advance(60_000);
    expect(await post(goodLead(), fairUse)).toMatchObject({ status: 200 });
  });

  it('answers limits and counts as a list or a map', async () => {
    const list = await startForSpec();
    await list.post(goodLead());
    expect((await list.call('GET', '/myaccount/request/limits')).json).toContainEqual({
      service: 'Leads',
      limit: 100_000,
      fairUseMinuteLimit: 240,
    });
    expect((await list.call('GET', '/myaccount/request/counts')).json).toEqual(
      expect.arrayContaining([
        {
          service: 'Leads',
          count: 8,
          periodStart: '2026-11-17T13:47:00.0000000',
          periodEnd: '2026-11-18T13:47:00.0000000',
          secondsLeft: 86_400,
        },
        { service: 'SimpleLeads', count: 0 },
      ]),
    );
    const map = await startForSpec({ dialect: { limitsShape: 'map' }, counting: 'endpoint' });
    await map.post(goodLead());
    expect((await map.call('GET', '/myaccount/request/limits')).json).toMatchObject({
      'POST leads': 100_000,
      'GET users': 10_000,
    });
    expect((await map.call('GET', '/myaccount/request/counts')).json).toMatchObject({
      'POST leads': 8,
      'GET leads': 0,
      'GET myaccount': 2,
    });
  });

  it('can send Reset as a Unix time, and shortens it when the clock runs faster', async () => {
    const unix = await startForSpec({ dialect: { resetForm: 'unix' } });
    expect((await unix.post(goodLead(), fairUse)).headers['x-rate-limit-reset']).toBe(String(tuesdayNoon / 1000 + 60));
    const fast = await startForSpec({ clock: createPracticeClock({ start: tuesdayNoon, speed: 60 }) });
    expect((await fast.post(goodLead(), fairUse)).headers['x-rate-limit-reset']).toBe('1');
  });
});

import { describe, expect, test } from 'vitest';
import type { Segment } from '../../../../shared/contract/segments/segments.ts';
import { exampleSegment } from '../../testing/examples.ts';
import {
  barOf,
  daysUntil,
  goalNews,
  monthsIn,
  parseWallTime,
  sorted,
  stateOf,
  timeSpan,
  wallTimeAt,
  windowOf,
} from './segment-model.ts';

const now = Date.UTC(2026, 10, 17, 13, 47);

function segment(part: Partial<Segment> = {}): Segment {
  const window = { activeFrom: '2026-11-02T00:00:00', activeTill: '2026-11-30T00:00:00' };
  return exampleSegment({ ...window, goalTargetValue: 2000, goalCurrentValue: 1240, ...part });
}

describe('state', () => {
  test.each([
    [{}, 'active'],
    [{ isActive: false }, 'off'],
    [{ activeFrom: '2026-11-23' }, 'coming'],
    [{ activeTill: '2026-11-17T13:46:00' }, 'ended'],
    [{ isActive: false, activeTill: '2026-11-01' }, 'ended'],
    [{ activeFrom: null, activeTill: null }, 'active'],
    [{ activeFrom: 'soon', activeTill: null }, 'active'],
  ] as const)('%o is %s', (part, state) => {
    expect(stateOf(segment(part), now)).toBe(state);
  });

  test("the service's clock decides, not the person's", () => {
    const instant = Date.UTC(2026, 10, 17, 23, 30);
    expect(new Date(wallTimeAt(instant)).toISOString()).toBe('2026-11-18T00:30:00.000Z');
  });
});

describe('goal', () => {
  test.each([
    [{}, 'onPace'],
    [{ goalCurrentValue: 1900 }, 'ahead'],
    [{ goalCurrentValue: 100 }, 'behind'],
    [{ goalCurrentValue: 2000 }, 'reached'],
    [{ goalTargetValue: null }, 'noTarget'],
    [{ goalTargetValue: 0 }, 'noTarget'],
    [{ activeFrom: null }, 'open'],
    [{ activeTill: '2026-11-10' }, 'notReached'],
    [{ activeFrom: '2026-11-20', goalCurrentValue: 0 }, 'notStarted'],
  ] as const)('%o is %s', (part, news) => {
    expect(goalNews(segment(part), now)).toBe(news);
  });
});

describe('time line', () => {
  const span = timeSpan(now);

  test('shows last month to the end of the next', () => {
    expect(monthsIn(span).map((month) => new Date(month).getUTCMonth())).toEqual([9, 10, 11]);
  });

  test('ends beyond the line are not drawn as ends', () => {
    expect(barOf(windowOf(segment({ activeTill: '2027-01-29' })), span)).toMatchObject({
      startsHere: true,
      endsHere: false,
    });
    expect(barOf({ from: null, till: null }, span)).toMatchObject({
      left: 0,
      width: 1,
      startsHere: false,
      endsHere: false,
    });
  });

  test('a window that lies outside says on which side', () => {
    expect(barOf({ from: null, till: parseWallTime('2025-01-01') }, span).isOutside).toBe('before');
    expect(barOf({ from: parseWallTime('2028-01-01'), till: null }, span).isOutside).toBe('after');
  });

  test('less than a day away is one day', () => {
    expect(daysUntil(now + 1000, now)).toBe(1);
  });
});

test('active ones come first, each group by the date that comes next', () => {
  const list = [
    segment({ uniqueId: 'ended', activeTill: '2026-11-01' }),
    segment({ uniqueId: 'endless', activeTill: null }),
    segment({ uniqueId: 'coming', activeFrom: '2026-11-23' }),
    segment({ uniqueId: 'next' }),
  ];
  expect(sorted(list, now).map(({ uniqueId }) => uniqueId)).toEqual(['next', 'endless', 'coming', 'ended']);
});

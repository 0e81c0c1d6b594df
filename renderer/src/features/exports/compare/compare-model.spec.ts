import { describe, expect, it } from 'vitest';
import { exampleExport } from '../../../testing/examples.ts';
import { parseChange, proposedPair, resultNames, resultOf } from './compare-model.ts';
import { valuesSideBySide } from './field-values.ts';

const at = Date.parse('2026-11-17T12:47:00Z');

describe('the names of two results', () => {
  const names = (before: string, now: string) => resultNames(Date.parse(before), Date.parse(now), at);

  it.each([
    ['2026-11-16T16:58:00Z', '2026-11-17T12:46:00Z', 'yesterday', 'today'],
    ['2026-11-14T16:58:00Z', '2026-11-16T12:46:00Z', 'Saturday', 'yesterday'],
    ['2026-10-14T16:58:00Z', '2026-11-17T12:46:00Z', 'Oct 14', 'today'],
    // In the zone of the service it is the next day already.
    ['2026-11-15T23:30:00Z', '2026-11-17T12:46:00Z', 'yesterday', 'today'],
    ['2026-11-17T08:00:00Z', '2026-11-17T12:46:00Z', '09:00', '13:46'],
    ['2026-11-17T12:46:05Z', '2026-11-17T12:46:30Z', 'before', 'now'],
  ])('%s and %s are %s and %s', (before, now, first, second) => {
    expect(names(before, now)).toEqual({ before: first, now: second });
  });

  it.each([
    ['2027-03-28T22:30:00Z', '2027-03-27T22:30:00Z', 'Saturday'],
    ['2027-03-28T22:30:00Z', '2027-03-27T23:30:00Z', 'yesterday'],
    ['2026-10-25T22:30:00Z', '2026-10-24T20:30:00Z', 'yesterday'],
  ])('after the clock has changed, at %s, %s is %s', (now, before, name) => {
    expect(resultNames(Date.parse(before), Date.parse(now), Date.parse(now)).before).toBe(name);
  });

  it('become whose result it is', () => {
    expect(['today', '09:00', '14 Oct', 'before', 'now'].map(resultOf)).toEqual([
      'today’s result',
      'the result of 09:00',
      'the result of 14 Oct',
      'the earlier result',
      'the later result',
    ]);
  });
});

describe('the pair that is proposed', () => {
  const result = (id: string, name: string, startedAt: number, rows = 3) =>
    exampleExport({ id, name, startedAt, rows });

  it('has the same name before it is near in time, and the earlier comes first', () => {
    const results = [result('a', 'Energi', 100), result('b', 'Vestland', 190), result('c', 'Energi', 200)];
    expect(proposedPair(results, 'c')).toEqual({ before: 'a', now: 'c' });
    expect(proposedPair(results, 'a')).toEqual({ before: 'a', now: 'c' });
    expect(proposedPair(results, 'b')).toEqual({ before: 'b', now: 'c' });
  });

  it('has a result that was brought up to date at the time of that', () => {
    const refreshed = { ...result('a', 'Energi', 100), refreshedAt: 300 };
    const results = [refreshed, result('b', 'Energi', 200)];
    expect(proposedPair(results, 'a')).toEqual({ before: 'b', now: 'a' });
    expect(proposedPair(results, 'b')).toEqual({ before: 'b', now: 'a' });
  });

  it('leaves out results without leads, and is none when there is no other', () => {
    expect(proposedPair([result('a', 'Energi', 100), result('b', 'Energi', 90, 0)], 'a')).toBeNull();
    expect(proposedPair([], 'a')).toBeNull();
  });
});

describe('values of a field', () => {
  const values = (counts: Record<string, number>, empty: number, valuesTotal = Object.keys(counts).length) => ({
    chosen: [],
    values: Object.entries(counts).map(([value, rows]) => ({ value, whole: true, rows })),
    valuesTotal,
    empty,
  });

  it('stand side by side, the most frequent now first, and each side adds up', () => {
    const lines = valuesSideBySide(values({ New: 6, Failed: 4 }, 0), values({ New: 1, Processed: 7 }, 2), 10);
    expect(lines).toEqual([
      { value: 'Processed', was: 0, is: 7 },
      { value: '', was: 0, is: 2 },
      { value: 'New', was: 6, is: 1 },
      { value: 'Failed', was: 4, is: 0 },
    ]);
  });

  it('are empty in every lead of a result without the column', () => {
    expect(valuesSideBySide(null, values({ Success: 10 }, 0), 10)).toEqual([
      { value: 'Success', was: 0, is: 10 },
      { value: '', was: 10, is: 0 },
    ]);
  });

  it('are not listed when some are not known', () => {
    expect(valuesSideBySide(values({ a: 1 }, 0, 2), values({ a: 1 }, 0), 10)).toBeNull();
    // Two long values that are cut to one text.
    const [long] = values({ long: 1 }, 0).values.map((value) => ({ ...value, whole: false }));
    const cut = { ...values({ long: 1, other: 1 }, 8), values: [long!, long!] };
    expect(valuesSideBySide(cut, values({ a: 1 }, 0), 10)).toBeNull();
  });
});

it('reads both values of a change, and none of a text that was cut', () => {
  expect(parseChange('["","Success"]')).toEqual({ before: '', now: 'Success' });
  expect(parseChange('["long te')).toBeNull();
  expect(parseChange('"x"')).toBeNull();
});

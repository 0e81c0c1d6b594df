import { expect, test } from 'vitest';
import type { ExportQuery } from '../../../contract/exports/queries.ts';
import { isWithinOneDay, queryOf, windowsOf } from './export-windows.ts';
import { EVERYTHING } from './query-fixture.ts';

const query = (modifiedFrom: string | null, extra: ExportQuery['extra'] = []): ExportQuery => ({
  ...EVERYTHING,
  modifiedFrom,
  extra,
});
const NOW = '2026-11-17T13:47:00';

test('windows follow each other without a gap, and the last one has no end', () => {
  expect(windowsOf(query('2026-11-15T08:00:00'), 1, NOW)).toEqual([
    { from: '2026-11-15T08:00:00', to: '2026-11-16T08:00:00' },
    { from: '2026-11-16T08:00:00', to: '2026-11-17T08:00:00' },
    { from: '2026-11-17T08:00:00', to: null },
  ]);
});

test.each([
  ['2026-11-16', 1, 2],
  ['2026-11-17', 1, 1],
  ['2026-11-11', 7, 1],
  ['2026-11-10', 7, 2],
  ['2026-11-20', 1, 1],
  ['2025-11-17', 1, 366],
  ['2020-01-01', 1, undefined],
])('a range from %s in windows of %i days takes %s requests', (from, days, requests) => {
  expect(windowsOf(query(from), days, NOW)?.length).toBe(requests);
});

test('the end of a query ends its last window, and each window is a query of its own', () => {
  const asked = query('2026-11-10', [{ name: 'modifiedTo', value: '2026-11-12' }]);
  const windows = windowsOf(asked, 1, NOW) ?? [];
  expect(windows).toEqual([
    { from: '2026-11-10', to: '2026-11-11' },
    { from: '2026-11-11', to: '2026-11-12' },
  ]);
  expect(windows.map((window) => queryOf(asked, window))).toMatchObject([
    { modifiedFrom: '2026-11-10', extra: [{ name: 'ModifiedTo', value: '2026-11-11' }] },
    { modifiedFrom: '2026-11-11', extra: [{ name: 'ModifiedTo', value: '2026-11-12' }] },
  ]);
});

test('a query without a beginning, and raw leads, cannot be split', () => {
  expect(windowsOf(query(null), 1, NOW)).toBeNull();
  expect(windowsOf({ ...query('2026-11-10'), source: 'raw' } as ExportQuery, 1, NOW)).toBeNull();
});

test('a range within one day is known by its two ends', () => {
  expect(isWithinOneDay(query('2026-11-17'), NOW)).toBe(true);
  expect(isWithinOneDay(query('2026-11-16'), NOW)).toBe(false);
  expect(isWithinOneDay(query('2026-11-16', [{ name: 'ModifiedTo', value: '2026-11-16T18:00:00' }]), NOW)).toBe(true);
  expect(isWithinOneDay(query(null), NOW)).toBe(false);
});

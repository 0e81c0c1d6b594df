import { expect, it } from 'vitest';
import { EVERYTHING } from '../../../../shared/domain/service/queries/query-fixture.ts';
import { refreshTrouble, type RefreshedResult } from './refresh-trouble.ts';

const WHOLE: RefreshedResult = {
  query: EVERYTHING,
  state: 'complete',
  rows: 1,
  columns: [{ path: 'status' }, { path: 'UniqueId' }],
  answer: { answered: { filters: [] } },
};
const extra = (name: string, value: string) => ({ ...EVERYTHING, extra: [{ name, value }] });

it.each<[string, Partial<RefreshedResult>, RegExp | '']>([
  ['a whole one', {}, ''],
  ['one that is fetched now', { state: 'running' }, /still arriving/],
  ['a partial one', { state: 'partial' }, /Leads are missing/],
  ['one that ends at a moment', { query: extra('ModifiedTo', '2026-11-17') }, /ends at a moment \(ModifiedTo\)/],
  ['one of so many leads', { query: extra('top', '5') }, /a limited number of leads \(top\)/],
  ['one that was not compared', { query: { ...EVERYTHING, statuses: ['New'] } }, /did not compare it/],
  ['one lead without an id', { columns: [{ path: 'status' }] }, /without their ids/],
  ['no lead, so that none has an id', { rows: 0, columns: [] }, ''],
])('%s: %#', (_what, change, trouble) => {
  expect(refreshTrouble({ ...WHOLE, ...change })).toMatch(trouble === '' ? /^$/ : trouble);
});

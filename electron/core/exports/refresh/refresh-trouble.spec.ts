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
/** A question for further statuses, and how the leads of its answer were counted. */
const widened = (counts: { matching: number; others: number; unchecked: number }) => {
  const filter = { filter: 'Statuses', bit: 0, verdict: 'unchecked', column: null, ...counts } as const;
  const parameter = { ...filter, filter: 'AllOpenStatuses', bit: 1, matching: 0, others: 0, unchecked: 9 };
  return {
    query: { ...extra('AllOpenStatuses', 'true'), statuses: ['New'] },
    answer: { answered: { filters: [filter, parameter] } },
  };
};

it.each<[string, Partial<RefreshedResult>, RegExp | '']>([
  ['a whole one', {}, ''],
  ['one that is fetched now', { state: 'running' }, /still arriving/],
  ['a partial one', { state: 'partial' }, /Leads are missing/],
  ['one that ends at a moment', { query: extra('ModifiedTo', '2026-11-17') }, /ends at a moment \(ModifiedTo\)/],
  ['one of so many leads', { query: extra('top', '5') }, /a limited number of leads \(top\)/],
  ['one that was not compared', { query: { ...EVERYTHING, statuses: ['New'] } }, /did not compare it/],
  ['one with further statuses', widened({ matching: 0, others: 0, unchecked: 9 }), ''],
  ['one with further statuses, none of which fitted', widened({ matching: 0, others: 9, unchecked: 0 }), /another way/],
  ['one with further statuses, all of which fitted', widened({ matching: 9, others: 0, unchecked: 0 }), /another way/],
  ['one lead without an id', { columns: [{ path: 'status' }] }, /without their ids/],
  ['no lead, so that none has an id', { rows: 0, columns: [] }, ''],
])('%s: %#', (_what, change, trouble) => {
  expect(refreshTrouble({ ...WHOLE, ...change })).toMatch(trouble === '' ? /^$/ : trouble);
});

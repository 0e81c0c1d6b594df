import { expect, test } from 'vitest';
import { reason, summary } from './check-fixture.ts';
import { checkBasis, sumOf } from './check-sum.ts';

test('rows with a problem go on, rows left out do not, and before the check all rows do', () => {
  expect(sumOf(1036, null)).toEqual({ goOn: 1036, leftOut: 0, withProblem: 0 });
  expect(sumOf(1036, summary([reason()]))).toEqual({ goOn: 1033, leftOut: 3, withProblem: 1031 });
});

test('another reading of the file, another mapping and another campaign make another check', () => {
  const mapping = [{ field: 'Phone', source: { kind: 'constant' as const, value: '1' }, cleaning: [] }];
  const before = checkBasis({ readingId: 'one' }, mapping, 'A', 'account');
  expect(checkBasis({ readingId: 'one' }, structuredClone(mapping), ' A', 'account')).toEqual(before);
  expect(checkBasis({ readingId: 'two' }, mapping, 'A', 'account').rows).not.toBe(before.rows);
  expect(checkBasis({ readingId: 'one' }, [], 'A', 'account').rows).not.toBe(before.rows);
  expect(checkBasis({ readingId: 'one' }, mapping, 'B', 'account').campaign).not.toBe(before.campaign);
});

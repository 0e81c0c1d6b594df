import { expect, test } from 'vitest';
import { reason, summary } from './check-fixture.ts';
import { checkBasis, leftOutWords, sumOf, sumWords } from './check-sum.ts';

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

test('the rows that go on and those left out for one thing each add up to the file, or no sum is said', () => {
  const out = (reasonId: string | null, rows: number) => ({ reasonId, title: '', rows });
  const leftOut = [
    out('duplicatePhone', 12),
    out('duplicateEmail', 7),
    out('sentBefore', 212),
    out('noPhone', 2),
    out(null, 1),
    out('phoneInvalid:Phone', 3),
  ];
  const standing = { leftOut: 237, problem: 0, repeated: 0, sentBefore: 0, ready: 799 };
  const found = summary([], { standing, leftOut });
  expect(sumWords(found)).toBe('799 + 212 + 19 + 3 + 2 + 1 = 1,036');
  expect(leftOutWords(found)).toBe(
    '237 left out: 212 sent before, 19 repeated, 3 with another problem, 2 without a phone, 1 by hand',
  );
  expect(sumWords(summary([], { standing, leftOut: leftOut.slice(1) }))).toBeNull();
  expect(sumWords(summary([], { standing: { ...standing, leftOut: 0 }, leftOut: [] }))).toBeNull();
});

test('rows that are answered are left out by the result file, not for a problem', () => {
  const standing = { leftOut: 5, problem: 0, repeated: 0, sentBefore: 0, ready: 1031 };
  const leftOut = [
    { reasonId: 'answered', title: 'Created before, as the result file says.', rows: 4 },
    { reasonId: 'answered', title: 'Unknown in the result file: the lead may exist.', rows: 1 },
  ];
  expect(leftOutWords(summary([], { standing, leftOut }))).toBe('5 left out: 5 by the result file');
});

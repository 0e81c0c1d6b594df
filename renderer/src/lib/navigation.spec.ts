import { expect, test } from 'vitest';
import { parsePlace, placeHref } from './navigation.ts';

test.each([
  ['', 'import', null],
  ['#/jobs', 'jobs', null],
  ['#/jobs/42', 'jobs', '42'],
  ['#/nowhere/42', 'import', null],
  ['#/jobs/%E0%A4%A', 'jobs', null],
])('%s leads to %s', (hash, page, id) => {
  expect(parsePlace(hash)).toEqual({ page, id });
});

test('an id of any letters survives the way through the address', () => {
  const id = 'a/b c#ü?';
  expect(parsePlace(placeHref('export', id))).toEqual({ page: 'export', id });
});

import { expect, test } from 'vitest';
import { parsePlace, placeHref } from './navigation.ts';

test.each([
  ['', 'import', null, null],
  ['#/jobs', 'jobs', null, null],
  ['#/jobs/42', 'jobs', '42', null],
  ['#/import/42/check', 'import', '42', 'check'],
  ['#/import//check', 'import', null, null],
  ['#/nowhere/42', 'import', null, null],
  ['#/jobs/%E0%A4%A', 'jobs', null, null],
])('%s leads to %s', (hash, page, id, part) => expect(parsePlace(hash)).toEqual({ page, id, part }));

test('an id of any letters survives the way through the address', () => {
  const id = 'a/b c#ü?';
  expect(parsePlace(placeHref('export', id))).toEqual({ page: 'export', id, part: null });
  expect(parsePlace(placeHref('export', id, id))).toEqual({ page: 'export', id, part: id });
});

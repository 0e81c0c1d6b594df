import { expect, test } from 'vitest';
import { parameterWords, toggle, toggleGroup, usedNames } from './query-model.ts';

test('chips toggle one by one and as a group', () => {
  expect(toggle(['a'], 'b')).toEqual(['a', 'b']);
  expect(toggle(['a', 'b'], 'a')).toEqual(['b']);
  expect(toggleGroup(['a', 'x'], ['a', 'b'])).toEqual(['x', 'a', 'b']);
  expect(toggleGroup(['a', 'b', 'x'], ['a', 'b'])).toEqual(['x']);
});

test.each([
  ['', '', 'simple', 'Empty, so it is not sent.'],
  [' ', '7', 'simple', 'Without a name it is not sent.'],
  ['ModifiedTo', '', 'simple', 'Sent without a value.'],
  ['projects', 'A*', 'raw', 'Sent beside the field for Projects.'],
  ['Include', 'x', 'search', 'Sent beside the field for include.'],
] as const)('the parameter "%s" = "%s" of %s says what becomes of it', (name, value, source, words) => {
  expect(parameterWords({ name, value }, source)?.words).toBe(words);
});

test('a whole parameter needs no words', () => {
  expect(parameterWords({ name: 'ModifiedTo', value: '2026-11-17' }, 'simple')).toBeNull();
  expect(parameterWords({ name: 'Projects', value: 'A*' }, 'search')).toBeNull();
});

test('names used before are offered once, the latest first', () => {
  expect(usedNames(['Redials', 'all leads', ' redials ', '', 'All leads'])).toEqual(['Redials', 'all leads']);
});

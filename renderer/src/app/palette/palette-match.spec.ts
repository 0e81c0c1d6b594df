import { expect, test } from 'vitest';
import { matchParts } from './palette-match.ts';

test('finds a part in any case and keeps the letters as they are', () => {
  expect(matchParts('Pause Nordlys customers', 'nord')).toEqual({
    before: 'Pause ',
    match: 'Nord',
    after: 'lys customers',
  });
  expect(matchParts('Quota', 'x')).toBeNull();
  expect(matchParts('Quota', '')).toEqual({ before: '', match: '', after: 'Quota' });
});

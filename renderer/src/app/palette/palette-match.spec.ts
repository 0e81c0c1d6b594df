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

test('finds letters that become two when they are made small, and signs of a pattern', () => {
  expect(matchParts('İzmir leads', 'leads')).toEqual({ before: 'İzmir ', match: 'leads', after: '' });
  expect(matchParts('Leads (new) [1]', '(new) [')).toEqual({ before: 'Leads ', match: '(new) [', after: '1]' });
  expect(matchParts('IMPORT', 'import')).not.toBeNull();
});

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cleanLeadIds, entriesOf, isLeadIdHeader } from './lead-ids.ts';

const clean = (text: string) => cleanLeadIds(entriesOf(text));

it.each([
  ['one a line', 'A1\nB2\r\nC3\r', ['A1', 'B2', 'C3']],
  ['one line with commas', 'A1, B2;C3 D4\tE5', ['A1', 'B2', 'C3', 'D4', 'E5']],
  ['the first cell of each row', 'A1\tÅsa\nB2\tØrn', ['A1', 'B2']],
  ['blanks, quotation marks, byte order mark', '\ufeff"A1"\n \u00a0B2\u200b\n\'C3\'', ['A1', 'B2', 'C3']],
  ['blanks inside an id stay', 'A 1\nB 2', ['A 1', 'B 2']],
  ['a comma at the end of a line', 'A1,\nB2,', ['A1', 'B2']],
  ['letters keep their case', 'a1\nA1', ['a1', 'A1']],
  ['odd characters', 'Ø/1?#\n=1+1\n<b>', ['Ø/1?#', '=1+1', '<b>']],
  ['nothing', ' \n\t\n', []],
])('%s', (_name, text, ids) => expect(clean(text).ids).toEqual(ids));

it('counts what is left out, so that the numbers add up', () => {
  const found = clean(`A1\nA1\n${'x'.repeat(201)}\nB\u0001\nC3\n\ud800\n`);
  expect(found).toEqual({ ids: ['A1', 'C3'], listed: 6, repeated: 1, unusable: 3 });
});

it('passes over a long run of blanks inside an entry once', { timeout: 10_000 }, () => {
  expect(clean(`A1\na${' '.repeat(300_000)}b`)).toMatchObject({ ids: ['A1'], unusable: 1 });
});

it('never loses or changes an id that is listed plainly, and every number adds up', () => {
  const id = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9 ._-]{0,20}[A-Za-z0-9]$/);
  fc.assert(
    fc.property(fc.array(id, { minLength: 2 }), fc.constantFrom('\n', '\r\n', '\r'), (ids, newline) => {
      const found = clean(ids.join(newline));
      expect(found.ids).toEqual([...new Set(ids)]);
      expect(found.ids.length + found.repeated + found.unusable).toBe(found.listed);
    }),
  );
});

it.each(['uniqueId', 'Lead Unique Id', 'LEAD_ID', 'id', 'leadUniqueId', 'Lead-ID'])(
  '%s is named like a lead id',
  (name) => expect(isLeadIdHeader(name)).toBe(true),
);
it.each(['', ' ', 'Ident', 'campaign id', 'idea', 'Name'])('%j is not named like a lead id', (name) =>
  expect(isLeadIdHeader(name)).toBe(false),
);

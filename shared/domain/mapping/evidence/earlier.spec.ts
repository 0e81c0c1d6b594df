import { describe, expect, it } from 'vitest';
import type { CleaningStep, FieldRule } from '../../../contract/imports/mapping.ts';
import { mappingFromSuggestions } from '../suggest/mapping-from-suggestions.ts';
import { earlierMapping } from './earlier.ts';
import { profilesOf } from '../testing/profiles.ts';
import { suggestMapping } from '../suggest/suggest.ts';

const headers = ['KundenNr', 'Umsatz', 'Telefon'];
const rows = [
  ['K-1', '120,50', '+4933112233'],
  ['K-2', '80,00', '+4933112244'],
  ['K-3', '7,10', '+4933112255'],
];
const rule = (
  field: string,
  columns: number[],
  join: string | null = null,
  cleaning: CleaningStep[] = [],
): FieldRule => ({
  field,
  source: { kind: 'columns', columns, join },
  cleaning,
});

/** The newest import first. */
function suggest(columns: readonly string[], ...imports: FieldRule[][]) {
  const fields = [...new Set(imports.flat().map(({ field }) => field))];
  return suggestMapping({
    columns: profilesOf(
      columns,
      rows.map((row) => columns.map((header) => row[headers.indexOf(header)] ?? '')),
    ),
    fields: fields.map((name) => ({ name })),
    earlier: imports.map((rules) => earlierMapping(headers, rules)),
  });
}
const sourcesOf = (suggestions: ReturnType<typeof suggest>) =>
  Object.fromEntries(
    mappingFromSuggestions(suggestions).map(({ field, source }) => [
      field,
      source.kind === 'columns' ? [source.columns, source.join] : [],
    ]),
  );

describe('a field that several columns filled before', () => {
  it('comes back as the same join when all of its columns are there', () => {
    const suggestions = suggest(headers, [rule('Notiz', [0, 1], ' – '), rule('Tlf', [2])]);
    expect(sourcesOf(suggestions)).toEqual({ Notiz: [[0, 1], ' – '], Tlf: [[2], null] });
    expect(suggestions[0]?.reasons).toEqual(['Mapped this way before. Joined with "Umsatz".']);
    expect(suggestions[1]).toMatchObject({ field: null, runnerUp: null, reasons: ['Part of Notiz, with "KundenNr".'] });
  });

  it('keeps the order of the join, whatever the order of the columns', () => {
    expect(sourcesOf(suggest(['Umsatz', 'Telefon', 'KundenNr'], [rule('Notiz', [0, 1], ', ')]))['Notiz']).toEqual([
      [2, 0],
      ', ',
    ]);
  });

  it.each([['Umsatz'], ['KundenNr']])('is never filled from half of it: only %s is there', (header) => {
    expect(suggest([header, 'Telefon'], [rule('Notiz', [0, 1], ' ')])[0]?.field).not.toBe('Notiz');
  });

  it('gives way to what a newer import did with its column or its field', () => {
    const before = [rule('Notiz', [0, 1], ' ')];
    expect(sourcesOf(suggest(headers, [rule('Kunde', [0])], before))).toEqual({ Kunde: [[0], null] });
    expect(sourcesOf(suggest(headers, [rule('Notiz', [2])], before))).toEqual({ Notiz: [[2], null] });
    expect(sourcesOf(suggest(headers, before, [rule('Kunde', [0])]))).toEqual({ Notiz: [[0, 1], ' '] });
  });

  it('leaves a column to the field that it filled alone in the same import', () => {
    expect(sourcesOf(suggest(headers, [rule('Notiz', [0, 1], ' '), rule('Betrag', [1])]))).toEqual({
      Notiz: [[0, 1], ' '],
      Betrag: [[1], null],
    });
    expect(sourcesOf(suggest(headers, [rule('Notiz', [0, 1], ' '), rule('Kunde', [0])]))).toEqual({
      Kunde: [[0], null],
    });
  });

  it('may be the first value that is not empty', () => {
    const [first] = suggest(headers, [rule('Nummer', [2, 0], null)]).slice(2);
    expect(first).toMatchObject({ field: 'Nummer', joined: { columns: [2, 0], join: null } });
    expect(first?.reasons).toEqual(['Mapped this way before. Where it is empty, "KundenNr".']);
  });
});

it('a column of which one word was taken is no evidence for the whole of it', () => {
  const half = rule('Vorname', [0], null, [{ kind: 'split', part: 'first' }]);
  expect(suggest(headers, [half])[0]?.field).toBeNull();
});

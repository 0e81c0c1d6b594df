import { describe, expect, it } from 'vitest';
import type { ColumnProfile } from '../../../contract/imports/reading.ts';
import { corpus, labelledHeaders, type CorpusFile } from '../testing/corpus.ts';
import { profilesOf } from '../testing/profiles.ts';
import { suggestMapping } from './suggest.ts';
import { suggestionThreshold } from './suggestion-threshold.ts';

function profiles(file: CorpusFile): ColumnProfile[] {
  const rows = [0, 1, 2, 3, 4].map((row) => file.columns.map((column) => column.values[row] ?? ''));
  return profilesOf(
    file.columns.map((column) => column.header),
    rows,
  );
}

function suggest(
  header: readonly string[],
  rows: readonly (readonly string[])[],
  fields: readonly string[] = [],
  earlier: { header: string; field: string }[][] = [],
) {
  return suggestMapping({
    columns: profilesOf(header, rows),
    fields: fields.map((name) => ({ name })),
    earlier: earlier.map((entries) => ({ fields: entries })),
  });
}

describe('a header of one word of thousands of letters', () => {
  it('holds up nobody', () => {
    const word = Array.from({ length: 5_000 }, (_, at) => 'mqzrwk'[(at * at + at) % 6]).join('');
    const fields = suggest(['Phone', word, 'Name'], [['20112233', 'x', 'Bob']]).map(({ field }) => field);
    expect(fields).toEqual(['Phone', null, 'FullName']);
  });
});

describe('suggestions for headers people really write', () => {
  it('has at least 350 labelled headers', () => {
    expect(labelledHeaders).toBeGreaterThanOrEqual(350);
  });

  it.each(corpus)('$name: none is wrong', (file) => {
    const suggestions = suggestMapping({ columns: profiles(file), fields: [], earlier: [] });
    const wrong = suggestions
      .filter(
        (suggestion, index) => suggestion.field !== null && !file.columns[index]?.accepted.includes(suggestion.field),
      )
      .map(
        (suggestion) => `${file.columns[suggestion.column]?.header} → ${suggestion.field} (${suggestion.confidence})`,
      );
    expect(wrong).toEqual([]);
    const fields = suggestions.flatMap((suggestion) => (suggestion.field === null ? [] : [suggestion.field]));
    expect(new Set(fields).size).toBe(fields.length);
  });

  it('finds at least nine of ten', () => {
    let found = 0;
    let wanted = 0;
    const missed: string[] = [];
    for (const file of corpus) {
      suggestMapping({ columns: profiles(file), fields: [], earlier: [] }).forEach((suggestion, index) => {
        const column = file.columns[index];
        if (column === undefined || column.accepted.includes('-')) return;
        wanted += 1;
        if (suggestion.field !== null && column.accepted.includes(suggestion.field)) found += 1;
        else missed.push(`${file.name}: ${column.header} (${suggestion.confidence})`);
      });
    }
    expect({ missed, enough: found / wanted >= 0.9 }).toMatchObject({ enough: true });
  });
});

describe('a suggestion', () => {
  const rows = [
    ['jens@x.dk', '+4512345678', 'Jens'],
    ['ida@x.dk', '+4587654321', 'Ida'],
    ['bo@x.dk', '+4511223344', 'Bo'],
  ];

  it('says why, how sure it is, and what came second', () => {
    const [email] = suggest(['E-mail', 'Tlf', 'Fornavn'], rows);
    expect(email).toMatchObject({ column: 0, field: 'Email' });
    expect(email?.confidence).toBeGreaterThanOrEqual(suggestionThreshold);
    expect(email?.reasons.join(' ')).toMatch(/100 % are e-mail addresses/);
    expect(email?.runnerUp).toEqual({ field: 'E-mail', confidence: 0 });
  });

  it('is none, with a reason and the header itself second, when nothing is known', () => {
    const [zork] = suggest(['Zork'], [['a'], ['b'], ['c']]);
    expect(zork).toMatchObject({ field: null, runnerUp: { field: 'Zork' } });
    expect(zork?.reasons).toHaveLength(1);
  });

  it('offers the header itself only where the fields of the campaign are not known', () => {
    const columns = ['Umsatz', 'Telefon'];
    const values = [
      ['120,50', '+4533112233'],
      ['80,00', '+4533112244'],
      ['7,10', '+4533112255'],
    ];
    expect(suggest(columns, values)[0]).toMatchObject({ field: null, runnerUp: { field: 'Umsatz', confidence: 0 } });
    expect(suggest(columns, values, ['Tlf', 'Firma'])[0]).toMatchObject({ field: null, runnerUp: null });
  });

  it("uses the campaign's own names for what the headers mean", () => {
    const suggestions = suggest(['Email', 'Phone', 'First name'], rows, [
      'cusTELEFON',
      'cusEMAIL',
      'cusFORNAVN',
      'Status',
    ]);
    expect(suggestions.map((suggestion) => suggestion.field)).toEqual(['cusEMAIL', 'cusTELEFON', 'cusFORNAVN']);
  });

  it('tells the first phone from the second by their numbers', () => {
    const phones = [
      ['12345678', '87654321'],
      ['12345679', '87654322'],
      ['12345670', '87654323'],
    ];
    expect(
      suggest(['Phone 2', 'Phone 1'], phones, ['Telefon1', 'Telefon2']).map((suggestion) => suggestion.field),
    ).toEqual(['Telefon2', 'Telefon1']);
  });

  it('follows what was mapped before, even where the names say otherwise', () => {
    const [before] = suggest(
      ['Email'],
      [['jens@x.dk'], ['ida@x.dk'], ['bo@x.dk']],
      ['Email', 'Kontaktmail'],
      [[{ header: 'E-MAIL', field: 'Kontaktmail' }]],
    );
    expect(before?.field).toBe('Kontaktmail');
    expect(before?.reasons[0]).toMatch(/Mapped this way before/);
  });

  it('knows each field of a campaign by its exact name', () => {
    const fields = ['Ordrenummer', 'BSN', 'Farve'];
    expect(
      suggest(
        fields,
        [
          ['1', '2', 'rød'],
          ['3', '4', 'blå'],
        ],
        fields,
      ).map((suggestion) => suggestion.field),
    ).toEqual(fields);
  });

  it('knows a field of a campaign whose header has a unit in brackets', () => {
    const rows = [
      ['5.000', '1', '2', '20112233'],
      ['4.000', '3', '4', '20112234'],
    ];
    const [use, ...others] = suggest(['Årsforbrug (kWh)', 'Pris (netto)', 'Pris [brutto]', 'Telefon (privat)'], rows, [
      'Årsforbrug',
      'Pris',
      'Telefon',
      'Mobil',
    ]);
    expect(use).toMatchObject({ field: 'Årsforbrug', reasons: ['Same name as the field, without “(kWh)”.'] });
    expect(use?.confidence).toBeGreaterThan(suggestionThreshold);
    // Of two such headers, none says which it is.
    expect(others.map(({ field }) => field)).toEqual([null, null, 'Telefon']);
  });

  it('is fast enough for the widest sheets', () => {
    const header = Array.from({ length: 300 }, (_, index) => (index % 10 === 0 ? `Phone ${index}` : `Column ${index}`));
    expect(suggest(header, [header])).toHaveLength(300);
  });
});

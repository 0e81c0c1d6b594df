import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { PhoneCountry } from '../../../../shared/contract/imports/phone-country.ts';
import { isCountryCode } from '../../../../shared/domain/places/country-of-text.ts';
import { mappingFromSuggestions } from '../../../../shared/domain/mapping/index.ts';
import { openStaged, stageFile } from '../../files/staging/staging.ts';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { NOTHING_KNOWN, suggestionsFor } from './field-knowledge.ts';
import { type EarlierCountry, phoneCountryOf } from './phone-country.ts';

// Real files, staged as an import stages them.

let folder = '';
let files = 0;

beforeAll(() => {
  folder = specFolder('phone-country');
});

async function countryOfFile(path: string, earlier: EarlierCountry | null = null): Promise<PhoneCountry> {
  files += 1;
  const target = join(folder, `${files}.sqlite`);
  const { reading } = await stageFile({ path, choices: {}, target });
  const staged = openStaged(target);
  try {
    const mapping = mappingFromSuggestions(suggestionsFor(reading.columns, NOTHING_KNOWN, ''));
    return phoneCountryOf({ chosen: null, earlier }, mapping, [], staged);
  } finally {
    staged.close();
    rmSync(target);
  }
}

type Columns = Readonly<Record<string, (row: number) => string>>;

function countryOf(columns: Columns, rows = 40, earlier: EarlierCountry | null = null): Promise<PhoneCountry> {
  const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
  const lines = [
    Object.keys(columns),
    ...Array.from({ length: rows }, (_, row) => Object.values(columns).map((of) => of(row))),
  ];
  const path = join(folder, 'file.csv');
  writeFileSync(path, lines.map((cells) => cells.map(cell).join(';')).join('\n'));
  return countryOfFile(path, earlier);
}

/** Nobody can say where these people live. */
const people: Columns = {
  'First name': (row) => `Anna${row}`,
  'Last name': (row) => `Nova${row}`,
  Phone: (row) => String(501_234_500 + row * 37),
  Email: (row) => `anna${row}@mail.com`,
};
const danish: Columns = {
  Fornavn: (row) => `Anna${row}`,
  Efternavn: (row) => `Holm${row}`,
  Telefon: (row) => String(20_112_200 + row * 37),
  Postnr: (row) => String(2100 + row * 10),
  By: (row) => ['København Ø', 'Odense C', 'Aarhus C', 'Vejle'][row % 4] ?? '',
};
const DK: EarlierCountry = { country: 'DK', campaignCode: 'DK-26', isAnswer: false };

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const codes = letters.flatMap((first) => letters.map((second) => first + second)).filter(isCountryCode);

/** Columns that a careless reader takes for countries, for any two letters. */
const hostile: Readonly<Record<string, (code: string) => (row: number) => string>> = {
  'Customer no': (code) => (row) => `${code}-${1000 + row}`,
  Reference: (code) => (row) => `${row}/${code}`,
  Time: () => (row) => `2026-11-24T03:43:${String(row % 60).padStart(2, '0')}Z`,
  Distance: (code) => (row) => `${12 + row} ${code}`,
  Amount: (code) => (row) => `+45 ${row},00 ${code.toLowerCase()}`,
  Plate: (code) => (row) => `${code} ${12 + row} ${345 + row}`,
  IBAN: (code) => (row) => `${code}89 3704 0044 0532 0130 ${row}`,
  'Post code': (code) => (row) => `${1012 + row} ${code}`,
  Product: (code) => (row) => `${code}${row}-XL`,
  Initials: (code) => () => code,
  Answer: (code) => () => code,
  Country: (code) => (row) => `${code}-${row}`,
  Land: (code) => (row) => `${row} ${code}`,
};

describe('no country is guessed that a person would not', () => {
  it('from customer numbers, times, units, currency, plates, accounts, post codes, products, initials', async () => {
    // Every country's code once in every kind of column; a dozen columns a file, so that all are tried.
    for (const [place, code] of codes.entries()) {
      if (place % 12 !== 0) continue;
      const columns = Object.fromEntries(
        Object.entries(hostile).map(([header, write], kind) => [
          header,
          write(codes[(place + kind * 21) % codes.length] ?? code),
        ]),
      );
      const { value, reason } = await countryOf({ ...columns, ...people }, 12);
      const cells = Object.values(columns).map((of) => of(0));
      expect({ value, reason, cells }).toMatchObject({ value: null });
    }
  }, 120_000);

  async function expectNone(columns: number): Promise<void> {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...Object.keys(hostile)), fc.constantFrom(...codes), async (header, code) => {
        const { value } = await countryOf({ [header]: hostile[header]?.(code) ?? String, ...people }, 8);
        expect(value).toBeNull();
      }),
      { numRuns: columns },
    );
  }

  it('from random codes in random columns', () => expectNone(10));
  it('from random codes in more columns', { tags: ['long'], timeout: 120_000 }, () => expectNone(100));

  it.each<[string, Columns]>([
    ['a name that is a country', { ...people, 'Last name': () => 'Jordan' }],
    ['a state that is a country', { ...people, State: () => 'Georgia', Zip: (row) => String(30_301 + row) }],
    ['a thing that is called like one', { ...people, Product: (row) => (row % 2 === 0 ? 'Jersey' : 'China') }],
    ['where a thing was made', { ...danish, 'Made in': () => 'China' }],
    ['the country of birth', { ...people, 'Country of birth': () => 'Poland' }],
    ['a language', { ...people, Language: () => 'DA' }],
    ['a currency', { ...people, Currency: () => 'SEK' }],
    ['countries of several', { ...people, Country: (row) => (row % 3 === 0 ? 'Norway' : 'Denmark') }],
  ])('from %s', async (_, columns) => {
    const { value } = await countryOf(columns);
    expect([
      null,
      ...(Object.hasOwn(columns, 'By') ? ['DK'] : []),
      ...(Object.hasOwn(columns, 'Zip') ? ['US'] : []),
    ]).toContain(value);
  });

  it('from the first rows of a list that is sorted by country', async () => {
    const sorted = { ...people, Country: (row: number) => (row < 5000 ? 'Denmark' : 'Norway') };
    expect(await countryOf(sorted, 9000)).toMatchObject({ value: null, likely: 'DK' });
  });

  it('from the columns that a result file of this program has', async () => {
    const result: Columns = {
      ...people,
      Row: (row) => String(row + 1),
      State: () => 'refused',
      'Lead id': (row) => `TZ${row}`,
      Reason: () => 'Phone is not valid.',
      Time: () => '2026-11-24T03:43:16Z',
    };
    expect(await countryOf(result)).toMatchObject({ value: null, certainty: 0 });
    expect(await countryOf(result, 40, DK)).toMatchObject({ value: 'DK', reason: 'As in earlier imports into DK-26.' });
  });
});

describe('the country of a file that a person would name', () => {
  it.each<[string, Columns, string]>([
    ['a Danish list', danish, 'DK'],
    [
      'a German list',
      {
        Vorname: () => 'Jan',
        Nachname: () => 'Bo',
        PLZ: (row) => String(10_115 + row),
        Ort: () => 'Berlin',
        Telefon: (row) => `030 90183${820 + row}`,
      },
      'DE',
    ],
    [
      'an American list',
      {
        ...people,
        Phone: (row) => `(727) 555-${1200 + row}`,
        City: () => 'Tampa',
        State: () => 'FL',
        Zip: (row) => String(33_601 + row),
      },
      'US',
    ],
    ['a list with a column of countries', { ...people, Country: () => 'Polska' }, 'PL'],
    ['a list with codes under Land', { ...danish, Land: () => 'DK' }, 'DK'],
    [
      'numbers with a prefix among others',
      { ...people, Phone: (row) => (row % 2 === 0 ? `+48 501 234 ${500 + row}` : String(501_234_500 + row)) },
      'PL',
    ],
  ])('is sure in %s', async (_, columns, country) => {
    const found = await countryOf(columns);
    expect([found.value, found.reason.startsWith('Guessed from ')]).toEqual([country, true]);
  });
});

describe('what a campaign remembers', () => {
  it('counts before a guess from the file, whatever the guess is', async () => {
    const german: Columns = {
      Vorname: () => 'Jan',
      Nachname: () => 'Bo',
      PLZ: (row) => String(10_115 + row),
      Ort: () => 'Berlin',
      Telefon: (row) => String(20_112_200 + row),
    };
    expect(await countryOf(german, 40, DK)).toMatchObject({ value: 'DK', source: 'campaign', certainty: 0.95 });
    const answer = { ...DK, isAnswer: true };
    expect((await countryOf(people, 40, answer)).reason).toBe('You chose it for DK-26.');
  });

  it('is not used where the file itself names another country: a person is asked', async () => {
    expect(await countryOf({ ...people, Phone: danish['Telefon'] ?? String, Land: () => 'Norge' }, 40, DK)).toEqual({
      value: null,
      likely: 'DK',
      offered: ['DK', 'NO'],
      certainty: 0.5,
      reason: 'So far Denmark for DK-26, but this file names Norway.',
      source: 'guess',
      clues: [],
    });
  });
});

const shared = '/work/shared/spreadsheets';

/** What a person says who looks at each file; null: nobody can. Others have no phones and nothing to say. */
const people20: Readonly<Record<string, string | null>> = {
  'berlin-schools-lost-area-codes.csv': 'DE',
  'br-public-bodies-mixed-newlines.csv': 'BR',
  'de-public-bodies-multiline-addresses.csv': 'DE',
  'dk-postcodes-bom-semicolon.csv': 'DK',
  'employees-merged-title-row.xlsx': 'US',
  'odoo-partners-template.xls': 'US',
  'bis-spend-2012-empty-sheets.xls': 'GB',
  'gmail-contacts-export.csv': null,
  'fifty-thousand-rows.csv': null,
  'gla-payments-2014-title-lines-total.csv': null,
  'nhs-inpatients-utf16le-comma.csv': null,
  'police-offences-six-big-sheets.ods': null,
};

// The files are not part of the project.
describe.runIf(existsSync(shared))('real files', () => {
  it.each(Object.entries(people20))(
    '%s is of %s',
    async (name, country) => {
      expect((await countryOfFile(join(shared, name))).value).toBe(country);
    },
    60_000,
  );
});

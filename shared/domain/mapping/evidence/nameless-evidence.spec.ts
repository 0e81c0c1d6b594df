import { describe, expect, it } from 'vitest';
import { fieldsOf } from '../testing/fields-of.ts';
import { profilesOf } from '../testing/profiles.ts';
import { namedColumns } from './named-columns.ts';

describe('a file without a header', () => {
  it('has salutations where nothing else stands', () => {
    const rows = ['Herr|Uwe|Haas|uwe@a.example', 'Frau|Heike|Thiel|heike@b.example', 'Herr|Holger|Vogt|hv@c.example'];
    expect(fieldsOf('|||', ...rows)).toBe('Title|FirstName|LastName|Email');
    const others = rows.map((row) => row.replace(/^\w+/, (word) => (word === 'Herr' ? 'Ja' : 'Nein')));
    expect(fieldsOf('|||', ...others)).toBe('-|FirstName|LastName|Email');
  });

  it('has people whose names stand in their e-mail addresses, rare as they are', () => {
    const rows = ['Tamika Pruitt', 'Wesley Stokes', 'Jolene Boone', 'Darnell Mercer'];
    const mails = rows.map((name) => `${name.toLowerCase().replace(' ', '.')}@mail.example`);
    expect(fieldsOf('|', ...rows.map((name, at) => `${name}|${mails[at] ?? ''}`))).toBe('FullName|Email');
    expect(fieldsOf('|', ...rows.map((name, at) => `${name}|sales${at}@mail.example`))).toBe('-|Email');
  });

  it('has the two parts of names that stand in the e-mail addresses', () => {
    const people = [
      ['Bram', 'Huisman'],
      ['Anna', 'Postma'],
      ['Truus', 'Dijkstra'],
    ];
    const rows = people.map(([first = '', last = '']) =>
      `${first}|${last}|${first}.${last}@mail.example`.toLowerCase(),
    );
    const named = rows.map((row) => row.replace(/(^|\|)[a-z]/g, (letter) => letter.toUpperCase()));
    expect(fieldsOf('||', ...named)).toBe('FirstName|LastName|Email');
    const rare = ['Jolene|Boone', 'Tamika|Pruitt', 'Wesley|Stokes'].map(
      (row) => `${row}|${row.toLowerCase().replace('|', '.')}@b.example`,
    );
    expect(fieldsOf('||', ...rare)).toBe('FirstName|LastName|Email');
    expect(fieldsOf('||', ...named.map((row) => row.replace(/[^|]*@/, 'info@')))).toBe('-|-|Email');
  });

  it('has phones behind the prefixes of their countries, as lists for dialers have them', () => {
    const people = ['Uwe Haas', 'Heike Thiel', 'Holger Vogt', 'Anna Weber'];
    const fields = (prefixes: readonly string[], numbers: readonly string[]) =>
      fieldsOf(
        '||',
        ...people.map((name, at) => `${prefixes[at % prefixes.length] ?? ''}|${numbers[at] ?? ''}|${name}`),
      );
    const mixed = ['1718549250', '3051813892', '221751611', '895926465'];
    expect(fields(['49'], mixed)).toBe('-|Phone|FullName');
    expect(
      fields(
        ['+49'],
        mixed.map((number) => `0${number}`),
      ),
    ).toBe('-|Phone|FullName');
    expect(fields(['49', '43'], mixed)).toBe('-|Phone|FullName');
    expect(fields(['48'], ['501234567', '221234568', '602334455', '789111222'])).toBe('-|Phone|FullName');
    // A mark, a code of no country, numbers given out in a row, numbers too short for the country, numbers that repeat.
    expect(fields(['7'], mixed)).toBe('-|-|FullName');
    expect(fields(['12'], mixed)).toBe('-|-|FullName');
    expect(fields(['107'], mixed)).toBe('-|-|FullName');
    expect(fields(['49'], ['100000123', '100000124', '100000125', '100000126'])).toBe('-|-|FullName');
    expect(fields(['48'], ['5012345', '2212345', '6023344', '7891112'])).toBe('-|-|FullName');
    expect(fields(['49'], ['1718549250', '1718549250', '3051813892', '1718549250'])).toBe('-|-|FullName');
    expect(fieldsOf('|', '49|1718549250', '49|3051813892', '49|221751611')).toBe('-|-');
    expect(fieldsOf('Zone||', ...people.map((name, at) => `49|${mixed[at] ?? ''}|${name}`))).toBe('-|-|FullName');
  });

  it('has no phones in customer numbers and dates behind a mark', () => {
    const people = ['Uwe Haas', 'Heike Thiel', 'Holger Vogt', 'Anna Weber'];
    const rows = (cells: (at: number) => string) => Array.from({ length: 14 }, (_, at) => cells(at));
    const number = (at: number) => String(4_651_534_676 - at * 231_234_567);
    const person = (at: number) => people[at % people.length] ?? '';
    const phones = rows((at) => `20|${number(at)}|${person(at)}|+49171${8_549_250 + at * 7}`);
    expect(fieldsOf('|||', ...phones)).toBe('-|-|FullName|Phone');
    const local = rows((at) => `20|${number(at)}|${person(at)}|0171${8_549_250 + at * 7}`);
    expect(fieldsOf('|||', ...local)).toBe('-|-|FullName|-');
    const both = rows((at) => `${number(at)}|${person(at)}|49|0171${8_549_250 + at * 9_417}`);
    expect(fieldsOf('|||', ...both)).toBe('-|FullName|-|Phone');
    const ages = [49, 31, 45, 33, 36, 41, 44];
    expect(fieldsOf('||', ...rows((at) => `${ages[at % 7] ?? ''}|${number(at)}|${person(at)}`))).toBe('-|-|FullName');
    const births = rows((at) => `49|19${60 + at}${String((at % 12) + 1).padStart(2, '0')}17|${person(at)}`);
    expect(fieldsOf('||', ...births)).toBe('-|-|FullName');
  });

  it('has a town between a street and a state', () => {
    const rows = ['8 Birch Ln|Alder Falls|OR|97205', '905 Oak Ave|Mill Bend|TX|78701', '41 Elm St|Stony Run|OH|43215'];
    expect(fieldsOf('|||', ...rows)).toBe('Address|City|Region|PostalCode');
  });

  it('has companies beside the people of theirs, though half of them are called like anything', () => {
    const companies = ['Nordlys ApS', 'Havnens Fisk', 'Sydhavn A/S', 'Solsiden', 'Bach & Søn ApS', 'Fremad'];
    const people = ['Anna Lund', 'Jens Holm', 'Lars Krogh', 'Mette Friis', 'Ole Dam', 'Hanne Skov'];
    expect(fieldsOf('|', ...companies.map((company, at) => `${company}|${people[at] ?? ''}`))).toBe('Company|FullName');
    expect(fieldsOf('|', ...companies.map((company, at) => `${company}|A ${at}`))).toBe('-|-');
  });
});

it('the values of a column are not looked at for each of the others, of which a sheet may have 16,384', () => {
  let looks = 0;
  const count = 500;
  const columns = profilesOf(Array<string>(count).fill(''), [Array<string>(count).fill('x7')]).map((column) => ({
    ...column,
    get kinds() {
      looks += 1;
      return column.kinds;
    },
  }));
  namedColumns(columns);
  expect(looks).toBeLessThan(count * 40);
});

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

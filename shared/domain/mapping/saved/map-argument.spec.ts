import { describe, expect, it } from 'vitest';
import { parseMapArgument } from './map-argument.ts';
import { profilesOf } from '../testing/profiles.ts';

const columns = profilesOf(['Name', 'Telefon', 'phone', 'Phone', '', 'a=b'], [['x', '1', '2', '3', '4', '5']]);

describe('COLUMN=FIELD', () => {
  it.each([
    ['Name=FullName', 0, 'FullName'],
    ['name=FullName', 0, 'FullName'],
    ['phone=P', 2, 'P'],
    ['#2=P', 1, 'P'],
    ['2=P', 1, 'P'],
    ['B=P', 1, 'P'],
    ['E=P', 4, 'P'],
    ['Column 5=P', 4, 'P'],
    ['a=b=Note', 5, 'Note'],
    [' Name = Full Name ', 0, 'Full Name'],
  ])('%s', (argument, column, field) => {
    expect(parseMapArgument(argument, columns)).toEqual({ ok: true, column, field });
  });

  it.each([
    ['PHONE=P', /fits several columns.*#3, #4/],
    ['Fax=P', /no column "Fax".*Name, Telefon, phone/],
    ['#9=P', /has 6/],
    ['b=P', /no column "b"/],
    ['Name', /COLUMN=FIELD/],
    ['=P', /COLUMN=FIELD/],
    ['Name=', /COLUMN=FIELD/],
  ])('%s is refused with the columns that exist', (argument, message) => {
    const answer = parseMapArgument(argument, columns);
    expect(answer.ok ? '' : answer.message).toMatch(message);
  });
});

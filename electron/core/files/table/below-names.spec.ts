import { describe, expect, it } from 'vitest';
import { findLayout } from './layout.ts';

const people = ['Anna;Berg;+47 22334455;a@b.no', 'Bo;Dahl;+47 22334456;b@b.no', 'Cy;Eng;+47 22334457;c@b.no'];
const names = 'First name;Last name;Phone;E-mail';

/** Where the data begins, below the lines that are given. */
function first(lines: readonly string[], data = people): number {
  const rows = [...lines, ...data].map((text, at) => ({ line: at + 1, cells: text.split(';') }));
  const layout = findLayout(rows, {});
  expect(layout.headerLine.value).toBe(1);
  return layout.firstDataLine.value;
}

describe('a row below the names is no data', () => {
  it.each([
    ...['(required);(required);(optional);(optional)', 'Required;Required;Optional;', 'text;text;phone;email'],
    ...['VARCHAR(50);varchar(50);char(20);Text', 'Pflichtfeld;Pflichtfeld;optional;optional'],
    'max. 50;max. 50;max. 20 characters;max 80',
    'e.g. Anna;e.g. Berg;e.g. +47 22 33 44 55;e.g. anna@example.com',
    ...['z.B. Anna;z. B. Berg;z.B. 030 1234;z.B. a@b.de', '必須;必須;任意;任意'],
    '{"ImportId":"QID1"};{"ImportId":"QID2"};{"ImportId":"QID3"};{"ImportId":"recipientEmail"}',
    ...['obligatoire;obligatoire;facultatif;', 'FIRST_NAME;LAST_NAME;PHONE;EMAIL', 'firstName;lastName;phone;eMail'],
  ])('that says what belongs into the columns: %s', (below) => {
    expect(first([names, below])).toBe(3);
    expect(first([names, below], people.slice(0, 1))).toBe(3);
  });

  it('nor are two and three of them', () => {
    expect(first([names, 'FIRST_NAME;LAST_NAME;PHONE;EMAIL', 'text;text;text;text'])).toBe(4);
    expect(first([names, 'firstName;lastName;phone;email', 'text;text;text;text', '(required);;;(optional)'])).toBe(5);
  });
});

describe('a row below the names is data', () => {
  it.each([
    'Anna;Text;+47 22334455;text',
    'Optional;;;',
    'Ex. Anna;Berg;+47 22334455;a@b.no',
    'First name;Berg;+47 22334455;a@b.no',
  ])('with a value of its own, or with a single cell: %s', (below) => {
    expect(first([names, below])).toBe(2);
  });

  it('where such words are values of the table', () => {
    const rows = ['phone;optional', 'email;required', 'phone;required'];
    expect(first(['Channel;Consent'], rows)).toBe(2);
  });

  it('where there is no other', () => {
    expect(first([names, 'text;text;phone;email'], [])).toBe(2);
  });
});

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
    ';;Open-Ended Response;Response',
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

describe('a row below the names has others for the columns', () => {
  const customers = ['1001;Anna Berg;Oslo;22334455', '1002;Bo Dahl;Moss;22334456', '1003;Cy Eng;Bergen;22334457'];
  it.each<[string, string, string[]]>([
    ['words of headers, one of them above phones', 'firstname;lastname;telephone1;emailaddress1', people],
    ['words of headers in one piece', 'Contact.FirstName;Contact.LastName;Contact.Phone;Contact.Email', people],
    ['short names, two of them above numbers', 'KUNNR;NAME1;ORT01;TELF1', customers],
    ['short names with signs', 'cust_no;cust_nm;cust_ct;cust_ph', customers],
    ['names in another language', 'Prénom;Nom de famille;Téléphone;Adresse e-mail', people],
  ])('%s', (_title, below, data) => {
    expect(first([data === people ? names : 'Kundennummer;Kunde;Ort;Telefon', below], data)).toBe(3);
  });

  it.each<[string, string, string[]]>([
    ['a lead that only lacks a phone', 'Dina;Foss;unknown;d@b.no', people],
    ['none below one of them', 'KUNNR;NAME1;ORT01;', customers],
    ['one of two words', 'KUNNR;XAB ZORK;ORT01;TELF1', customers],
    ['the same twice', 'KUNNR;ORT01;ORT01;TELF1', customers],
    ['a number', '1000;FOSS;SKI;NONE', customers],
    ['a lead in words', 'Foss;Ski;Oslo;none', customers],
    ['capitals above one column of numbers', 'FOSS;SKI;NONE', customers.map((row) => row.slice(row.indexOf(';') + 1))],
  ])('but not where there is %s', (_title, below, data) => {
    const columns = below.split(';').length === 3 ? 'Kunde;Ort;Telefon' : 'Kundennummer;Kunde;Ort;Telefon';
    expect(first([data === people ? names : columns, below], data)).toBe(2);
  });

  it.each<[string, string, string, string[]]>([
    [
      ...(['in capitals that lacks two values', 'First;Last;Phone;Born', 'FOSS;SKI;NONE;TBD'] as const),
      ['DAHL;OSLO;22334455;1980', 'ENG;MOSS;22334456;1981', 'ROS;LOM;22334457;1982'],
    ],
    [
      ...(['with a code and a post code unlike the others', 'Name;City;Code;ZIP', 'Foss;Riga;K1001;LV1010'] as const),
      ['Dahl;Oslo;1002;80331', 'Eng;Moss;1003;80332', 'Ros;Ski;1004;80333'],
    ],
    [
      ...(['of words of headers, which come again', 'Source;Type;Phone', 'Web;Company;none'] as const),
      ['Fair;Person;22334455', 'Web;Person;22334456', 'Shop;Company;22334457'],
    ],
    [
      ...(['half of words of headers', 'Source;Type;Name;Phone', 'Web;Company;Nordlys;unknown'] as const),
      ['Messe;Privat;Anna;22334455', 'Shop;Privat;Bo;22334456', 'Call;Privat;Cy;22334457'],
    ],
  ])('but not where there is a first lead %s', (_title, columns, lead, data) => {
    expect(first([columns, lead], data)).toBe(2);
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

import { describe, expect, it } from 'vitest';
import { findLayout, typicalFilled } from './layout.ts';
import { median, type SheetRow } from './sheet-row.ts';

/** Rows with ; between cells; an empty text is a blank line, which is missing and counted. */
const rowsOf = (lines: readonly string[]): SheetRow[] =>
  lines.flatMap((text, at) => (text === '' ? [] : [{ line: at + 1, cells: text.split(';') }]));
const times = (count: number, line: (at: number) => string) => Array.from({ length: count }, (_, at) => line(at));
const found = (...lines: readonly string[]) => {
  const { headerLine, firstDataLine, header } = findLayout(rowsOf(lines), {});
  return { ...headerLine, first: firstDataLine.value, why: firstDataLine.reason, names: header.join('|') };
};

const people = times(6, (at) => `Mona${'x'.repeat(at)};Li${'y'.repeat(7 - at)}`);
const numbers = times(12, (at) => `${at};${at + 70};${at + 900}`);

describe('how sure a header is', () => {
  it.each<[string, string[], number | null, string]>([
    ['words above numbers', ['Zork;Blip;Plom', ...numbers], 1, 'certain'],
    ['names above words', ['Name;Telefon', ...people], 1, 'certain'],
    ['a name and a word above words', ['Name;Zork', ...people], 1, 'certain'],
    // 0.15 and 2.5 fourths: more than a half.
    ['one name of four above words', ['Name;Zork;Blip;Plom', 'a;bbb;c;ddd', 'ee;f;ggg;h'], 1, 'likely'],
    ['names as programs write them', ['zork_a;blip_b', ...people], 1, 'guess'],
    ['words above words', ['Zork;Blip', ...people], 1, 'guess'],
    ['a word twice above words', ['Zork;Zork', ...people], null, 'guess'],
    ['numbers above numbers', numbers, null, 'likely'],
  ])('%s', (_title, lines, line, certainty) => expect(found(...lines)).toMatchObject({ value: line, certainty }));

  it('is said in words, with what stands above it', () => {
    expect(found('Zork;Blip;Plom', ...numbers).reason).toBe('Line 1 has names, the rows below it have values.');
    expect(found('', 'Zork;Blip;Plom', ...numbers).reason).toBe('Line 2 has names, the rows below it have values.');
    expect(found('Leads of May', '', 'Zork;Blip;Plom', ...numbers)).toMatchObject({
      reason: 'Line 3 has names, the rows below it have values. The rows above it are a title or notes.',
      why: 'It follows the header.',
    });
    const stacked = ['Leads of May', ';Contact;;', 'Zork;Phone;E-mail;Plom'];
    expect(found(...stacked, ...times(9, (at) => `${at};2030405${at};a${at}@x.dk;7`)).reason).not.toContain('them are');
    expect(found(...numbers)).toMatchObject({
      reason: 'The first row looks like the rows below it: it has values, not column names.',
      why: 'It is the first row of the table.',
      alternatives: [1, 2, 3, 4, 5, 6, 7, 8, 9, 10],
      names: '',
    });
  });

  it('is looked for among forty rows', () => {
    const titles = (count: number) => times(count, () => 'x');
    expect(found(...titles(39), 'Zork;Blip;Plom', ...times(90, () => '1;2;3')).value).toBe(40);
    expect(found(...titles(40), 'Zork;Blip;Plom', ...times(90, () => '1;2;3')).value).toBeNull();
  });
});

describe('of two rows that may be the header', () => {
  const rows = times(12, (at) => `Mona${at};2030${1000 + at};Ry;${at}`);
  it('the first one has the names when the others repeat it, however few values the rows have', () => {
    const names = 'FirstName;LastName;Company;Mobile;Mobile2;Home;Home2;Business;Business2;Email;Other;Fax;Pager';
    const few = times(8, (at) => `Mona;Li;Nord;(212) 733-09${at + 10};;;;(212) 627-04${at + 10};;m${at}@x.com;;;`);
    expect(found(names, ...few, names, ...few, names, ...few)).toMatchObject({ value: 1, first: 2 });
    expect(found('Leads of May', names, ...few, names, ...few).value).toBe(2);
    expect(found(names.toUpperCase(), ...few, names, ...few, names, ...few).value).toBe(1);
  });
  it('the lower one has the names when it is fuller and has more of them', () => {
    expect(found('A;B;C;D', 'Name;Telefon;By;Zork', ...rows).value).toBe(2);
    // Letters of columns, as a sheet has them, do not name anything.
    expect(found('A;B;C', 'Zork;Blip;Plom', ...numbers).value).toBe(2);
    expect(found('A;B;C', 'Zork;Blip;Plom', ...numbers.slice(0, 2)).value).toBe(2);
    expect(found('AAA;B;C', 'Zork;Blip;Plom', ...numbers).value).toBe(1);
    expect(found('A;B;C', 'Zork;Blip;7', ...numbers).value).toBe(1);
    expect(found('Zork;Blip;Plom;Quux', 'Name;Telefon;By;Blip', ...rows).value).toBe(2);
    expect(found('Name;Telefon;By;Zork', 'Blip;Plom;Quux;x', ...rows).value).toBe(1);
    expect(found('Name;Telefon;By;Zork', 'Blip;Plom;Quux', ...rows).value).toBe(1);
    // A row of values stays data, whatever its words.
    expect(found('Zork;Blip;Plom;Quux', 'Mona7;20301007;By;7', ...rows).value).toBe(1);
  });
});

describe('an ordinary row', () => {
  const rows = (...counts: readonly number[]) => rowsOf(counts.map((count) => times(count, () => 'x').join(';')));
  it('has as many cells as the middle one, without the first rows where there are others', () => {
    expect([median([3, 1, 2]), median([4, 1, 3, 2]), median([])]).toEqual([2, 3, 0]);
    // Of six all count, of seven the first two are left out, of thirty-one the first fifteen.
    expect(typicalFilled(rows(1, 1, 1, 1, 5, 5))).toBe(1);
    expect(typicalFilled(rows(1, 1, 1, 1, 5, 5, 5))).toBe(5);
    expect(typicalFilled(rows(1, 1, 1, 1, 1, 5, 5))).toBe(1);
    expect(typicalFilled(rows(...times(30, (at) => String(at < 20 ? 1 : 5)).map(Number)))).toBe(5);
    expect(typicalFilled(rows(...times(30, (at) => String(at < 21 ? 1 : 5)).map(Number)))).toBe(1);
    expect(typicalFilled(rows(...times(31, (at) => String(at < 23 ? 1 : 5)).map(Number)))).toBe(5);
    expect(typicalFilled(rows(...times(31, (at) => String(at < 24 ? 1 : 5)).map(Number)))).toBe(1);
  });
});

describe('the first row of data', () => {
  it('is below a title that is less than half as full, where there is no header', () => {
    const first = (...above: readonly string[]) =>
      found(...above, ...times(12, (at) => `${at};${at};${at};${at}`)).first;
    expect(first('7')).toBe(2);
    expect(first('7;8')).toBe(1);
    expect(first(';7')).toBe(1);
  });

  it('is behind the questions of a survey and what it writes below them', () => {
    const names = 'StartDate;Status;Q1_1;Q1_2;Q2';
    const questions = 'Start Date;Response Type;Your details - Name;Your details - Phone;May we call you?';
    const ids = times(5, (at) => `{"ImportId":"QID${at}"}`).join(';');
    const rows = times(9, (at) => `2026-11-0${at + 1} 10:00:00;IP Address;Mona ${at};(212) 733-090${at};Yes`);
    expect(found(names, questions, ids, ...rows).first).toBe(4);
    expect(found(names, rows[0] ?? '', ids, ...rows).first).toBe(2);
    // Elsewhere such words are the values of a lead.
    const leads = times(9, (at) => `Mona ${at};call back;Visit`);
    expect(found('Name;Notes;Channel', ...leads.slice(0, 1), ';text;e-mail', ...leads).first).toBe(2);
  });

  it('is behind a rule, a row of numbers and a legend', () => {
    const first = (below: string, rows: readonly string[] = numbers) => found('Zork;Blip;Plom', below, ...rows).first;
    expect(first('---;---;---')).toBe(3);
    expect(first('-;-')).toBe(3);
    expect(first('--', ['1;2;3', '4;5;6', '7;8;9'])).toBe(2);
    expect(first('1;2;3')).toBe(3);
    expect(first('(1);(2);(3)')).toBe(3);
    expect(first('1;2;4')).toBe(2);
    expect(first('DKK;DKK;kg')).toBe(3);
    expect(first('DKK;kg;')).toBe(3);
    expect(first('DKK;;')).toBe(2);
    expect(first('DKK;kg;7')).toBe(2);
    expect(first('DKK;DKK;kg', numbers.slice(0, 3))).toBe(3);
    // With the only row of values behind it, it is the data.
    expect(found('Name;Telefon', '---;---').first).toBe(2);
    // Nine values of ten are numbers.
    const most = (odd: number) => times(10, (at) => (at < odd ? 'x;y;7' : '1;2;3'));
    expect([first('DKK;kg;', most(1)), first('DKK;kg;', most(2))]).toEqual([3, 2]);
    // Only the ten rows below count.
    expect(first('DKK;kg;', [...numbers.slice(0, 10), ...times(20, () => 'x;y;7')])).toBe(3);
    // Columns with fewer than three values say nothing.
    expect(first('DKK;kg;cm', ['1;2;', '3;4;', '5;6;', '7;8;9', '1;2;3'])).toBe(3);
    const wide = (below: string) =>
      found('a1;b;c;d;e;f', below, ...times(12, (at) => `${at};${at};${at};${at};${at};${at}`)).first;
    expect([wide('DKK;kg;cm;;;'), wide('DKK;kg;;;;'), wide('DKK;kg;cm;7;;'), wide('DKK;kg;cm;7;8;')]).toEqual([
      3, 2, 3, 2,
    ]);
  });

  it('is the next one where a person chose the header, and the one behind the last where there is none', () => {
    const rows = rowsOf(['Zork;Blip', '', '1;2', '3;4']);
    expect(findLayout(rows, { headerLine: 1 }).firstDataLine).toEqual({
      ...{ value: 3, certainty: 'follows', reason: 'It follows the header.', alternatives: [1, 4] },
    });
    expect(findLayout(rows, { headerLine: 4 })).toMatchObject({
      header: ['3', '4'],
      headerLines: [4],
      headerLine: { certainty: 'yours', reason: 'You chose this row.', alternatives: [null, 1, 3] },
      firstDataLine: { value: 5, alternatives: [1, 3, 4] },
    });
    expect(findLayout(rows, { headerLine: null })).toMatchObject({
      header: [],
      headerLines: [],
      headerLine: { value: null, reason: 'You said the file has no header.', alternatives: [1, 3, 4] },
      firstDataLine: { value: 1, reason: 'It is the first row with content.' },
    });
    expect(findLayout(rows, { headerLine: 1, firstDataLine: 4 }).firstDataLine).toEqual({
      ...{ value: 4, certainty: 'yours', reason: 'You chose this row.', alternatives: [1, 3] },
    });
  });
});

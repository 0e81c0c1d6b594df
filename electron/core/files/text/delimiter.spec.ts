import { describe, expect, it } from 'vitest';
import { delimiterName, guessDelimiter } from './delimiter.ts';
import { readText } from './text-fixture.ts';
import { cellsOf } from '../table/tables-fixture.ts';

const people = cellsOf('Name|Phone|City', 'Bob Hansen|+4520304050|Ry', 'Ann Olsen||Køge', 'Ida Berg|+4521314151|Ribe');

describe('separators of several characters', () => {
  it.each(['||', '#|#', '|~|', '~|~', '^|^', '::', '<|>'])('%s', (delimiter) => {
    const text = people.map((cells) => cells.join(delimiter)).join('\n');
    expect(guessDelimiter(text, true).value).toBe(delimiter);
  });

  it('a colon separates also two columns only, where no usual separator does', () => {
    expect(guessDelimiter('Name:City\nAnn Olsen:Ry\nBob Berg:Ribe\n', true).value).toBe(':');
  });

  it('every second column empty is no separator of two commas', () => {
    expect(guessDelimiter('Name,,Phone,,City\nBob,,12345678,,Ry\nAnn,,87654321,,Ribe\n', true).value).toBe(',');
  });
});

it.each(['#', '*'])('%s alone separates, and not where it stands in a value', (sign) => {
  expect(guessDelimiter(people.map((cells) => cells.join(sign)).join('\n'), true).value).toBe(sign);
  const values = ['Address', `1 High St ${sign}4`, `2 High St ${sign}12`, `3 Low St ${sign}7`];
  expect(guessDelimiter(values.join('\n'), true).value).not.toBe(sign);
});

describe('control characters', () => {
  it.each(['\u001f', '\u0001', '\u001c'])('%j separates and is not damage', (delimiter) => {
    const { reading, rows } = readText(people.map((cells) => cells.join(delimiter)).join('\n'));
    expect(reading.delimiter.value).toBe(delimiter);
    expect(rows).toEqual(people.slice(1));
  });
});

it('"¬" separates, as in lists of the British health service, which are not Unicode', () => {
  const organisations = [
    ['OrganisationID', 'OrganisationCode', 'OrganisationName', 'Address1', 'Address2', 'City', 'Postcode', 'Phone'],
    ['13043', 'FA512', 'Lords Pharmacy', '', 'Unit 61, The Guineas', 'Newmarket', 'CB8 8EQ', '01638 428022'],
    ['13088', 'FAP38', "Sainsbury's", 'Church Street', '', 'Carlisle', 'CA2 5TF', '01228 533915'],
    ['13201', 'FC826', 'Late Night Pharmacy', '', '45c High Street', 'Oakham', 'LE15 6AJ', '01572 723368'],
  ];
  const { reading, rows } = readText(Buffer.from(organisations.map((cells) => cells.join('¬')).join('\r\n'), 'latin1'));
  expect([reading.encoding.value, reading.delimiter.value]).toEqual(['windows-1252', '¬']);
  expect(rows).toEqual(organisations.slice(1));
});

describe('one column', () => {
  it.each([
    ['sentences', 'Kommentar\nBitte anrufen, danke\nKeine Zeit\nMorgen, nach 5\nOk\n', 4],
    ['names written surname first', 'Navn\nHansen, Mette\nOlsen, Ida\nBerg, Ann\nKjær, Bo\n', 4],
    ['many such names', `Navn\n${'Hansen, Mette\n'.repeat(60)}`, 60],
    ['streets with towns', `Adresse\n${'Nygade 1, 8000 Ry\n'.repeat(9)}`, 9],
    ['addresses with the country', `Adresse\n${'Nygade 1, 8000 Odense, Danmark\n'.repeat(9)}`, 9],
    ['addresses in four parts', `Address\n${'1 High St, Bow, London, UK\n'.repeat(5)}`, 5],
    ['times', 'Zeit\n10:00:00\n11:00:00\n12:30:00\n', 3],
    ['addresses of pages', 'url\nhttps://a.example/x\nhttps://b.example/y\nhttp://c.example:8080/z\n', 3],
  ])('%s stay whole', (_title, text, count) => {
    const { reading, rows } = readText(text);
    expect(reading.columns).toHaveLength(1);
    expect(rows.map((cells) => cells[0])).toEqual(text.split('\n').slice(1, count + 1));
  });

  it('a title above a table that has blanks behind its commas is no name of its one column', () => {
    const rows = 'Name, Phone, City\nBob, 20304050, Ry\nAnn, 21314151, Ribe\n';
    for (const title of ['Leads of May', 'Customer'])
      expect(guessDelimiter(`${title}\n${rows}`, true).alternatives).not.toContain(',');
  });

  it('quoted values leave the comma as it is', () => {
    const { reading, rows } = readText('Note\n"a, b"\n"c"\n"d, e, f"\n');
    expect(reading.delimiter.value).toBe(',');
    expect(rows).toEqual([['a, b'], ['c'], ['d, e, f']]);
  });
});

describe('of two separators that fit', () => {
  const guessed = (...lines: readonly string[]) => guessDelimiter(lines.join('\n'), true).value;
  const lines = (one: string, other: string) =>
    ['Name', 'Bo', 'Ib', 'Eva'].map((name, at) => `${name}${one}a${at}x${other}b${at}y`);

  it.each<readonly [likelier: string, other: string]>([
    [',', ';'],
    [',', '|'],
    [';', '|'],
    ['\t', ','],
    ['\t', '|'],
    ['|', '\u001f'],
    ['|', '\u0001'],
    ['|', '\u001c'],
    ['|', '\u001d'],
    ...['^', '~', '§', '¦', '¬', '::', ':', ' '].map((other) => ['|', other] as const),
    ...['::', ':', ' '].map((other) => ['^', other] as const),
    ['::', ' '],
  ])('alike %j is likelier than %j', (likelier, other) => {
    expect([guessed(...lines(likelier, other)), guessed(...lines(other, likelier))]).toEqual([likelier, likelier]);
  });

  it('the one that cuts more columns is taken, though a single one is likelier otherwise', () => {
    for (const other of ['\t', '||', '|', '\u001d'])
      expect(
        guessed(...['Name', 'Bo', 'Ib', 'Eva'].map((name, at) => `${name},a${at},b${at},c${at}${other}d${at}`)),
      ).toBe(',');
  });

  it('the guess is as sure as the other is unlikely', () => {
    const certainty = (...rows: readonly string[]) => guessDelimiter(rows.join('\n'), true).certainty;
    expect(certainty('Name;City', 'Bo;Ry', 'Ib;Ribe')).toBe('certain');
    expect(certainty('Name;City', 'Bo;Ry', 'Ib;Ribe', 'Eva')).toBe('likely');
    expect(certainty(...lines(';', '|'))).toBe('guess');
  });
});

it('is found in one row, and where a few rows have a time of day', () => {
  expect(guessDelimiter('Bo;+4520304050;Ry', true).value).toBe(';');
  expect(guessDelimiter('Name:Room\nBo:a\nIb 7:15\nEva:b\nJim 8:30', true).value).toBe(':');
  expect(guessDelimiter('Name:Room\nBo 9:45\nIb 7:15\nJim 8:30', true).value).not.toBe(':');
});

it('is found in a header that is longer than what is looked at', () => {
  const header = Array.from(
    { length: 1200 },
    (_, at) => `What do you think of room ${at}, of its light, and of the people there?`,
  );
  const { reading, rows } = readText(`${header.join(';')}\n${'4;'.repeat(1199)}5\n`);
  expect([reading.delimiter.value, reading.columns.length, rows[0]?.[1199]]).toEqual([';', 1200, '5']);
  expect(reading.delimiter.reason).toMatch(/^With a semicolon, the first row has at least \d{3} columns\.$/);
});

it('says how many rows of the beginning the separator cuts alike', () => {
  const rows = Array.from({ length: 19 }, (_, at) => `Person ${at};${20_000_000 + at};Ry`);
  const reasonOf = (lines: readonly string[]) => guessDelimiter(lines.join('\n'), true).reason;
  expect(reasonOf(rows)).toBe('With a semicolon, every row of the beginning has 3 columns.');
  expect(reasonOf([...rows, 'Ida'])).toBe('With a semicolon, 95 % of the rows of the beginning have 3 columns.');
});

it.each([
  [',', 'comma'],
  [';', 'semicolon'],
  ['\t', 'tab'],
  ['|', 'vertical bar'],
  [':', 'colon'],
  [' ', 'space'],
  ['^', '"^"'],
  ['\u001f', 'control character 31'],
  ['\u0000', 'control character 0'],
  ['||', '"||"'],
])('calls %j by its name: %s', (delimiter, name) => {
  expect(delimiterName(delimiter)).toBe(name);
});

it('separators without values are a table without rows', () => {
  expect(() => readText(',,,\n,,,\n')).toThrow(/no rows with content/);
});

it('the header decides between two separators that both fit the rows', () => {
  const text = `Navn;Adresse\n${'Hansen,Mette;Vej 1,8000\n'.repeat(6)}`;
  expect(guessDelimiter(text, true).value).toBe(';');
});

describe('rows that are not cut alike, and signs that stand in values', () => {
  const guessed = (lines: readonly string[]) => {
    const { value, certainty } = guessDelimiter(lines.join('\n'), true);
    return [value, certainty];
  };

  it.each<[string, readonly string[], [string, string]]>([
    [
      'shorter and longer rows',
      ['Name;City;Time|2', 'Jim;Ib;Ry|Eva;;', 'Jim', 'Ida;Bo;|Ida;12:30', 'Jim;Ida;Ry|Eva'],
      [';', 'guess'],
    ],
    [
      'decimal commas',
      ['Name:City:Amount:Time', 'Eva:1,5:4:Ry', 'Eva:4:4:Ry', 'Ann:3:20,75:Ry', 'Ida:20,75:3:Ry'],
      [':', 'guess'],
    ],
    ['one of two signs in the header', ['Name,City', 'Jim|Ib, Ib', 'Eva|Eva, Ib'], [',', 'certain']],
    ['one sign of several', ['Name#|#City', 'Bo#|#', 'Jim#|#Ribe', 'Ida Berg#|#Ry'], ['#|#', 'guess']],
    [
      'a line above the table',
      ['Members', 'Bo^Ry^12:30^6:30::Jim^Ida^Eva', 'Bo^Ry^^::Ann^Bo^Bo', 'Ann^Ry^12:30^::Jim'],
      ['^', 'guess'],
    ],
    ['half of a quotation', ['Name|City|Amount|Time', 'Jim||5" nail|3', 'Jim||x|y|3'], ['|', 'likely']],
    ['pairs below a line', ['Members', 'Ib~ Ann', 'Ida Berg~ Jim', 'Ida Berg~ Ida', 'Bo~ Ann'], [',', 'only']],
    ['blanks', ['Name City Amount Time', 'Ida Berg 7:15 7:15 7:15', 'Jim 12:30 7:15 '], [',', 'only']],
    [
      'colons below a line',
      [
        'Members',
        'Eva:Eva:Ry:Vej 1, 2:Bo',
        'Eva:Ida:Ry',
        'Ida:Ann:Ry:Vej 1, 2:Bo',
        'Ib:Eva:Ry:5" nail:Jim',
        'Ann:Jim::x|y:Ida',
      ],
      [';', 'only'],
    ],
    [
      'sentences',
      [
        'Name:City;2:Amount:Time',
        'Ida:x|y;Eva:3:Vej 1, 2',
        'Ib:Hi; you;Jim:20,75:Vej 1, 2',
        'Jim:Vej 1,2;Eva:20,75:Hi; you',
        'Jim:Vej 4;Ann:4:Vej 1, 2',
      ],
      [';', 'guess'],
    ],
    [
      'two signs as one',
      [
        'Name:City:Amount||2:Time',
        'Ida:Hi; you:Ry||Ann:12:30',
        'Ida:x|y:||Jim:12:30',
        'Ib:Hi; you:||Ib:',
        'Eva:Hi; you:Ry||Ann:12:30',
        'Bo:Vej 1,2:Ry||Bo:',
        'Ib:x|y:Ry||Ann:7:15',
      ],
      ['||', 'guess'],
    ],
  ])('%s', (_title, lines, guess) => expect(guessed(lines)).toEqual(guess));

  it('colons and blanks separate only where they do so in nearly all rows', () => {
    const notes = ['Note: one', 'Note: two', 'Note: three', 'Call back'];
    expect(guessed([...notes, ...notes])).toEqual([',', 'only']);
    expect(guessed(['Bo Hansen', 'Ib Olsen', 'Eva Berg'])).toEqual([',', 'only']);
    expect(guessed(['1 2 3 4 5 6 7 8', '2 3 4 5 6 7 8 9', '3 4 5 6 7 8 9 1'])).toEqual([' ', 'certain']);
    expect(guessed(['Notes', ...Array.from({ length: 9 }, (_, at) => `Bo:${at}`)])).toEqual([',', 'only']);
  });

  it('does not look at more than 300 rows', () => {
    const rows = [...Array<string>(300).fill('Bo;Ry'), ...Array<string>(300).fill('Ib|Ry|Eva|Jim')];
    expect(guessDelimiter(rows.join('\n'), true).reason).toContain('every row of the beginning has 2 columns');
    const phones = [...Array<string>(300).fill('20304050'), ...Array<string>(300).fill('20,30;40')];
    expect(guessed(phones)).toEqual([',', 'only']);
  });
});

it('obeys the line for Excel at the beginning, and nowhere else', () => {
  for (const line of ['sep=|', '"sep=|"', 'SEP=|\r'])
    expect(guessDelimiter(`${line}\nName|City;Phone\n`, true)).toMatchObject({ value: '|', certainty: 'certain' });
  expect(guessDelimiter(' sep=|\nName;City\nBo;Ry\n', true).value).toBe(';');
});

it('offers the others that cut the rows, the best first, and the usual ones', () => {
  const { value, reason, alternatives } = guessDelimiter('a\u001fb^c^d~e\n1\u001f2^3^4~5\n', true);
  expect([value, alternatives]).toEqual(['^', ['\u001f', '~', ',', ';', '\t', '|']]);
  expect(reason).toContain('With a "^"');
  expect(guessDelimiter('a\u001fb\n1\u001f2\n', true).reason).toContain('With a control character 31,');
  expect(guessDelimiter('a:b|c,d;e^f\n1:2|3,4;5^6\n', true).alternatives).toEqual(['|', '^', ',', '\t']);
});

it('a character that separates nothing is no alternative', () => {
  const { alternatives } = guessDelimiter('Name,Note\nBo,a|b\nIb,c:d e\n', true);
  expect(alternatives).toEqual(['|', ';', '\t']);
});

it('is not what the first line names where hardly any row has it, and another one cuts them all', () => {
  const rows = people.map((cells) => cells.join(';')).join('\n');
  const { reading, rows: read } = readText(`sep=,\n${rows}\nBo Kjær, Søn;+4522334455;Ry\n`);
  expect([reading.delimiter.value, reading.delimiter.certainty]).toEqual([';', 'likely']);
  expect(reading.delimiter.reason).toMatch(/^The first line of the file names a comma, but /);
  expect(read).toHaveLength(4);
  expect(reading.headerLine.value).toBe(2);
  expect(guessDelimiter('sep=,\nName\nBo;1\nAnn\n', true).value).toBe(',');
  expect(guessDelimiter('sep=,\nName,Note\nBo,a;b;c\nAnn,d;e;f\n', true).value).toBe(',');
  for (const text of ['sep=;\nName\nBo\nAnn\n', '"sep=;"', 'sep=;\n'])
    expect(guessDelimiter(text, true)).toMatchObject({ value: ';', certainty: 'certain' });
});

it('a file of nothing but lines for Excel is looked at once, not once for each of them', { timeout: 10_000 }, () => {
  const lines = Array.from({ length: 8_000 }, (_, n) => `sep=${String.fromCharCode(0x4e00 + n)}\n`);
  expect(guessDelimiter(lines.join(''), true)).toMatchObject({ value: '\u4e00', certainty: 'certain' });
});

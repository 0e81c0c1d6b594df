import { describe, expect, it } from 'vitest';
import { readText } from '../text/text-fixture.ts';

describe('headers', () => {
  it.each([
    ['a plain header', 'Name,Phone\nBob,4512345678\nAnn,4587654321\n', 1],
    ['unknown words above numbers', 'Zork,Blip\n1,2\n3,4\n5,6\n', 1],
    ['Danish words above words', 'Fornavn;Efternavn;By\nJens;Hansen;Køge\nIda;Olsen;Ry\n', 1],
    ['a title above', 'Leads of May\n\nName,Phone,Email\nBob,12345678,b@x.dk\nAnn,87654321,a@x.dk\n', 3],
    ['years as names', 'Region,2019,2020,2021\nNorth,1,2,3\nSouth,4,5,6\nWest,7,8,9\n', 1],
    ['numbered names', 'Spalte 0,Spalte 1,Spalte 2\nv0-0,v0-1,v0-2\nv1-0,v1-1,v1-2\nv2-0,v2-1,v2-2\n', 1],
    ['numbered names of the shape of the values', 'col0,col1,col2\nval00,val01,val02\nval10,val11,val12\n', 1],
    ['names like the cells of a sheet', 'A1,B1,C1\nx7-1,x7-2,x7-3\nx8-1,x8-2,x8-3\nx9-1,x9-2,x9-3\n', 1],
    ['names like the cells of a sheet above codes that do not rise', 'A1,B1,C1\nB2,A2,C2\nB3,A3,C3\n', 1],
    ['words above codes of one shape', 'Kode;Tekst\nK000;Beskrivelse 0\nK001;Beskrivelse 1\nK002;Beskrivelse 2\n', 1],
    ['one year among words', 'Kommune;2021\nKøge;51234\nRy;23456\nRibe;8123\n', 1],
    ['years that go down', 'Land;2023;2022;2021\nDanmark;1,5;2,5;3,5\nNorge;4,5;5,5;6,5\n', 1],
    ['months', 'Kunde;2024-01;2024-02\nNord A/S;12;14\nB ApS;17;19\nC GmbH;8;7\n', 1],
    ['Japanese words above words', '会社名;氏名;都市\n佐藤商店;佐藤太郎;東京\n田中工業;田中花子;大阪\n', 1],
    ['Polish words above words', 'Nazwa;Miejscowość\nSzkoła Długa;Łódź\nLiceum Nowe;Kraków\n', 1],
    [
      'a title above two columns',
      'Liste over skoler\nKilde: registeret\nTelefon;Type\n20304050;privat\n21314151;privat\n22324252;fri\n',
      3,
    ],
    ['a name above names that hold a word', `Contact\n${'Ann Olsen\nBob Berg\n'.repeat(8)}Antony Price\nIda Ry\n`, 1],
    [
      'repeated and missing names above two rows',
      'Zork;;;;Zork;;\nBob;Smith;20304050;20304051;Ann;b;c\nIda;Jones;20304052;20304053;Eva;d;e\n',
      1,
    ],
    [
      'repeated and missing names above two rows of words',
      'Zork,,Blip,Blip,,\nBob,Smith,Leeds,York,a,b\nAnn,Jones,Ry,Ribe,c,d\n',
      1,
    ],
    ['groups above names', ',Contact,,\nName,Phone,Email,City\nBob,12345678,b@x.dk,Ry\nAnn,87654321,a@x.dk,Køge\n', 2],
  ])('%s', (_title, text, line) => {
    expect(readText(text).reading.headerLine.value).toBe(line);
  });

  it.each([
    [
      'people and phones',
      'Bob Hansen,4512345678,bob@x.dk\nAnn Olsen,4587654321,ann@x.dk\nIda Berg,4511223344,ida@x.dk\n',
    ],
    ['numbers', '1,2,3\n4,5,6\n7,8,9\n'],
    ['years of birth', 'Bob;1987\nAnn;1990\nIda;1975\n'],
    ['numbered values', 'v0-0,v0-1,v0-2\nv1-0,v1-1,v1-2\nv2-0,v2-1,v2-2\n'],
    ['months of sales', '2024-01;12\n2024-02;14\n2024-03;8\n'],
    [
      'a first row with a value twice and another missing',
      'Bob,,20304050,20304050,\nAnn,Jones,20304052,20304053,c\nIda,Berg,20304054,20304055,d\n',
    ],
    ['numbered values in two columns', 'v0,v1\nv2,v3\nv4,v5\n'],
    ['phones only', '4512345678\n4512345679\n4512345670\n'],
  ])('none: %s', (_title, text) => {
    const { reading, rows } = readText(text);
    expect(reading.headerLine.value).toBeNull();
    expect(rows).toHaveLength(3);
    expect(reading.columns[0]?.label).toBe('Column 1');
  });

  it('joins the names of two rows also above two rows of values', () => {
    const { reading, rows } = readText(
      'No.;Name;Contact;;Notes\n;;Phone;E-mail;\n1;Anna;20300000;a@x.dk;later\n2;Bo;20300001;b@x.dk;\n',
    );
    expect(reading.columns.map(({ header }) => header)).toEqual([
      ...['No.', 'Name', 'Contact - Phone', 'Contact - E-mail', 'Notes'],
    ]);
    expect(rows).toHaveLength(2);
  });

  it('keeps a first row that lacks values where there is no header', () => {
    const { reading, rows } = readText(';Ann Olsen;\n2300;Bob Berg;Ry\n4100;Ida Kjær;Køge\n5000;Bo Lund;Ribe\n');
    expect(reading.headerLine.value).toBeNull();
    expect(rows).toHaveLength(4);
  });

  it('leaves out a row of column numbers below the header', () => {
    const { rows, reading } = readText(
      'Name,Phone,City\n1,2,3\nBob,4512345678,Ry\nAnn,4587654321,Køge\nIda,4511223344,Ribe\n',
    );
    expect(reading.headerLine.value).toBe(1);
    expect(rows[0]?.[0]).toBe('Bob');
  });

  it('leaves out what a database prints around a table', () => {
    const { rows, reading } = readText(
      'Name |Phone\n-----+-----------\nBob  |+4520304050\nAnn  |+4521314151\n(2 rows)\n',
    );
    expect(reading.firstDataLine.value).toBe(3);
    expect(rows.map((cells) => cells[0]?.trim())).toEqual(['Bob', 'Ann']);
  });

  it('gives way to what a person chooses', () => {
    const text = 'Name,Phone\nBob,1\nAnn,2\n';
    expect(readText(text, { headerLine: null }).rows).toHaveLength(3);
    const moved = readText(text, { headerLine: 1, firstDataLine: 3 });
    expect(moved.rows).toEqual([['Ann', '2']]);
    expect(moved.reading.firstDataLine.certainty).toBe('yours');
    expect(() => readText('Name,Phone\n\nBob,1\n', { headerLine: 2 })).toThrow(/Line 2 has no content/);
  });

  it('offers the first ten rows as another header, and the first twelve for the data', () => {
    const text = `Name,Phone\n${Array.from({ length: 30 }, (_, at) => `Person ${at},${20_000_000 + at}\n`).join('')}`;
    const offered = ({ reading }: ReturnType<typeof readText>) => [
      reading.headerLine.alternatives,
      reading.firstDataLine.alternatives,
    ];
    const rows = (to: number, not: number) => Array.from({ length: to }, (_, at) => at + 1).filter((at) => at !== not);
    expect(offered(readText(text))).toEqual([[null, ...rows(10, 1)], rows(12, 2)]);
    expect(offered(readText(text, { headerLine: 3 }))).toEqual([[null, ...rows(10, 3)], rows(12, 4)]);
    expect(offered(readText(text, { headerLine: null, firstDataLine: 2 }))).toEqual([rows(10, 0), rows(12, 2)]);
  });

  describe('of R, which gives no name to the column of the names of rows', () => {
    const named = (text: string, choices = {}) => {
      const { reading, rows } = readText(text, choices);
      return { names: reading.columns.map(({ header }) => header).join('|'), rows, reading };
    };
    const people = '"1","Anna Berg","+4522334455"\n"2","Bo Dahl","+4522334456"\n"3","Cy Eng","+4522334457"\n';

    it('stand above the values that they name, and the reading says so', () => {
      const { names, rows, reading } = named(`"name","phone"\n${people}`);
      expect([names, rows[0]]).toEqual(['|name|phone', ['1', 'Anna Berg', '+4522334455']]);
      expect(reading.headerLine).toMatchObject({
        ...{ value: 1, certainty: 'likely' },
        reason:
          'Line 1 has names, the rows below it have values. Every row has one value more than the header, and the names fit from the second on.',
      });
      expect(reading.problems.map(({ kind }) => kind)).toEqual(['emptyHeader']);
      const chosen = named(`"name","phone"\n${people}`, { headerLine: 1 });
      expect([chosen.names, chosen.reading.headerLine.reason.slice(0, 25)]).toEqual([
        '|name|phone',
        'You chose this row. Every',
      ]);
      const cars = 'Mazda RX4\tAnna Berg\ta@x.dk\nDatsun 710\tBo Dahl\tb@x.dk\n';
      expect(named(`owner\temail\n${cars}`).names).toBe('|owner|email');
    });

    it.each([
      ['where the last column has no name', 'no,name,phone\n1,Anna Berg,+4522334455,x\n2,Bo Dahl,+4522334456,y\n'],
      ['where each row ends with a separator', 'name,phone\nAnna Berg,+4522334455,\nBo Dahl,+4522334456,\n'],
      [
        'where each row ends with a separator, and values are unlike the first name',
        'name,city,phone\n101,Oslo,+4522334455,\n102,Moss,+4522334456,\n',
      ],
      [
        'where the name that is missing stands behind the first',
        'name,city,phone\nAnna Berg,Oslo,NO,+4522334455\nBo Dahl,Malmö,SE,+4522334456\n',
      ],
      ['where the names fit neither', 'name,phone\n1,2,Anna Berg\n2,3,Bo Dahl\n'],
      ['where one row has no more cells', `name,phone\n${people}Di Foss,+4522334458\n`],
    ])('but stay where they are %s', (_title, text) => {
      expect(named(text, { headerLine: 1 }).names).toMatch(/^n/);
    });
  });

  it('makes names unique and remarks empty and repeated ones', () => {
    const { reading, kinds } = readText('Name,Phone,phone,\nBob,1,2,x\nAnn,3,4,y\n', { headerLine: 1 });
    expect(reading.columns.map((column) => column.label)).toEqual(['Name', 'Phone', 'phone (2)', 'Column 4']);
    expect(kinds).toEqual(expect.arrayContaining(['emptyHeader', 'duplicateHeader']));
  });
});

describe('what stands below a table', () => {
  const table =
    'Name,Phone,City,Amount\nBob,4512345678,Ry,10\nAnn,4587654321,Køge,20\nIda,4511223344,Ribe,30\nJim,4599887766,Vejle,40\n';

  it.each([
    ...['I alt', 'Yhteensä', 'Razem', 'Celkem', 'Összesen', 'Итого', 'Σύνολο', 'ΣΥΝΟΛΟ', '合計', '合计', '합계'],
    ...[
      ...['Ukupno', 'Sveukupno:', 'Skupaj', 'Iš viso', 'Укупно'],
      ...['Вкупно', 'Tổng cộng', 'Jumlah', 'סה"כ', 'סך הכל', 'المجموع'],
    ],
  ])('leaves out the total in any language: %s', (word) => {
    const { rows, kinds } = readText(`${table}${word},,,100\n`);
    expect(rows).toHaveLength(4);
    expect(kinds).toContain('totals');
  });

  it.each([
    ['Summa', 'Medelvärde'],
    ['Gesamt', 'Durchschnitt:'],
    ['Ergebnis', 'Mittelwert'],
    ['Total', 'Average'],
    ['Hovedtotal', 'Gennemsnit'],
    ['Ukupno', 'Prosjek'],
    ['Iš viso', 'Vidurkis'],
    ['المجموع', 'المتوسط'],
  ])('leaves out a sum with the mean below it: %s, %s', (sum, mean) => {
    const { reading, kinds } = readText(`${table}${sum},,,100\n${mean},,2,25.5\n`);
    expect(reading.lastDataLine.value).toBe(5);
    expect(kinds).not.toContain('notesBelow');
    expect(readText(`${table}${sum},,,90\n`).reading.lastDataLine.value).toBe(5);
  });

  it('leaves out no company whose name begins with such a word', () => {
    expect(readText(`${table}Average Joe Ltd.,4512312312,Ry,5\n`).rows).toHaveLength(5);
  });

  it('leaves notes and totals out, lists them, and lets a person keep them', () => {
    const text = `${table}Total,,,100\n\nSource: the register of companies\n`;
    const { rows, reading, kinds } = readText(text);
    expect(rows).toHaveLength(4);
    expect(reading.lastDataLine.value).toBe(5);
    expect(kinds).toEqual(expect.arrayContaining(['totals', 'notesBelow']));
    expect(readText(text, { lastDataLine: 100 }).rows).toHaveLength(6);
  });

  it('does not take the last lead for a note', () => {
    expect(readText(`${table}Eve,,,\n`, { headerLine: 1 }).rows.length).toBeGreaterThanOrEqual(4);
    expect(readText(`${table}Eve,4500000000,,\n`).rows).toHaveLength(5);
    expect(readText(`${table}\nEve,4500000000,Ry,5\n`).rows).toHaveLength(5);
  });

  it('closes the table at a row that adds everything up, whatever follows', () => {
    const { rows } = readText(`${table}Grand total,,,100\n\nShare,,a,b\nNorth,1,2,3\n`);
    expect(rows).toHaveLength(4);
  });

  it('goes on behind a total where the header comes again, without what stands between', () => {
    const [names = '', ...rows] = table.trimEnd().split('\n');
    const group = (title: string, from: number) =>
      [`${title},,,`, names, ...rows.slice(from), `Sum ${title},,,${from === 0 ? 100 : 70}`, ''].join('\n');
    const text = `${group('North', 0)}\n${group('South', 2)}\n`;
    const found = readText(text);
    expect(found.rows.map(([name]) => name)).toEqual(['Bob', 'Ann', 'Ida', 'Jim', 'Ida', 'Jim']);
    expect(found.kinds).toEqual(expect.arrayContaining(['repeatedHeader', 'sectionRows', 'totals']));
    expect(readText(text, { lastDataLine: 100 }).rows.map(([name]) => name)).toContain('South');
    const alone = readText(`${names}\n${rows.join('\n')}\n,45 20 11 22 33,,\n${names}\n${rows.join('\n')}\n`);
    expect(alone.rows).toHaveLength(9);
  });

  it('keeps a short list of two columns whole', () => {
    expect(readText('Name,Phone\nBob,4512345678\n\nAnn,4587654321\nJim,\n').rows).toHaveLength(3);
  });

  it('leaves out headings between groups of rows', () => {
    const grouped =
      'Unit,2019,2020,2021\nNorth ...,,,\n   Ry,1,2,3\n   Køge,4,5,6\nSouth ...,,,\n   Ribe,7,8,9\n   Vejle,1,2,3\n';
    const { rows, kinds } = readText(grouped);
    expect(rows.map((row) => row[0]?.trim())).toEqual(['Ry', 'Køge', 'Ribe', 'Vejle']);
    expect(kinds).toContain('sectionRows');
  });
});

describe('cells', () => {
  it('stay exactly as they are, or lose the blanks around them when asked', () => {
    const text = 'Code,Name\n007, Bob \n010,Ann\n';
    expect(readText(text).rows[0]).toEqual(['007', ' Bob ']);
    expect(readText(text, { keepSpaces: false }).rows[0]).toEqual(['007', 'Bob']);
  });

  it('that hold only spaces are counted by column, with their lines, and count as empty', () => {
    const { reading, rows } = readText('Name,Fax,Mail\nBob, ,b@x.dk\nAnn,\u00a0,  \nIda,12,\n', { headerLine: 1 });
    const problem = reading.problems.find((entry) => entry.kind === 'onlySpaces');
    expect(problem).toMatchObject({ count: 3, message: 'Such a cell is read as empty. Fax 2, Mail 1.' });
    expect(problem?.examples).toEqual([
      { line: 2, column: 'Fax', text: ' ' },
      { line: 3, column: 'Fax', text: '\u00a0' },
      { line: 3, column: 'Mail', text: '  ' },
    ]);
    expect(reading.columns.map((column) => column.filled)).toEqual([3, 1, 1]);
    expect(rows[0]).toEqual(['Bob', ' ', 'b@x.dk']);
    expect(readText('Name,Fax\nBob,\nAnn,1\n').reading.checkedFor).toContain('onlySpaces');
  });

  it('show three different values where there are as many', () => {
    const shown = (cells: readonly string[]) => {
      const column = readText(`Value\n${cells.join('\n')}\n`, { headerLine: 1, lastDataLine: 100 }).reading.columns[0];
      return [column?.first, column?.longest, column?.oddest];
    };
    expect(shown(['the longest', 'b', 'c'])).toEqual(['the longest', 'b', 'c']);
    expect(shown(['a', 'bb', 'ccc', '77'])).toEqual(['a', 'ccc', '77']);
    expect(shown(['10551', '10557', '10551', '10559'])).toEqual(['10551', '10557', '10559']);
    expect(shown(['same', 'same'])).toEqual(['same', 'same', 'same']);
  });

  it('are counted per column', () => {
    const { reading } = readText('Email,Phone\nbob@x.dk,+45 12 34 56 78\nann@x.dk,\nno mail,+45 87 65 43 21\n', {
      headerLine: 1,
    });
    expect(reading.columns[0]).toMatchObject({
      filled: 3,
      distinct: 3,
      first: 'bob@x.dk',
      oddest: 'no mail',
      kinds: { email: 2 },
    });
    expect(reading.columns[1]).toMatchObject({ filled: 2, kinds: { phone: 2 } });
  });
});

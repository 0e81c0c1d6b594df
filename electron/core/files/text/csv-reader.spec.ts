import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it, vi } from 'vitest';
import { readText } from './text-fixture.ts';
import { FileTrouble } from '../foundation/file-trouble.ts';

// Files are read and written for real; a busy computer may take its time.
vi.setConfig({ testTimeout: 60_000 });

function troubleOf(act: () => unknown): FileTrouble {
  try {
    act();
  } catch (error) {
    if (error instanceof FileTrouble) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

const letters: Record<string, string> = {
  'utf-8': 'äøßñ漢字😀ж€',
  'utf-16le': 'äøßñ漢字😀ж€',
  'utf-16be': 'äøßñ漢字😀ж€',
  'windows-1252': 'äøßñ€’é',
  'iso-8859-15': 'äøßñ€Šé',
  macintosh: 'äøßñé†',
  cp850: 'äøßñéÅ',
  cp437: 'äñéÅß',
  cp865: 'äøéÅß',
  'windows-1250': 'ąčęłřžő',
  'windows-1251': 'жщыюя',
  'koi8-r': 'жщыюя',
  shift_jis: '漢字カナ表',
  'euc-jp': '漢字カナ',
  gb18030: '汉字电话',
  big5: '漢字電話許功',
  'euc-kr': '한국전화',
};

function encode(text: string, encoding: string): Uint8Array {
  const name: Record<string, string> = { 'utf-16le': 'utf16le', 'utf-16be': 'utf16-be', 'koi8-r': 'koi8-r' };
  return iconv.encode(text, name[encoding] ?? encoding, { addBOM: false });
}

function written(table: readonly (readonly string[])[], delimiter: string, newline: string): string {
  return table
    .map((row) =>
      row
        .map((cell) =>
          cell.includes('"') ||
          cell.includes('\n') ||
          cell.includes('\r') ||
          [...delimiter].some((character) => cell.includes(character)) ||
          /^\s|\s$/.test(cell) ||
          cell === ''
            ? `"${cell.replaceAll('"', '""')}"`
            : cell,
        )
        .join(delimiter),
    )
    .join(newline);
}

describe('tables written in any encoding, delimiter and line end', () => {
  const delimiters = [',', ';', '\t', '|', '^', '||'];
  const newlines = ['\n', '\r\n', '\r'];

  it.each(Object.keys(letters))('come back cell by cell: %s', (encoding) => {
    const alphabet = [...new Set([...`ab 0"';,|^\t\n`, ...(letters[encoding] ?? '')])];
    const cell = fc.string({ unit: fc.constantFrom(...alphabet), maxLength: 8 });
    const table = fc
      .integer({ min: 2, max: 5 })
      .chain((width) =>
        fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }),
      );
    fc.assert(
      fc.property(
        table,
        fc.constantFrom(...delimiters),
        fc.constantFrom(...newlines),
        fc.constantFrom(1, 7, 4096, 65_536),
        fc.boolean(),
        (cells, delimiter, newline, chunkBytes, endsWithNewline) => {
          // A row of blanks is left out by rule, so every row gets a letter.
          const rows = cells.map((row, index) => [`x${index}`, ...row]);
          const text = written(rows, delimiter, newline) + (endsWithNewline ? newline : '');
          const { rows: back } = readText(
            encode(text, encoding),
            { encoding, delimiter, headerLine: null, lastDataLine: rows.length },
            chunkBytes,
          );
          const width = rows[0]?.length ?? 0;
          expect(back.map((row) => [...row, ...Array<string>(width - row.length).fill('')])).toEqual(rows);
        },
      ),
      { numRuns: 40 },
    );
  });

  it('read the same whatever the size of the chunks, damage included', () => {
    const damaged = fc.string({ unit: fc.constantFrom('a', '"', ',', '\n', '\r', ' ', 'é'), maxLength: 60 });
    fc.assert(
      fc.property(damaged, fc.integer({ min: 1, max: 9 }), (text, chunkBytes) => {
        const choices = { headerLine: null, delimiter: ',', lastDataLine: 1000 };
        expect(readText(`z${text}`, choices, chunkBytes)).toEqual(readText(`z${text}`, choices));
      }),
      { numRuns: 400 },
    );
  });
});

describe('encodings', () => {
  const samples: [string, string][] = [
    ['windows-1252', 'Navn;By\nJørgen Sørensen;Århus\nÆgir Müller;Køge\nZoë “Q”;Malmö\n'],
    ['windows-1252', 'Nom;Ville\nHélène Lefèvre;Besançon\nFrançois;Orléans\nÇa va;Nîmes\n'],
    ['macintosh', 'Namn;Ort\nGöran Åkesson;Växjö\nÅsa Öberg;Örebro\nJörgen;Malmö\n'],
    ['cp850', 'Navn;By\nJørgen Sørensen;Århus\nSøren Ågård;Nørresundby\nÆgir;Køge\n'],
    ['windows-1250', 'Imię;Miasto\nŁukasz Żółć;Łódź\nGrażyna Święta;Gdańsk\nMałgorzata;Wrocław\n'],
    ['windows-1251', 'Имя;Город\nАнна Петрова;Москва\nСергей;Казань\n'],
    ['koi8-r', 'Имя;Город\nАнна Петрова;Москва\nСергей;Казань\n'],
    ['shift_jis', '氏名;電話\nやまだ たろう;03\nすずき はなこ;東京\nカタカナ;大阪\n'],
    ['gb18030', '姓名;电话;地址\n王小明;010;北京市海淀区中关村大街\n李华;021;上海市公司\n'],
    ['big5', '姓名;電話;地址\n王小明;02;臺北市中山區公司\n陳先生;07;高雄市前鎮區\n'],
    ['utf-16le', 'Name;City\nÅse;Ålesund\nBob;Oslo\n'],
    ['utf-16be', 'Name;City\nÅse;Ålesund\nBob;Oslo\n'],
  ];

  it.each(samples)('%s is found without being told', (encoding, text) => {
    const { reading, rows } = readText(encode(text, encoding), { delimiter: ';', headerLine: 1 });
    expect(reading.encoding.value).toBe(encoding);
    expect(rows[0]?.[0]).toBe(text.split('\n')[1]?.split(';')[0]);
    expect(reading.encoding.reason).not.toBe('');
  });

  it('takes a pound sign in the last row into account', () => {
    const text = `id,amount\n${'1,20\n'.repeat(60_000)}2,£ 30\n`;
    const { reading, rows } = readText(encode(text, 'windows-1252'));
    expect(reading.encoding.value).toBe('windows-1252');
    expect(rows.at(-1)).toEqual(['2', '£ 30']);
  });

  it('keeps UTF-8 when only a few bytes are damaged, and says where', () => {
    const good = Buffer.from(`name,city\n${'Jørgen,Århus\n'.repeat(50)}`);
    const { reading } = readText(Buffer.concat([good, Buffer.from([0x42, 0xff, 0x2c, 0x63, 0x0a])]));
    expect(reading.encoding.value).toBe('utf-8');
    expect(reading.problems.find((problem) => problem.kind === 'undecodable')?.examples[0]).toMatchObject({
      line: 52,
      column: 'name',
    });
  });

  it('is not misled by where chunks are cut', () => {
    const text = `Navn;By\n${'Jørgen Ågård;Ærø\n'.repeat(400)}`;
    for (const chunkBytes of [5, 64, 1000])
      expect(readText(text, {}, chunkBytes).reading).toMatchObject({
        encoding: { value: 'utf-8', certainty: 'certain' },
        problems: [],
      });
    expect(readText(`\ufeff${text}`, {}, 100).reading.encoding.reason).toMatch(/mark of UTF-8/);
    const old = readText(encode(text, 'windows-1252'), {}, 100);
    expect(old.reading.encoding.value).toBe('windows-1252');
    expect(old.rows[399]).toEqual(['Jørgen Ågård', 'Ærø']);
  });

  it('skips the mark at the beginning', () => {
    expect(readText('\ufeffName;City\nBob;Oslo\n').reading.columns[0]?.header).toBe('Name');
  });

  it('takes what a person chooses, under the names people use', () => {
    const { reading, rows } = readText(encode('a;b\nø;1\n', 'windows-1252'), { encoding: 'Latin1' });
    expect(reading.encoding).toMatchObject({ value: 'windows-1252', certainty: 'yours' });
    expect(rows[0]).toEqual(['ø', '1']);
    expect(troubleOf(() => readText('a;b', { encoding: 'klingon' })).reason).toBe('badChoice');
  });
});

describe('delimiters', () => {
  it.each([
    ['decimal commas in a semicolon file', 'a;b;c\n1,5;2,5;3,5\n4,5;5,5;6,5\n7,5;8,5;9,5\n', ';', 3],
    ['a comma in every sentence', 'name|note\nBob|Hi, you\nAnn|Well, yes\nJim|No, no\n', '|', 2],
    ['times beside commas', 'at,who\n12:30:00,Bob\n12:31:00,Ann\n12:33:00,Jim\n', ',', 2],
    ['tabs', 'a\tb\n1\t2\n3\t4\n', '\t', 2],
    ['quoted separators', '"a,x";"b"\n"1,2,3";"4"\n"5,6,7";"8"\n', ';', 2],
    ['one column', 'phone\n4512345678\n4512345679\n', ',', 1],
  ])('%s', (_title, text, delimiter, columns) => {
    const { reading } = readText(text);
    expect(reading.delimiter.value).toBe(delimiter);
    expect(reading.columns).toHaveLength(columns);
  });

  it('obeys the line Excel writes for itself, and does not count it as data', () => {
    const { reading, rows, lines } = readText('sep=|\nName|Phone\nBob|1\nAnn|2\n');
    expect(reading.delimiter).toMatchObject({ value: '|', certainty: 'certain' });
    expect(rows).toEqual([
      ['Bob', '1'],
      ['Ann', '2'],
    ]);
    expect(lines).toEqual([3, 4]);
  });

  it('refuses a quotation mark as delimiter', () => {
    expect(troubleOf(() => readText('a,b', { delimiter: '"' })).reason).toBe('badChoice');
  });
});

describe('damage inside a file', () => {
  it('keeps rows below a quotation mark that is never closed', () => {
    const { reading, rows } = readText('Name,Note\nBob,"open\nAnn,x\nJim,y\n');
    expect(rows).toEqual([
      ['Bob', '"open'],
      ['Ann', 'x'],
      ['Jim', 'y'],
    ]);
    expect(reading.problems.find((problem) => problem.kind === 'quote')?.examples).toEqual([
      { line: 2, column: '', text: 'Bob,"open' },
    ]);
  });

  it('reads unescaped inches and text after a closing quotation mark', () => {
    const { rows } = readText('id,what,x\n1,"3" pipe",a\n2,"abc"def,"b"\n3,5" nail,c\n', {
      delimiter: ',',
      headerLine: 1,
    });
    expect(rows).toEqual([
      ['1', '3" pipe', 'a'],
      ['2', 'abcdef', 'b'],
      ['3', '5" nail', 'c'],
    ]);
  });

  it('reports quotation marks inside a cell that none encloses', () => {
    const { reading } = readText('Name;Note\nSchool "The Circle";a\nAnn;"x ""y"""\nJim;5" nail\n');
    const problem = reading.problems.find((entry) => entry.kind === 'innerQuote');
    expect(problem?.examples).toEqual([
      { line: 2, column: 'Name', text: 'School "The Circle"' },
      { line: 4, column: 'Note', text: '5" nail' },
    ]);
    expect(problem?.message).toMatch(/kept as written.*Name 1, Note 1\./);
    expect(reading.checkedFor).toContain('quote');
  });

  it('takes all three line ends in one file as ends of rows', () => {
    const { reading, rows } = readText('a,b\r\n1,2\r3,4\n5,6', { headerLine: 1 });
    expect(rows).toEqual([
      ['1', '2'],
      ['3', '4'],
      ['5', '6'],
    ]);
    expect(reading.newline).toBe('mixed');
  });

  it('reports ragged rows with their row number and keeps the extra cells', () => {
    const { reading, rows } = readText('Name,Phone\nBob,1\nAnn\nJim,3,extra\n', { headerLine: 1, delimiter: ',' });
    expect(rows).toEqual([['Bob', '1'], ['Ann'], ['Jim', '3', 'extra']]);
    expect(reading.columns.map((column) => column.label)).toEqual(['Name', 'Phone', 'Column 3']);
    expect(
      reading.problems.find((problem) => problem.kind === 'ragged')?.examples.map((example) => example.line),
    ).toEqual([3, 4]);
  });

  it('removes NUL characters and says where they were', () => {
    const { reading, rows } = readText('Name,Phone\nB\0ob,1\nAnn,2\n');
    expect(rows[0]).toEqual(['Bob', '1']);
    expect(reading.problems.find((problem) => problem.kind === 'nul')?.examples[0]).toMatchObject({
      line: 2,
      column: 'Name',
    });
  });

  it('counts every record as a row, blank ones and those over several lines too', () => {
    const { lines, reading } = readText('Name,Address\nBob,"Road 1\nTown"\n\nAnn,Street\n');
    expect(lines).toEqual([2, 4]);
    expect(reading.problems.find((problem) => problem.kind === 'blankRows')?.count).toBe(1);
    expect(reading.checkedFor).toContain('quote');
  });
});

describe('files that cannot be read', () => {
  it.each([
    ['no bytes', '', 'empty'],
    ['only line ends', '\n\n\n', 'noRows'],
    ['a header and nothing else', 'Name,Phone,Email\n', 'noRows'],
  ])('%s', (_title, text, reason) => {
    const trouble = troubleOf(() => readText(text));
    expect(trouble.reason).toBe(reason);
    expect(trouble.message).toMatch(/\.$/);
  });

  it('tells binary from text', () => {
    const noise = Uint8Array.from({ length: 4096 }, (_, index) => (index * 197 + (index >> 3)) % 256);
    expect(troubleOf(() => readText(noise)).reason).toBe('binary');
  });

  it('refuses a cell of 10 MB and a line that never ends, with the row', () => {
    const cell = troubleOf(() => readText(`a,b\n1,${'x'.repeat(10_000_000)}\n2,3\n`, { delimiter: ',' }));
    expect(cell.reason).toBe('tooLarge');
    expect(cell.message).toContain('Row 2');
    expect(troubleOf(() => readText(`a,b\n1,${'x,'.repeat(40_000)}\n`, { delimiter: ',' })).reason).toBe('tooLarge');
  });

  it('reads 16,384 columns and refuses one more', () => {
    const wide = Array.from({ length: 16_384 }, (_, index) => `c${index}`).join(',');
    expect(readText(`${wide}\n${wide.replaceAll('c', '9')}\n`, { headerLine: 1 }).reading.columns).toHaveLength(16_384);
    expect(troubleOf(() => readText(`${wide},x\n`)).reason).toBe('tooLarge');
  });
});

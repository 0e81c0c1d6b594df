import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { readCsv } from './csv-reader.ts';
import { readText } from './text-fixture.ts';
import { FileTrouble } from '../foundation/file-trouble.ts';
import { cellsOf } from '../table/tables-fixture.ts';

function troubleOf(act: () => unknown): FileTrouble {
  try {
    act();
  } catch (error) {
    if (error instanceof FileTrouble) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

function encode(text: string, encoding: string): Uint8Array {
  const name: Record<string, string> = { 'utf-16le': 'utf16le', 'utf-16be': 'utf16-be', 'koi8-r': 'koi8-r' };
  return iconv.encode(text, name[encoding] ?? encoding, { addBOM: false });
}

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

  it('iso-2022-jp is found without being told, also where bytes of its letters are quotation marks and separators', () => {
    const text =
      '\u001b$B;aL>\u001b(B;\u001b$B2q<R\u001b(B;\u001b$BEEOC\u001b(B\n\u001b$B$"$Y\u001b(B \u001b$B2V;R\u001b(B;\u001b$B3t<02q<R\u001b(B;03\n\u001b$BNkLZ\u001b(B \u001b$B0lO:\u001b(B;\u001b$BM-8B2q<R\u001b(B;06\n';
    const { reading, rows } = readText(Buffer.from(text, 'latin1'), { delimiter: ';', headerLine: 1 });
    expect(reading.encoding).toMatchObject({ value: 'iso-2022-jp', certainty: 'likely' });
    expect(reading.columns.map(({ header }) => header)).toEqual(['氏名', '会社', '電話']);
    expect(rows).toEqual(cellsOf('あべ 花子|株式会社|03', '鈴木 一郎|有限会社|06'));
    expect(readText(Buffer.from('Name;Note\nA\u001b[0m;b\n'), {}).reading.encoding.value).toBe('utf-8');
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
    expect(rows).toEqual(cellsOf('Bob|1', 'Ann|2'));
    expect(lines).toEqual([3, 4]);
  });

  it('refuses a quotation mark as delimiter', () => {
    expect(troubleOf(() => readText('a,b', { delimiter: '"' })).reason).toBe('badChoice');
  });
});

describe('damage inside a file', () => {
  it('keeps rows below a quotation mark that is never closed', () => {
    const { reading, rows } = readText('Name,Note\nBob,"open\nAnn,x\nJim,y\n');
    expect(rows).toEqual(cellsOf('Bob|"open', 'Ann|x', 'Jim|y'));
    expect(reading.problems.find((problem) => problem.kind === 'quote')?.examples).toEqual([
      { line: 2, column: '', text: 'Bob,"open' },
    ]);
  });

  it('keeps rows below a quotation mark that seems to be closed in another row', () => {
    const { reading, rows } = readText('Id;Name;Phone\n1;Bo;2030\n2;"Nord;2031\n3;Ry;2032\n4;12";2033\n5;Ida;2034\n');
    expect(rows.map(([id]) => id)).toEqual(['1', '2', '3', '4', '5']);
    expect(reading.problems.find((problem) => problem.kind === 'quote')?.examples).toEqual([
      { line: 3, column: '', text: '2;"Nord;2031' },
    ]);
  });

  it('reads unescaped inches and text after a closing quotation mark', () => {
    const { rows } = readText('id,what,x\n1,"3" pipe",a\n2,"abc"def,"b"\n3,5" nail,c\n', {
      delimiter: ',',
      headerLine: 1,
    });
    expect(rows).toEqual(cellsOf('1|3" pipe|a', '2|abcdef|b', '3|5" nail|c'));
  });

  it('ends a value at its own quotation mark where those inside of it are not doubled', () => {
    const { reading, rows, lines } = readText(
      [
        '"Id","Firma","Ort"',
        '"1","ООО "Ромашка"","Москва"',
        '"2","Ann","Hotel "Post""',
        '"3","Bo said ""hi""","Ry"',
        '"4","Sun "Inn" """,Ribe',
      ].join('\n'),
    );
    expect(rows).toEqual(
      cellsOf('1|ООО "Ромашка"|Москва', '2|Ann|Hotel "Post"', '3|Bo said "hi"|Ry', '4|Sun "Inn" "|Ribe'),
    );
    expect(lines).toEqual([2, 3, 4, 5]);
    expect(reading.problems.find((problem) => problem.kind === 'quote')?.count).toBe(3);
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
    expect(rows).toEqual(cellsOf('1|2', '3|4', '5|6'));
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
});

describe('in pieces of any size', () => {
  const sizes = [1, 2, 3, 5, 64];

  it.each(['utf-8', 'utf-16le', 'utf-16be'])('the marks at the beginning are skipped: %s', (encoding) => {
    const bytes = encode('\ufeff\ufeffName;City\nÅse;Ry\n', encoding);
    for (const size of sizes) {
      const { reading, rows } = readText(bytes, {}, size);
      expect([reading.columns[0]?.header, rows]).toEqual(['Name', [['Åse', 'Ry']]]);
      expect(reading.encoding).toMatchObject({ value: encoding, certainty: 'certain' });
    }
  });

  it('says how far it has come', () => {
    const bytes = Buffer.from(`Name;City\n${'Bo;Ry\n'.repeat(40)}`);
    const source = { size: 250, chunks: () => [0, 100, 200].map((at) => bytes.subarray(at, at + 100)) };
    const seen: number[] = [];
    readCsv(source, {}, { write: () => undefined, onProgress: ({ bytesRead }) => void seen.push(bytesRead) });
    expect(seen).toEqual([100, 200, 250]);
  });

  it('lines in another encoding are read as what they are, and named', () => {
    const line = (text: string) => encode(`${text}\n`, 'windows-1252');
    const bytes = Buffer.concat([
      Buffer.from('Name;City;Note\nSøren;Køge;é\nÅse;Ærø;å\n'),
      ...[line('Jørgen;Ry;x'), line('Bo;Ry;Ærø'), line('Ib;Århus;x')],
      Buffer.from('Ida;Nørre;ø\n'),
    ]);
    for (const size of sizes) {
      const { rows, problems } = readText(bytes, {}, size);
      expect(rows.slice(2)).toEqual(cellsOf('Jørgen|Ry|x', 'Bo|Ry|Ærø', 'Ib|Århus|x', 'Ida|Nørre|ø'));
      const examples = [4, 5, 6].map((at) => ({ line: at, text: rows[at - 2]?.join(' | ') }));
      expect(problems).toMatchObject([{ kind: 'mixedEncoding', count: 3, examples }]);
    }
  });

  it('the only letters beyond ASCII may be far apart, in two encodings', () => {
    const rows = 'Bob Hansen;20304050\n'.repeat(900);
    const bytes = Buffer.concat([Buffer.from(`Name;Phone\nMüller;1\n${rows}`), encode('Søren;2\n', 'windows-1252')]);
    const read = readText(bytes, {}, 1_000);
    expect([read.rows[0], read.rows.at(-1), read.kinds]).toEqual([['Müller', '1'], ['Søren', '2'], ['mixedEncoding']]);
  });

  it('half a character at the end is damage of its row, and nothing on a line of its own', () => {
    const half = [0xe2, 0x82];
    const read = (text: string, size: number) =>
      readText(Buffer.concat([Buffer.from(text), Buffer.from(half)]), { encoding: 'utf-8', delimiter: ',' }, size);
    for (const size of sizes) {
      expect(read('Name,City\nBo,Ry\n', size)).toMatchObject({ rows: [['Bo', 'Ry']], problems: [] });
      expect(read('Name,City\nBo,Ry\nI', size)).toMatchObject({
        rows: [['Bo', 'Ry'], ['I\ufffd']],
        kinds: ['undecodable', 'ragged'],
      });
    }
  });
});

describe('what is no data', () => {
  it('is the line for Excel, on the first line only', () => {
    for (const delimiter of ['|', ',', ';']) {
      const table = `Name${delimiter}City\nsep=${delimiter}\nBo${delimiter}Ry\n`;
      const { rows, reading } = readText(`sep=${delimiter}\n${table}`, { delimiter });
      expect(rows).toEqual(cellsOf('sep=|', 'Bo|Ry'));
      expect(reading.headerLine.value).toBe(2);
      expect(readText(`sep=${delimiter}\nBo${delimiter}1`, { headerLine: null }).rows).toEqual([['Bo', '1']]);
      expect(readText(table, { headerLine: 1, delimiter }).rows).toEqual(rows);
    }
  });

  it('is the end mark of DOS, also where another file was put behind it', () => {
    const { rows, lines, kinds } = readText('Name,City\nBo,Ry\n\u001a\nIb,Ribe\n\u001a');
    expect(rows).toEqual(cellsOf('Bo|Ry', 'Ib|Ribe'));
    expect(lines).toEqual([2, 4]);
    expect(kinds).toEqual(['blankRows']);
  });
});

it('names invisible characters, and line ends of several kinds with the first row of the table', () => {
  const { problems, reading } = readText('Name,City\r\nBo\u200b,Ry\nIb,Ribe\n');
  expect(problems).toMatchObject([
    { kind: 'invisible', examples: [{ line: 2, column: 'Name' }] },
    { kind: 'mixedNewlines', examples: [{ line: 2 }] },
  ]);
  expect(reading.newline).toBe('mixed');
  expect(readText('Bo,20304050', { headerLine: null }).reading.newline).toBe('none');
});

it('the separator that a person chose is taken, and the others offered', () => {
  const { delimiter } = readText('a\tb;c\n1\t2;3\n', { delimiter: '\\t' }).reading;
  expect(delimiter).toMatchObject({ value: '\t', certainty: 'yours', alternatives: [',', ';', '|'] });
});

it('the beginning of a file may end within a character and within a row', () => {
  const bytes = Buffer.concat([Buffer.from('Name;City\nSøren;Ry\nÅse;Ribe\nIb;K')]);
  const rows: string[][] = [];
  for (const cut of [Buffer.from([0xc3]), Buffer.of()]) {
    const head = Buffer.concat([bytes, cut]);
    const source = { size: 5_000, chunks: () => [head] };
    const reading = readCsv(source, {}, { partial: true, write: (_row, _line, cells) => void rows.push(cells) });
    expect(reading).toMatchObject({ complete: false, encoding: { value: 'utf-8' }, problems: [] });
    expect(rows.splice(0)).toEqual(cellsOf('Søren|Ry', 'Åse|Ribe'));
  }
});

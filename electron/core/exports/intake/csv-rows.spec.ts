import fc from 'fast-check';
import iconv from 'iconv-lite';
import Papa from 'papaparse';
import { describe, expect, it, test } from 'vitest';
import { troubleIn } from '../../api/reads/leads-of.ts';
import { type CsvAnswer, CsvRows } from './csv-rows.ts';

const STREAMED: CsvAnswer = { charset: null, isSizeKnown: false };

/** Rows without the header, and the trouble; `piece` bytes at a time. */
function read(bytes: Uint8Array, answer: Partial<CsvAnswer> = {}, piece = 7) {
  const reader = new CsvRows({ ...STREAMED, ...answer }, () => undefined);
  const rows: string[][] = [];
  const trouble = troubleIn(() => {
    for (let at = 0; at < bytes.length; at += piece) rows.push(...reader.push(bytes.subarray(at, at + piece)));
    rows.push(...reader.end());
    reader.throwFailure();
  });
  return { header: reader.header, rows, trouble: trouble?.kind ?? null };
}

const TABLE = [
  ['uniqueId', 'Navn', 'Note'],
  ['L-1', 'Jørgen Ågård', 'says "no", €5'],
  ['L-2', '漢字 😀', 'two\r\nlines'],
  ['L-3', '', ' 0045'],
  ['', '=1+1', ';|\t'],
];
const TEXT = `${Papa.unparse(TABLE, { newline: '\r\n' })}\r\n`;

describe('a table cut into two pieces at every byte', () => {
  it.each([
    ['utf-8', Buffer.from(TEXT), {}],
    ['utf-8 with a mark', Buffer.from(`\uFEFF${TEXT}`), {}],
    ['utf-16le with a mark', iconv.encode(TEXT, 'utf16le', { addBOM: true }), {}],
    ['utf-16be, said in the header', iconv.encode(TEXT, 'utf16-be', { addBOM: false }), { charset: 'utf-16be' }],
  ] as const)('%s', (_name, bytes, answer) => {
    for (let cut = 0; cut <= bytes.length; cut += 1) {
      const reader = new CsvRows({ ...STREAMED, ...answer }, () => undefined);
      const rows = [...reader.push(bytes.subarray(0, cut)), ...reader.push(bytes.subarray(cut)), ...reader.end()];
      reader.throwFailure();
      expect([reader.header, ...rows]).toEqual(TABLE);
    }
  });

  it('windows-1252, said in the header or found by its bytes', () => {
    const western = TEXT.replaceAll('漢字 😀', 'Zoë’s');
    const bytes = iconv.encode(western, 'windows-1252');
    const expected = TABLE.slice(1).map((row) => row.map((cell) => cell.replace('漢字 😀', 'Zoë’s')));
    for (const charset of ['windows-1252', 'ISO-8859-1', null])
      for (let piece = 1; piece < bytes.length; piece += 1)
        expect(read(bytes, { charset }, piece)).toMatchObject({ rows: expected, trouble: null });
  });
});

it('never calls a streamed table whole that was cut at any byte but the end of a row', () => {
  const bytes = Buffer.from(TEXT);
  // The header may end with CR alone.
  const ends = new Set<number>([TEXT.indexOf('\n')]);
  for (let rows = 1; rows <= TABLE.length; rows += 1)
    ends.add(Buffer.byteLength(`${Papa.unparse(TABLE.slice(0, rows), { newline: '\r\n' })}\r\n`));
  for (let cut = 0; cut < bytes.length; cut += 1) {
    const { trouble, rows } = read(bytes.subarray(0, cut), {}, 16);
    expect([cut, trouble]).toEqual([cut, ends.has(cut) ? null : 'truncated']);
    // What came before the cut is kept, and nothing of the row that is cut.
    expect(TABLE.slice(1, 1 + rows.length)).toEqual(rows);
  }
});

describe('the last row without a line end', () => {
  const bytes = Buffer.from(TEXT.slice(0, -2));
  it('is whole when the service had the whole answer before it sent it', () =>
    expect(read(bytes, { isSizeKnown: true })).toMatchObject({ rows: TABLE.slice(1), trouble: null }));
  it('may be cut when it came as a stream', () =>
    expect(read(bytes)).toMatchObject({ rows: TABLE.slice(1, -1), trouble: 'truncated' }));
  it('is cut when values are missing or a quotation mark is open, whatever the service had', () => {
    expect(read(Buffer.from('a,b\r\n1,2\r\n3'), { isSizeKnown: true }).trouble).toBe('truncated');
    expect(read(Buffer.from('a,b\r\n1,2\r\n3,"x'), { isSizeKnown: true }).trouble).toBe('truncated');
  });
});

test('any table comes back cell by cell, in any pieces', () => {
  const cell = fc.string({ unit: fc.constantFrom('a', 'é', '"', ',', ';', '\n', '\r', ' ', '😀'), maxLength: 6 });
  const table = fc
    .integer({ min: 2, max: 4 })
    .chain((width) => fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 6 }));
  fc.assert(
    fc.property(table, fc.constantFrom('\n', '\r\n', '\r'), fc.integer({ min: 1, max: 40 }), (rows, newline, piece) => {
      const header = rows[0]?.map((_, index) => `c${index}`) ?? [];
      const text = `${Papa.unparse([header, ...rows], { newline, quotes: true })}${newline}`;
      expect(read(Buffer.from(text), {}, piece)).toEqual({ header, rows, trouble: null });
    }),
    { numRuns: 500 },
  );
});

describe('an answer that is no table', () => {
  it.each([
    ['a web page', '<!DOCTYPE html><html><body>Sign in</body></html>', 'notJson'],
    ['an error in JSON', '{"responseStatus":{"message":"No right"}}', 'noTable'],
    ['nothing', '', 'truncated'],
    ['a row with too few values', 'a,b\r\n1\r\n2,3\r\n', 'malformed'],
    ['a row with too many values', 'a,b\r\n1,2,3\r\n4,5\r\n', 'malformed'],
    ['an error behind leads', 'a,b\r\n1,2\r\nThe service failed.\r\n', 'malformed'],
  ])('%s', (_name, text, kind) => {
    for (const piece of [1, 5, 1000]) expect(read(Buffer.from(text), {}, piece).trouble).toBe(kind);
  });
});

it('takes other separators, and leaves blank lines out', () => {
  expect(read(Buffer.from('a;b,c;d\n\n1;2,5;3\n')).rows).toEqual([['1', '2,5', '3']]);
  expect(read(Buffer.from('a\tb\n1\t2\n')).rows).toEqual([['1', '2']]);
});

it('reads a header with quotes as any row: what stands in them ends no line and separates nothing', () => {
  expect(read(Buffer.from('"a,b,c\nd";e\r\n1;2\r\n'))).toEqual({
    ...{ header: ['a,b,c\nd', 'e'], rows: [['1', '2']], trouble: null },
  });
});

it.each([1, 7, 1000])('reads damaged UTF-8 as UTF-8 once a letter was such, in pieces of %i bytes', (piece) => {
  const bytes = Buffer.concat([Buffer.from('a,b\né,x\n'), Buffer.from([0xe6]), Buffer.from(',y\n')]);
  expect(read(bytes, {}, piece).rows).toEqual([
    ['é', 'x'],
    ['\ufffd', 'y'],
  ]);
});

it('reads a last letter that is a byte short', () => {
  const bytes = Buffer.concat([Buffer.from('a,b\n1,'), Buffer.from([0xe6])]);
  expect(read(bytes, { isSizeKnown: true }).rows).toEqual([['1', 'æ']]);
});

describe('what is wrong', () => {
  const failing = (text: string, answer: Partial<CsvAnswer> = {}) => {
    const reader = new CsvRows({ ...STREAMED, ...answer }, () => undefined);
    return troubleIn(() => {
      reader.push(Buffer.from(text));
      reader.push(Buffer.from(''));
      reader.end();
      reader.throwFailure();
    });
  };

  it.each([
    ['a,b\n1,2\n3\n', { kind: 'malformed', words: 'row 3 has 1 value, and the header has 2' }],
    ['a,b\n1,2\n3,"x"y"\n4,5\n', { kind: 'malformed', words: 'a quotation mark is out of place in row 3' }],
    [`<p>${'x'.repeat(3000)}`, { kind: 'notJson', words: `<p>${'x'.repeat(1997)}` }],
    ['', { kind: 'truncated', words: 'the answer is empty' }],
  ])('is said of %j', (text, trouble) => {
    expect(failing(text)).toMatchObject(trouble);
  });

  it('is said of rows behind which damage stands only when they were given', () => {
    const reader = new CsvRows(STREAMED, () => undefined);
    expect(reader.push(Buffer.from('a,b\n1,2\n3\n'))).toEqual([['1', '2']]);
    expect(() => reader.push(Buffer.from('4,5\n'))).toThrow('row 3');
    expect(() => reader.end()).toThrow('row 3');
    expect(() => new CsvRows(STREAMED, () => undefined).push(Buffer.from('a,b\n1\n'))).toThrow('row 2');
    const last = new CsvRows({ ...STREAMED, isSizeKnown: true }, () => undefined);
    expect(last.push(Buffer.from('a,b\n1,2\n3'))).toEqual([['1', '2']]);
    expect(() => last.end()).toThrow('the last row is cut');
  });

  it('is a header that does not end in 256 KiB, or begins as JSON does', () => {
    const header = (length: number) => `x${','.repeat(length - 1)}`;
    expect(failing(header(256 * 1024))).toMatchObject({ kind: 'truncated' });
    expect(failing(header(256 * 1024 + 1))).toMatchObject({ kind: 'noTable', words: header(500) });
    const json = new CsvRows(STREAMED, () => undefined);
    expect(json.push(Buffer.from(`{${' '.repeat(256 * 1024 - 1)}`))).toEqual([]);
    expect(() => json.push(Buffer.from(' '))).toThrow(expect.objectContaining({ kind: 'noTable' }));
  });

  it('is a row of more than 16 MB', () => {
    const reader = new CsvRows(STREAMED, () => undefined);
    const million = Buffer.from('x'.repeat(1024 * 1024));
    reader.push(Buffer.from('a,b\n1,"'));
    // What is read again when it has doubled is looked at after 16 MB at the latest.
    expect(() => {
      for (let count = 0; count < 33; count += 1) reader.push(million);
    }).toThrow(expect.objectContaining({ kind: 'tooLarge' }));
  });
});

it('gives the rows that came whole behind a long one before it says that the last one is cut', () => {
  const reader = new CsvRows(STREAMED, () => undefined);
  const long = 'x'.repeat(70_000);
  expect(reader.push(Buffer.from(`uniqueId,Note\nL-1,${long}`))).toEqual([]);
  expect(reader.push(Buffer.from('\nL-2,y\n"L-3'))).toEqual([]);
  expect(reader.end()).toEqual([
    ['L-1', long],
    ['L-2', 'y'],
  ]);
  expect(() => reader.throwFailure()).toThrow('the last row is cut');
});

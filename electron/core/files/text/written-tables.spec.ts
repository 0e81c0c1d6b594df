import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it, vi } from 'vitest';
import { readText } from './text-fixture.ts';

// Many tables and long ones are read; a busy computer may take its time.
vi.setConfig({ testTimeout: 60_000 });

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

describe('long tables', () => {
  it('takes a pound sign in the last row into account', () => {
    const text = `id,amount\n${'1,20\n'.repeat(60_000)}2,£ 30\n`;
    const { reading, rows } = readText(encode(text, 'windows-1252'));
    expect(reading.encoding.value).toBe('windows-1252');
    expect(rows.at(-1)).toEqual(['2', '£ 30']);
  });

  it('refuses a cell of 10 MB and a line that never ends, with the line', () => {
    expect(() => readText(`a,b\n1,${'x'.repeat(10_000_000)}\n2,3\n`, { delimiter: ',' })).toThrow('Line 2 has a cell');
    expect(() => readText(`a,b\n1,${'x,'.repeat(40_000)}\n`, { delimiter: ',' })).toThrow(
      expect.objectContaining({ reason: 'tooLarge' }),
    );
  });

  it('reads 16,384 columns and refuses one more', () => {
    const wide = Array.from({ length: 16_384 }, (_, index) => `c${index}`).join(',');
    expect(readText(`${wide}\n${wide.replaceAll('c', '9')}\n`, { headerLine: 1 }).reading.columns).toHaveLength(16_384);
    expect(() => readText(`${wide},x\n`)).toThrow(expect.objectContaining({ reason: 'tooLarge' }));
  });
});

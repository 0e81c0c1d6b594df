import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { guarded } from '../../../../shared/domain/files/csv-line.ts';
import { CsvBytes, type CsvMarks } from './csv-bytes.ts';
import { flatShape, JsonBytes } from './json-bytes.ts';
import { packRows, unpackRows } from './packed-rows.ts';
import { SheetBytes } from './sheet-bytes.ts';
import { textCellXml } from './xlsx-parts.ts';

/**
 * Texts of all that a writer looks at: separators, escapes, blanks of one to three bytes, letters that share bytes, and
 * words of which several bytes are looked at together.
 */
const cell = fc.option(
  fc.string({
    unit: fc.constantFrom(
      ...['a', '"', ',', ';', '|', '\t', '\n', '\r', '\u000b', ' ', '\u0000', '\u001f', '\u007f', '\\', '/', '&', '<'],
      ...['\u00a0', '\u1680', '\u2009', '\u2028', '\u202f', '\u205f', '\u3000', '\ufeff', '\u0085', '\ufffe'],
      ...['=', '+', '-', '@', '＝', '＋', 'ｅ', '4', '(', 'e', 'E', '%', '.', '_', '_x000D_', 'Å', 'é', 'ß', '‑', '€'],
      ...['你', '😀', 'word', 'Åboulevarden'],
    ),
    maxLength: 5,
  }),
);
const table = fc
  .integer({ min: 1, max: 4 })
  .chain((columns) => fc.array(fc.array(cell, { minLength: columns, maxLength: columns }), { minLength: 1 }));

it('rows that are packed are there again', () => {
  fc.assert(
    fc.property(table, (rows) => {
      expect(unpackRows(packRows(rows, rows[0]?.length ?? 0))).toEqual(rows);
    }),
  );
});

it('cells that are missing are packed as nothing', () => {
  expect(unpackRows(packRows([['a'], [], ['b', null, 'c', 'more']], 3))).toEqual([
    ['a', null, null],
    [null, null, null],
    ['b', null, 'c'],
  ]);
});

it('rows without their end are refused: a writer would read on behind them', () => {
  const packed = { bytes: Uint8Array.of(0x41), rows: 1 };
  const marks = { delimiter: ',', lineEnd: '\n', guardFormulas: false, quoteAll: false } as const;
  const writers = [
    () => new CsvBytes(1, marks).linesOf(packed),
    () => new JsonBytes(flatShape(['a']), '', '\n').objectsOf(packed),
    () => new SheetBytes(1, new Map(), 8, (text) => text).rowsOf({ packed, at: 0, most: 1 }, 1),
  ];
  for (const write of writers) expect(write).toThrow('Rows that are packed end with ROW_END.');
});

it('rows behind cells that their escapes made longer have their room', () => {
  const rows = [...Array<string>(12).fill('&\u0001'.repeat(16_000)), ...Array<string>(20_000).fill('x')].map((text) => [
    text,
  ]);
  const packed = packRows(rows, 1);
  const objects = new JsonBytes(flatShape(['a']), '', '\n').objectsOf(packed);
  expect(objects.equals(Buffer.from(rows.map(([a]) => `${JSON.stringify({ a })}\n`).join('')))).toBe(true);
  const { xml } = new SheetBytes(1, new Map(), 32_000, (text) => text).rowsOf({ packed, at: 0, most: rows.length }, 1);
  const last = '<row r="20012"><c r="A20012" t="str"><v>x</v></c></row>';
  expect([xml.toString().split('</row>').length - 1, xml.toString().slice(-last.length)]).toEqual([20_012, last]);
});

describe('CSV', () => {
  const marks = fc.record({
    delimiter: fc.constantFrom(',', ';', '\t', '|', '/'),
    lineEnd: fc.constantFrom('\r\n' as const, '\n' as const),
    guardFormulas: fc.boolean(),
    quoteAll: fc.boolean(),
  });

  /** What the bytes must say, cell by cell in texts. */
  function line(row: readonly (string | null)[], { delimiter, lineEnd, guardFormulas, quoteAll }: CsvMarks): string {
    const cells = row.map((found) => {
      const value = guardFormulas ? guarded(found ?? '') : (found ?? '');
      const needsQuotes = quoteAll || /[",;\t\r\n|]|^\s|\s$/.test(value) || value.includes(delimiter);
      return needsQuotes ? `"${value.replaceAll('"', '""')}"` : value;
    });
    const text = cells.join(delimiter);
    return `${cells.length === 1 && text === '' ? '""' : text}${lineEnd}`;
  }

  it('has the lines that one writes cell by cell', () => {
    fc.assert(
      fc.property(table, marks, (rows, chosen) => {
        const lines = new CsvBytes(rows[0]?.length ?? 0, chosen);
        // Twice: what the first call left in the memory does not show.
        lines.linesOf(packRows([rows[0]?.map(() => 'x'.repeat(50)) ?? []], rows[0]?.length ?? 0));
        const found = lines.linesOf(packRows(rows, rows[0]?.length ?? 0)).toString('utf8');
        expect(found).toBe(rows.map((row) => line(row, chosen)).join(''));
        const formulas = rows.flat().filter((cell) => cell !== null && guarded(cell) !== cell).length;
        expect(lines.guarded).toBe(chosen.guardFormulas ? formulas : 0);
      }),
      { numRuns: 2000 },
    );
  });
});

describe('JSON', () => {
  it('has the objects that JSON.stringify writes', () => {
    fc.assert(
      fc.property(table, (rows) => {
        const columns = (rows[0] ?? []).map((_, index) => `"${index}\n`);
        const found = new JsonBytes(flatShape(columns), '', '\n')
          .objectsOf(packRows(rows, columns.length))
          .toString('utf8');
        const expected = rows.map((row) => Object.fromEntries(row.map((value, index) => [columns[index], value])));
        expect(found).toBe(expected.map((object) => `${JSON.stringify(object)}\n`).join(''));
      }),
      { numRuns: 1000 },
    );
  });

  it('has empty objects where no column is written', () => {
    const lines = new JsonBytes(flatShape([]), '', '\n').objectsOf(packRows([[], []], 0));
    expect(lines.toString()).toBe('{}\n{}\n');
  });
});

describe('a sheet', () => {
  it('has the cells that one writes one by one, and goes on anywhere', () => {
    fc.assert(
      fc.property(table, fc.integer({ min: 1, max: 3 }), (rows, most) => {
        const columns = rows[0]?.length ?? 0;
        const packed = packRows(rows, columns);
        const sheet = new SheetBytes(columns, new Map(), 8, (text) => text.slice(0, 8));
        let xml = '';
        let number = 2;
        for (let at = 0; at < packed.bytes.length;) {
          const part = sheet.rowsOf({ packed, at, most }, number);
          xml += part.xml.toString('utf8');
          at = part.next;
          number += part.rows;
        }
        expect(number).toBe(2 + rows.length);
        // The shorter form of a text says the same.
        const long = (text: string) =>
          text.replaceAll(/ t="str"><v>([^<]*)<\/v>/g, ' t="inlineStr"><is><t>$1</t></is>');
        const expected = rows.map((row, index) => {
          const cells = row.map((value, column) => {
            const place = `${String.fromCharCode(65 + column)}${index + 2}`;
            return value === null || value === '' ? '' : textCellXml(value.slice(0, 8), place);
          });
          return `<row r="${index + 2}">${cells.join('')}</row>`;
        });
        expect(long(xml)).toBe(expected.join(''));
      }),
      { numRuns: 1000 },
    );
  });
});

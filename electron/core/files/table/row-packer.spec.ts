import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBlank } from '../../../../shared/domain/files/cell-shapes.ts';
import { mayHoldInvisible } from './cells/invisible-characters.ts';
import { cellKind, type PackedRow } from './packed-row.ts';
import { copyText, isPlainText, RowPacker } from './row-packer.ts';

const cell = fc.oneof(
  { weight: 4, arbitrary: fc.string({ maxLength: 12 }) },
  { weight: 2, arbitrary: fc.string({ unit: 'binary', maxLength: 8 }) },
  fc.constantFrom(
    ...[
      ...['', ' ', '\u00a0', '"', '="01067"', 'a\nb', '4,17E+10', 'Øst', '\u202egpj.exe', '\ud800', '日本'],
      'x'.repeat(70_000),
    ],
  ),
);

function packed(packer: RowPacker, line: number, cells: readonly string[], width: number): PackedRow | null {
  packer.begin();
  cells.forEach((text, column) => {
    const bytes = Buffer.from(text);
    if (text === '') return;
    if (isPlainText(bytes, 0, bytes.length)) packer.plain(column, bytes, 0, bytes.length);
    else packer.text(column, text);
  });
  return packer.finish(line, width);
}

const whole = (cells: readonly string[], width: number) =>
  Array.from({ length: Math.max(width, cells.length) }, (_, column) => (cells[column] ?? '').toWellFormed());

describe('packed rows', () => {
  it('hold the cells that were added, of which each says what it is', () => {
    fc.assert(
      fc.property(fc.array(fc.array(cell, { maxLength: 9 }), { maxLength: 30 }), fc.nat(9), (rows, width) => {
        const packer = new RowPacker();
        const made = rows.map((cells, index) => packed(packer, index + 1, cells, width));
        made.forEach((row, index) => {
          const cells = rows[index] ?? [];
          const last = cells.findLastIndex((text) => text !== '') + 1;
          const expected = whole(cells.slice(0, last), width);
          if (row === null) return expect(expected.every(isBlank)).toBe(true);
          expect(JSON.parse(Buffer.from(row.json).toString('utf8')).map((text: string) => text.toWellFormed())).toEqual(
            expected,
          );
          expect(row.width).toBe(expected.length);
          expect(row.filled).toBe(expected.filter((text) => !isBlank(text)).length);
          expected.forEach((text, column) => {
            const kind = text === '' ? cellKind.empty : isBlank(text) ? cellKind.onlySpaces : cellKind.filled;
            expect(row.kindOf(column)).toBe(kind);
          });
          if (expected.some(mayHoldInvisible)) expect(row.invisible).toBe(true);
          if (expected.some((text) => text.includes('E+'))) expect(row.mayHoldShortened).toBe(true);
          if (expected.includes('="01067"')) expect(row.mayHoldTextFormula).toBe(true);
        });
      }),
      { numRuns: 150 },
    );
  });

  it('give back what they have so far', () => {
    const packer = new RowPacker();
    packer.begin();
    expect(packer.unpack()).toEqual([]);
    packer.begin();
    packer.text(1, 'é "x"');
    expect(packer.unpack()).toEqual(['', 'é "x"']);
    expect(packed(packer, 3, ['a', 'b'], 3)?.cells).toEqual(['a', 'b', '']);
  });
});

it('a text is copied as it is, and what is said of the copy is said of the text', () => {
  const text = fc.oneof(cell, fc.constantFrom('E+', '4E+1', 'E 1', 'E+ \t', 'EE+', 'E1+'));
  fc.assert(
    fc.property(text, fc.nat(3), (found, at) => {
      const source = Buffer.from(`E${found}E`);
      const target = Buffer.alloc(source.length + at);
      const isPlain = copyText(source, 1, source.length - 1, target, at);
      expect(target.subarray(at, at + source.length - 2)).toEqual(source.subarray(1, -1));
      expect(isPlain).toBe(isPlainText(source, 1, source.length - 1));
    }),
    { numRuns: 500 },
  );
});

it('rows that do not fit into what is left of their memory move as a whole, and those before stay as they are', () => {
  const packer = new RowPacker();
  const rowOf = (at: number): string[] => {
    if (at % 20 === 19) return ['="1"', `4E+10 ${at}`, ' ', 'é"', 'x'.repeat(20_000), `${at}`];
    if (at % 50 === 10) return Array.from({ length: 700 }, (_, column) => (column % 3 === 0 ? `${at} ${column}` : ''));
    if (at === 275) return ['a', 'ø\n'.repeat(100_000), 'b'];
    return [`row ${at}`, 'y'.repeat(400 + at), ''];
  };
  const rows = Array.from({ length: 300 }, (_, at) => rowOf(at));
  const found = rows.map((cells, at) => {
    packer.begin();
    const isPlain =
      at % 2 === 0 && cells.every((cell) => cell === '' || isPlainText(Buffer.from(cell), 0, cell.length));
    for (const [column, cell] of cells.entries()) {
      if (cell === '') continue;
      if (isPlain) packer.plain(column, Buffer.from(`<${cell}>`), 1, 1 + cell.length);
      else packer.text(column, cell);
    }
    return packer.finish(at + 1, cells.length);
  });
  for (const [at, row] of found.entries()) {
    const cells = rows[at] ?? [];
    expect(row?.cells).toEqual(cells);
    expect(Buffer.from(row?.json ?? []).toString()).toBe(JSON.stringify(cells));
    expect(cells.map((_, column) => row?.bytesOf(column))).toEqual(
      cells.map((cell) => Buffer.byteLength(JSON.stringify(cell)) - 2),
    );
    expect(row?.filled).toBe(cells.filter((cell) => !isBlank(cell)).length);
    if (at % 20 === 19) expect([row?.mayHoldShortened, row?.mayHoldTextFormula]).toEqual([true, true]);
  }
});

it('a cell has as many characters as its text, wherever it stands', () => {
  const cells = ['é"', '', '😀\\', '\u0001', '€uro', 'abc', '\n\n'];
  const packer = new RowPacker();
  packer.begin();
  for (const [column, cell] of cells.entries()) if (cell !== '') packer.text(column, cell);
  const row = packer.finish(1, cells.length);
  let offset = 0;
  for (const [column, cell] of cells.entries()) {
    // What JSON writes as a code of six signs is longer than it is; nothing is ever shorter.
    const extra = cell === '\u0001' ? 4 : 0;
    expect(row?.charactersOf(column, offset)).toBe(cell.length + extra);
    offset += (row?.bytesOf(column) ?? 0) + 3;
  }
});

it('a row that was given up leaves nothing to the next one', () => {
  const packer = new RowPacker();
  packer.begin();
  packer.text(2, 'gone');
  expect([packer.width, packer.unpack(), packer.width]).toEqual([3, ['', '', 'gone'], 0]);
  packer.begin();
  packer.text(0, ' ');
  expect([packer.width, packer.finish(1, 3), packer.width]).toEqual([1, null, 0]);
  packer.begin();
  packer.text(1, 'b');
  expect(packer.finish(2, 3)).toMatchObject({ line: 2, cells: ['', 'b', ''], filled: 1, width: 3 });
});

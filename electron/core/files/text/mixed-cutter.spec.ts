import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isBlank } from '../../../../shared/domain/files/cell-shapes.ts';
import { RecordSplitter } from './csv-records.ts';
import { MixedCutter } from './mixed-cutter.ts';
import { PackedReader } from './packed-reader.ts';
import { mayHoldInvisible } from '../table/cells/invisible-characters.ts';
import { cellKind, type PackedRow } from '../table/packed-row.ts';

type Cut = { line: number; cells: string[] | 'blank'; innerQuote: number };

function splitterInto(cuts: Cut[], delimiter: string, longestCell: number, bad: number[]) {
  const splitter = new RecordSplitter(
    { delimiter, longestCell },
    {
      record(cells, badQuote, innerQuote) {
        const line = splitter.records;
        if (badQuote) bad.push(line);
        if (cells.every((cell) => isBlank(cell))) cuts.push({ line, cells: 'blank', innerQuote: -1 });
        else cuts.push({ line, cells, innerQuote });
      },
    },
  );
  return splitter;
}

function withSplitter(text: string, delimiter: string, longestCell: number) {
  const cuts: Cut[] = [];
  const bad: number[] = [];
  const splitter = splitterInto(cuts, delimiter, longestCell, bad);
  splitter.push(text);
  splitter.end();
  return { cuts, bad, newlines: splitter.newlines };
}

/** `packs` says before each chunk whether packed rows are welcome. */
function withBoth(text: string, delimiter: string, longestCell: number, chunkBytes: number, packs = () => true) {
  const cuts: Cut[] = [];
  const bad: number[] = [];
  const rows: PackedRow[] = [];
  const splitter = splitterInto(cuts, delimiter, longestCell, bad);
  let innerQuote = -1;
  const packed = new PackedReader(delimiter, splitter.newlines, {
    packed(row) {
      rows.push(row);
      cuts.push({ line: row.line, cells: row.cells, innerQuote });
      innerQuote = -1;
    },
    blanks: { upTo: (line) => void cuts.push({ line, cells: 'blank', innerQuote: -1 }) },
    innerQuote: (_row, column) => {
      expect(column).toBeGreaterThanOrEqual(0);
      innerQuote = column;
    },
  });
  const cutter = new MixedCutter({ packed, splitter }, (piece) => splitter.push(piece), packs);
  const bytes = Buffer.from(text);
  const buffer = Buffer.alloc(chunkBytes);
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    const length = bytes.copy(buffer, 0, at, at + chunkBytes);
    cutter.push(buffer.subarray(0, length));
    buffer.fill(0xff);
  }
  cutter.end();
  return { cuts, bad, newlines: splitter.newlines, rows };
}

const delimiters = [',', ';', '\t', '|', '^', 'x'];
const pieces = [
  ...['a', 'b', 'ø', '漢', '😀', '\u00a0', '\u3000', '\u2003', 'あ', '—', '\u200b', '\u00ad', '\u007f', ' ', '    '],
  ...['abcd', '"', '"', '\\', '\t', ',', ';', '|', '\u0001', '\0'],
];

describe('rows cut by the packed reader and the general splitter in turns', () => {
  const anyText = fc.array(fc.constantFrom(...pieces, '\n', '\r\n', '\r', '\n', ',"', '",'), { maxLength: 60 });

  it('are the ones the general splitter cuts alone, in chunks of any size', () => {
    fc.assert(
      fc.property(
        anyText,
        fc.constantFrom(...delimiters),
        fc.constantFrom(1, 7, 16, 4096),
        fc.array(fc.boolean(), { maxLength: 5 }),
        (parts, delimiter, chunkBytes, turns) => {
          const text = parts.join('');
          let turn = 0;
          const packs = () => turns[(turn += 1) % (turns.length + 1)] ?? true;
          const alone = withSplitter(text, delimiter, 1_000_000);
          const both = withBoth(text, delimiter, 1_000_000, chunkBytes, packs);
          expect(both.cuts).toEqual(alone.cuts);
          expect(both.bad).toEqual(alone.bad);
          expect(both.newlines).toEqual(alone.newlines);
        },
      ),
      { numRuns: 1500 },
    );
  });

  it('know of every cell whether it is filled and how long it is', () => {
    fc.assert(
      fc.property(anyText, fc.constantFrom(...delimiters), (parts, delimiter) => {
        for (const row of withBoth(parts.join(''), delimiter, 1_000_000, 4096).rows) {
          const { cells } = row;
          expect(row.width).toBe(cells.length);
          expect(row.invisible).toBe(mayHoldInvisible(cells.join(' ')));
          expect(row.filled).toBe(cells.filter((cell) => !isBlank(cell)).length);
          let offset = 0;
          cells.forEach((cell, column) => {
            const kind = cell === '' ? cellKind.empty : isBlank(cell) ? cellKind.onlySpaces : cellKind.filled;
            expect(row.kindOf(column)).toBe(kind);
            expect(row.charactersOf(column, offset)).toBe(cell.length);
            expect(row.bytesOf(column)).toBe(Buffer.byteLength(JSON.stringify(cell)) - 2);
            offset += row.bytesOf(column) + 3;
          });
        }
      }),
      { numRuns: 500 },
    );
  });

  it('are read packed when the file is well made', () => {
    const text = 'a,"b ""x""\n2",c\r\n"","ø\\",\r\n, ,7\r\n5" nail,\t,—\n'.repeat(50) + `${','.repeat(4_000)}x\n`;
    for (const chunkBytes of [17, 100, 65_536]) {
      const both = withBoth(text, ',', 1_000_000, chunkBytes);
      expect(both.rows).toHaveLength(201);
      expect([3_999, 4_000].map((column) => both.rows.at(-1)?.kindOf(column))).toEqual([
        cellKind.empty,
        cellKind.filled,
      ]);
      expect(both.cuts).toEqual(withSplitter(text, ',', 1_000_000).cuts);
    }
  });

  it.each(['\u0001,b\n', '"a"x,b\n', ' "a",b\n', '"a\u007f",b\n'])('are read packed again behind %j', (odd) => {
    const text = 'Anna,Ry\n'.repeat(30) + odd + 'Bo,Ribe\n'.repeat(30);
    const both = withBoth(text, ',', 1_000_000, 32);
    expect(both.cuts).toEqual(withSplitter(text, ',', 1_000_000).cuts);
    expect(both.rows.length).toBeGreaterThan(50);
  });

  it('are read on behind a quotation mark that seems to be closed rows below', () => {
    const rows = (count: number) => 'Bo,Ry,2030\n'.repeat(count);
    const notes = '2,"one\ntwo, 2\nthree",x\n2,"a,b,c\nd,e,f",x\n'.repeat(3);
    const text = `${rows(30)}1,"Nord,2031\n${rows(3)}1,12",2033\n${rows(40)}${notes}${rows(40)}`;
    for (const chunkBytes of [7, 100, 4_096]) {
      const both = withBoth(text, ',', 1_000_000, chunkBytes);
      expect(both.cuts).toEqual(withSplitter(text, ',', 1_000_000).cuts);
      expect([both.cuts.length, both.bad]).toEqual([30 + 1 + 3 + 1 + 40 + 6 + 40, [31]]);
    }
  });

  it('are read on after a record that only the general splitter understands', () => {
    const text = `${'a,b\n'.repeat(20)}1,"open\n${'c,d\n'.repeat(40_000)}`;
    const both = withBoth(text, ',', 10_000, 16_384);
    expect(both.cuts).toEqual(withSplitter(text, ',', 10_000).cuts);
    expect(both.rows.length).toBeGreaterThan(15_000);
    expect(both.bad).toEqual([21]);
  });
});

import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { CellTooLong, RecordSplitter } from './csv-records.ts';

// Splitting again and again what was split before takes minutes here; once takes a second on a slow computer.
vi.setConfig({ testTimeout: 60_000 });

interface Row {
  cells: string[];
  badQuote: boolean;
}

function split(text: string, delimiter: string, chunk: number, longestCell = 1_000_000): Row[] | 'too long' {
  const rows: Row[] = [];
  const splitter = new RecordSplitter(
    { delimiter, longestCell },
    { record: (cells, badQuote) => void rows.push({ cells, badQuote }) },
  );
  try {
    for (let at = 0; at < text.length; at += chunk) splitter.push(text.slice(at, at + chunk));
    splitter.end();
  } catch (error) {
    if (error instanceof CellTooLong) return 'too long';
    throw error;
  }
  return rows;
}

/** The same rules over a whole text, without anything remembered: each question is answered from the text alone. */
function splitPlainly(text: string, delimiter: string, longestCell: number): Row[] | 'too long' {
  const rows: Row[] = [];
  const lineEnd = (from: number) => {
    const found = text.slice(from).search(/[\r\n]/);
    return found === -1 ? text.length : from + found;
  };
  const endsCell = (at: number) => at >= text.length || /[\r\n]/.test(text[at] ?? '') || text.startsWith(delimiter, at);
  const blanksFrom = (at: number) => /^ */.exec(text.slice(at))?.[0].length ?? 0;
  const closesOnItsLine = (open: number) => {
    const pairs = /^(?:[^"]|"")*"/.exec(text.slice(open + 1, lineEnd(open)));
    return pairs !== null && endsCell(open + 1 + pairs[0].length);
  };
  const strayIsContent = (after: number) => {
    for (let at = after; at < lineEnd(after); at += 1) {
      if (text[at] !== '"') continue;
      if (text.startsWith(delimiter, at - delimiter.length)) return false;
      if (endsCell(at + 1)) return true;
    }
    return false;
  };
  let position = 0;
  while (position < text.length) {
    const row: Row = { cells: [], badQuote: false };
    for (;;) {
      let open = position + (delimiter === ' ' ? 0 : blanksFrom(position));
      if (text[open] !== '"' || (open > position && !closesOnItsLine(open))) open = position;
      let value = '';
      let at = open;
      let isPlain = text[open] !== '"';
      if (!isPlain) {
        at += 1;
        for (;;) {
          const next = text.indexOf('"', at);
          if (next === -1 || next - open > longestCell) {
            Object.assign(row, { badQuote: true });
            [value, at, isPlain] = ['', open, true];
            break;
          }
          value += text.slice(at, next);
          at = next + 1;
          const behind = at + blanksFrom(at);
          if (text[at] === '"') {
            value += '"';
            at += 1;
          } else if (endsCell(at) || endsCell(behind)) {
            at = endsCell(at) ? at : behind;
            break;
          } else {
            row.badQuote = true;
            isPlain = !strayIsContent(at);
            if (isPlain) break;
            value += '"';
          }
        }
      }
      if (isPlain) {
        const nextDelimiter = text.indexOf(delimiter, at);
        const stop = Math.min(nextDelimiter === -1 ? text.length : nextDelimiter, lineEnd(at));
        value += text.slice(at, stop);
        at = stop;
        if (value.length > longestCell) return 'too long';
      }
      row.cells.push(value);
      position = at;
      if (!text.startsWith(delimiter, position) || position >= text.length) break;
      position += delimiter.length;
    }
    rows.push(row);
    position += text.startsWith('\r\n', position) ? 2 : 1;
  }
  return rows;
}

/** Characters from which every kind of trouble with quotation marks is made. */
function troubled(delimiter: string) {
  const pieces = [
    '"',
    '"',
    '""',
    'a',
    ' ',
    '\n',
    '\r',
    '\r\n',
    delimiter,
    `${delimiter}"`,
    `"${delimiter}`,
    '"19""',
    '\n"',
  ];
  return fc.array(fc.constantFrom(...pieces), { maxLength: 40 }).map((parts) => parts.join(''));
}

describe('rows of a text with quotation marks', () => {
  it.each([',', '||', ' '])('are what the rules say, in pieces of any size, separated by "%s"', (delimiter) => {
    fc.assert(
      fc.property(
        troubled(delimiter),
        fc.constantFrom(1, 7, 4_096, 65_536),
        fc.constantFrom(15, 30, 1_000_000),
        (text, chunk, longestCell) => {
          expect(split(text, delimiter, chunk, longestCell)).toEqual(splitPlainly(text, delimiter, longestCell));
        },
      ),
      { numRuns: 1_500 },
    );
  });

  // Each of these took minutes when every row looked ahead anew.
  it.each([
    ['a doubled quotation mark before the line end', 'a,"b""\n', 2],
    ['inches', 'Anna,+4530,"19"",x\n', 4],
    ['inches at the end', 'Anna,+4530,"19""\n', 3],
    ['carriage returns alone', 'a,"b""\r', 2],
  ])('that never close are read once: %s', (_, line, width) => {
    const count = Math.ceil(3_000_000 / line.length);
    const rows = split(line.repeat(count), ',', 262_144);
    expect(rows).toHaveLength(count);
    const last = (rows as Row[]).at(-1) as Row;
    expect(last).toEqual({ cells: line.trim().split(','), badQuote: true });
    expect(last.cells).toHaveLength(width);
  });

  it('that stand stray on one long line are read once', () => {
    const inside = 'b"'.repeat(500_000);
    expect(split(`a,"${inside}`, ',', 262_144, 2_000_000)).toEqual([
      { cells: ['a', inside.slice(0, -1)], badQuote: true },
    ]);
    expect(split(`a,"${inside}c`, ',', 262_144, 2_000_000)).toEqual([
      { cells: ['a', `b${inside.slice(2)}c`], badQuote: true },
    ]);
  });

  it('are cut at a separator that stands in the first row only', () => {
    const rows = split(`a~b\n${'in"side\n'.repeat(300_000)}`, '~', 10_000_000);
    expect(rows).toHaveLength(300_001);
  });
});

describe('the end mark of DOS', () => {
  it('is left out at the end alone, however many there are', () => {
    const marks = '\u001a'.repeat(2_000_000);
    expect(split(`a,b\n${marks}`, ',', 65_536)).toEqual([{ cells: ['a', 'b'], badQuote: false }]);
    expect(split(`${marks}x`, ',', 65_536, 3_000_000)).toEqual([{ cells: [`${marks}x`], badQuote: false }]);
  });
});

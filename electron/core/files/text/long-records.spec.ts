import { describe, expect, it, vi } from 'vitest';
import { RecordSplitter } from './csv-records.ts';

// Splitting again and again what was split before takes minutes here; once takes a second on a slow computer.
vi.setConfig({ testTimeout: 60_000 });

interface Row {
  cells: string[];
  badQuote: boolean;
}

function split(text: string, delimiter: string, chunk: number, longestCell = 1_000_000): Row[] {
  const rows: Row[] = [];
  const splitter = new RecordSplitter(
    { delimiter, longestCell },
    { record: (cells, badQuote) => void rows.push({ cells, badQuote }) },
  );
  for (let at = 0; at < text.length; at += chunk) splitter.push(text.slice(at, at + chunk));
  splitter.end();
  return rows;
}

describe('rows with quotation marks', () => {
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
    const last = rows.at(-1) as Row;
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

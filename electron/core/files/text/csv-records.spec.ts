import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CellTooLong, RecordSplitter, splitHead } from './csv-records.ts';
import { cellsOf } from '../table/tables-fixture.ts';

interface Row {
  cells: string[];
  badQuote: boolean;
  innerQuote: number;
}

interface Split {
  rows: Row[];
  newlines: RecordSplitter['newlines'];
  /** The record with a cell beyond the limit. */
  refused?: number;
}

function split(text: string, delimiter: string, chunk: number, longestCell = 1_000_000): Split {
  const rows: Row[] = [];
  const splitter = new RecordSplitter(
    { delimiter, longestCell },
    { record: (cells, badQuote, innerQuote) => void rows.push({ cells, badQuote, innerQuote }) },
  );
  const { newlines } = splitter;
  try {
    for (let at = 0; at < text.length; at += chunk) splitter.push(text.slice(at, at + chunk));
    splitter.end();
  } catch (error) {
    if (error instanceof CellTooLong) return { rows, newlines, refused: error.record };
    throw error;
  }
  expect(splitter.records).toBe(rows.length);
  return { rows, newlines };
}

/** The same rules over a whole text, without anything remembered: each question is answered from the text alone. */
function splitPlainly(text: string, delimiter: string, longestCell: number): Split {
  const rows: Row[] = [];
  const newlines = { LF: 0, CRLF: 0, CR: 0 };
  const lineEnd = (from: number) => {
    const found = text.slice(from).search(/[\r\n]/);
    return found === -1 ? text.length : from + found;
  };
  const endsCell = (at: number) => at >= text.length || /[\r\n]/.test(text[at] ?? '') || text.startsWith(delimiter, at);
  const blanksFrom = (at: number) => /^ */.exec(text.slice(at))?.[0].length ?? 0;
  const closesOnItsLine = (open: number) => {
    const pairs = /^(?:[^"]|"")*"/.exec(text.slice(open + 1, lineEnd(open)));
    if (pairs === null) return false;
    const behind = open + 1 + pairs[0].length;
    return endsCell(behind) || endsCell(behind + blanksFrom(behind));
  };
  const strayIsContent = (after: number) => {
    for (let at = after; at < lineEnd(after); at += 1) {
      if (text[at] !== '"') continue;
      if (text.startsWith(delimiter, at - delimiter.length)) return false;
      if (endsCell(at + 1)) return true;
    }
    return false;
  };
  const isBehindSingle = (quote: number) => {
    const line = /[^\r\n]*$/.exec(text.slice(0, quote))?.[0] ?? '';
    const left = line.slice(0, Math.max(0, line.lastIndexOf('"')));
    const written = left.replace(/ +$/, '');
    const opens = Array.from({ length: left.length - written.length + 1 }, (_, blanks) =>
      left.slice(0, left.length - blanks).endsWith(delimiter),
    );
    return written !== '' && !opens.includes(true) && !written.endsWith('"') && !line.endsWith('"');
  };
  const cellsIn = (line: string): number => {
    const closed = line.startsWith('"') ? line.indexOf(`"${delimiter}`, 1) : -1;
    const end = line.indexOf(delimiter, Math.max(closed, 0));
    const rest = line.slice(end + delimiter.length);
    return end === -1 ? 1 : rest.startsWith(' ') ? Number.NaN : 1 + cellsIn(rest);
  };
  /** The lines from the first mark to the second are as wide as the row above, and so is the next one where there is one. */
  const isStray = (open: number, close: number, before: number, fewestRows: number) => {
    const spanned = text.slice(open, close).split(/\r\n|\n|\r/).length;
    const lines = text
      .slice(open)
      .replace(/(?:\r\n|\n|\r)$/, '')
      .split(/\r\n|\n|\r/)
      .slice(0, spanned + 1);
    const widths = lines.map((line, at) => cellsIn(line) + (at === 0 ? before : 0));
    const inside = spanned - 2 - (lines.length > spanned ? 0 : 1);
    const usual = rows.findLast(({ cells }) => cells.length > 1)?.cells.length ?? widths[0] ?? 0;
    return usual >= 3 && inside >= fewestRows && widths.every((width) => width === usual);
  };
  let position = 0;
  while (position < text.length) {
    const row: Row = { cells: [], badQuote: false, innerQuote: -1 };
    let hasMarks = false;
    for (;;) {
      let open = position + (delimiter === ' ' ? 0 : blanksFrom(position));
      if (text[open] !== '"' || (open > position && !closesOnItsLine(open))) open = position;
      let value = '';
      let at = open;
      let isPlain = text[open] !== '"';
      let isOdd = false;
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
          if (text[at] === '"' && !(endsCell(at + 1) && isBehindSingle(next))) {
            value += '"';
            at += 1;
          } else if (
            (endsCell(at) || endsCell(behind)) &&
            !hasMarks &&
            isStray(open, next, row.cells.length, isOdd ? 0 : 1)
          ) {
            row.badQuote = true;
            [value, at, isPlain] = ['', open, true];
            break;
          } else if (endsCell(at) || endsCell(behind)) {
            hasMarks = true;
            at = endsCell(at) ? at : behind;
            break;
          } else {
            row.badQuote = true;
            isPlain = !strayIsContent(at);
            if (isPlain && !hasMarks && isStray(open, next, row.cells.length, 0)) [value, at] = ['', open];
            if (isPlain) break;
            isOdd ||= text.startsWith(delimiter, next - delimiter.length) || /[\r\n]/.test(text[next - 1] ?? '');
            value += '"';
          }
        }
      }
      if (isPlain) {
        const nextDelimiter = text.indexOf(delimiter, at);
        const stop = Math.min(nextDelimiter === -1 ? text.length : nextDelimiter, lineEnd(at));
        value += text.slice(at, stop);
        at = stop;
        if (value.length > longestCell) return { rows, newlines, refused: rows.length + 1 };
        if (!row.badQuote && row.innerQuote === -1 && value.includes('"')) row.innerQuote = row.cells.length;
      }
      row.cells.push(value);
      position = at;
      if (!text.startsWith(delimiter, position) || position >= text.length) break;
      position += delimiter.length;
    }
    rows.push(row);
    const [end = ''] = /^(?:\r\n|\r|\n)/.exec(text.slice(position)) ?? [];
    if (end !== '') newlines[({ '\r\n': 'CRLF', '\r': 'CR' } as const)[end] ?? 'LF'] += 1;
    position += Math.max(end.length, 1);
  }
  return { rows, newlines };
}

/** Characters from which every kind of trouble with quotation marks is made. */
function troubled(delimiter: string) {
  const pieces = [
    ...['"', '"', '""', 'a', ' ', '\n', '\r', '\r\n', delimiter, `${delimiter}"`, `"${delimiter}`, '"19""', '\n"'],
    ...[`a${delimiter}b${delimiter}c\n`, `a${delimiter}b${delimiter}c\n`, `a${delimiter}"b${delimiter}c\n`],
    ...[`a${delimiter}b"${delimiter}c\r\n`, 'a'.repeat(16)],
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
});

it('blanks around quotation marks are no part of the value', () => {
  const { rows } = split('"Bo" ; "Ry; A"  ;  "2030" \n"Ida" ; "12" Rør ; "" \n', ';', 4_096);
  expect(rows).toEqual([
    { cells: ['Bo', 'Ry; A', '2030'], badQuote: false, innerQuote: -1 },
    { cells: ['Ida', ' "12" Rør ', ''], badQuote: false, innerQuote: 1 },
  ]);
});

describe('a quotation mark that opens a value and is closed in a row below', () => {
  const before = '1;Bo;2030';
  const stray = '2;"Nord;2031';

  it.each<[string, string[]]>([
    ['by an inch', ['3;Ry;2032', '4;12";2033', '5;Ida;2034']],
    ['by a value with a separator', ['3;Ry;2032', '4;"Vest; A";2033', '5;Ida;2034']],
    ['by the first value of a row', ['3;Ry;2032', '"4";Ida;2033', '5;Eva;2034']],
    ['by words between marks', ['3;Ry;2032', '4;Inn "Krone" Ry;2033', '5;Ida;2034']],
    ['by words in the next row', ['3;Inn "Krone" Ry;2032', '4;Ida;2033']],
    ['in the last row', ['3;Ry;2032', '4;Ida;2033', '5;12";2034']],
    ['by the next of its kind', ['3;"Ry;2032', '4;Ida;2033']],
    ['by a whole value in the next row', ['3;"Ry";2032', '4;Ida;2033']],
    ['by the first value of the next row', ['"3";Ry;2032', '4;Ida;2033']],
  ])('takes none of the rows between: %s', (_title, below) => {
    const lines = [before, stray, ...below];
    for (const chunk of [1, 7, 4_096])
      for (const end of ['', '\n', '\r\n']) {
        const { rows } = split(lines.join(end === '' ? '\n' : end) + end, ';', chunk);
        expect(rows.map(({ cells }) => cells[0])).toEqual(lines.map((line) => line.replace(/^"?(\d).*/, '$1')));
        expect(rows[1]).toEqual({ cells: ['2', '"Nord', '2031'], badQuote: true, innerQuote: -1 });
      }
  });

  it.each<[string, string, string, number]>([
    ['an address', ';', '2;"Nygade 1\n8680 Ry\nDenmark";2031\n', 1],
    ['lines of three parts', ',', '2,Ida,"Hello\none,two,three\nBo"\n3,Eva,x\n', 2],
    ['numbers behind a value between marks', ',', '1,"Bo",x\n2,"Ida","at\n55,12,0\n56,13,0"\n3,"Eva",y\n', 3],
    ['sentences', ',', '1,Bo,x\n2,Ida,"Hello\none, two, three\nfour, five, six"\n3,Eva,y\n', 3],
    ['words between marks', ',', '1,Bo,x\n2,Ida,"Hello\n""one"",two,three"\n3,Eva,y\n', 3],
    ['a separator in each line of two values', ';', '2;"one\ntwo;2\nthree"\n3;x\n', 2],
    [
      'addresses of three parts in the middle of five values',
      ',',
      '1,Bo,x,2030,y\n2,Ida,"Vej 1\nRy,2,th\nDenmark",2031,z\n3,Eva,"Torv 1\nRy,2,th\nDenmark",2032,y\n',
      3,
    ],
  ])('is the one of a value of several lines: %s', (_title, delimiter, text, count) => {
    const { rows } = split(text, delimiter, 4_096);
    expect(rows).toHaveLength(count);
    expect(rows.every(({ badQuote }) => !badQuote)).toBe(true);
  });
});

describe('a record that does not end', () => {
  const refusedAt = (text: string, more: string) => {
    const splitter = new RecordSplitter({ delimiter: ',', longestCell: 10 }, { record: () => undefined });
    splitter.push('a,b\n');
    splitter.push(text);
    for (let length = text.length + 1; ; length += 1)
      try {
        splitter.push(more);
      } catch (error) {
        return [length, (error as CellTooLong).record];
      }
  };

  it('is refused when it has sixteen times the characters of the longest cell', () => {
    expect(refusedAt('x', ',')).toEqual([161, 2]);
    expect(refusedAt('', 'x')).toEqual([161, 2]);
    expect(refusedAt('"x"y', ',')).toEqual([164, 2]);
    expect(refusedAt('  "x"', ' ')).toEqual([161, 2]);
    expect(refusedAt('1"2', 'x')).toEqual([161, 2]);
  });

  it('is looked at once, however many quotation marks it has', () => {
    for (const line of ['a,"b""\n', 'Anna,"19"",x\r']) {
      const { rows } = split(line.repeat(60_000), ',', 65_536);
      expect([rows.length, rows.at(-1)?.cells]).toEqual([60_000, line.trim().split(',')]);
    }
  });

  it('can be taken back, and is then forgotten', () => {
    const rows: string[][] = [];
    const splitter = new RecordSplitter(
      { delimiter: ',', longestCell: 1e6 },
      { record: (cells) => void rows.push(cells) },
    );
    splitter.push(`a,b\nc,"${'d'.repeat(70_000)}`);
    expect([splitter.held, splitter.takeRest().length, splitter.held]).toEqual([70_003, 70_003, 0]);
    splitter.push('e,f\n');
    expect(rows).toEqual(cellsOf('a|b', 'e|f'));
  });
});

it('the end mark of DOS is left out at the end alone', () => {
  expect(split('a,\u001ab\nc\u001a\u001a', ',', 3).rows.map(({ cells }) => cells)).toEqual([['a', '\u001ab'], ['c']]);
});

it('the beginning of a text has its first records, the last one where it is the whole text', () => {
  expect(splitHead('a,b\nc,d\ne', ',', 9, true)).toEqual([['a', 'b'], ['c', 'd'], ['e']]);
  expect(splitHead('a,b\nc,d\ne', ',', 9, false)).toEqual(cellsOf('a|b', 'c|d'));
  expect(splitHead('a\nb\nc', ',', 2, true)).toEqual([['a'], ['b']]);
  const long = 'x'.repeat(1_000_001);
  expect(splitHead(`a\n${long}\nb`, ',', 9, true)).toEqual([['a']]);
  expect(splitHead(`a\n${long.slice(1)}\nb`, ',', 9, true)).toHaveLength(3);
});

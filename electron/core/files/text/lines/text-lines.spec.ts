import { isUtf8 } from 'node:buffer';
import { readdirSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import iconv from 'iconv-lite';
import { describe, expect, it, vi } from 'vitest';
import {
  TEXT_LINE_CHARACTERS,
  type TextCursor,
  type TextLine,
} from '../../../../../shared/contract/imports/file-text.ts';
import { specFolder } from '../../../foundation/folder-fixture.ts';
import { RecordSplitter } from '../csv-records.ts';
import { FileTrouble } from '../../foundation/file-trouble.ts';
import { readTextLines } from './text-lines.ts';

// Files are read and written for real; a busy computer may take its time.
vi.setConfig({ testTimeout: 60_000 });

const folder = specFolder('text');
let files = 0;

function fileOf(content: string | Uint8Array): string {
  files += 1;
  const path = join(folder, `text-${files}.csv`);
  writeFileSync(path, content);
  return path;
}

/** Page by page to the end. */
function allLines(content: string | Uint8Array, limit = 3, encoding = 'utf-8', delimiter = ';'): TextLine[] {
  const path = fileOf(content);
  const lines: TextLine[] = [];
  let from: TextCursor | undefined;
  for (;;) {
    const page = readTextLines({ path, encoding, delimiter, from, limit });
    expect(page.lines.length).toBeLessThanOrEqual(limit);
    lines.push(...page.lines);
    if (page.next === null) return lines;
    expect(page.next.byte).toBeGreaterThan(from?.byte ?? 0);
    from = page.next;
  }
}

const shape = (lines: readonly TextLine[]) => lines.map(({ line, row, text, end }) => [line, row, text, end]);

describe('the lines of a text file', () => {
  it('belong to rows by the sign that stands around the values', () => {
    const rowsOf = (delimiter: string, quote?: string) =>
      readTextLines({
        path: fileOf(`'A','one\ntwo'\n'B','"x'\nC'\n`),
        encoding: 'utf-8',
        delimiter,
        quote,
        limit: 9,
      }).lines.map(({ row }) => row);
    expect(rowsOf(',', "'")).toEqual([1, 1, 2, 3]);
    expect(rowsOf(',')).toEqual([1, 2, 3, 4]);
    // Columns of fixed width: no sign means anything.
    expect(rowsOf('')).toEqual([1, 2, 3, 4]);
  });

  it('are numbered as they stand in the file, with their ends and the rows they belong to', () => {
    const lines = allLines('\ufeffName;Note\r\n"A";"one\ntwo"\nB;x\rC;"never closed\n\nD;y');
    expect(shape(lines)).toEqual([
      [1, 1, '\ufeffName;Note', 'CRLF'],
      [2, 2, '"A";"one', 'LF'],
      [3, 2, 'two"', 'LF'],
      [4, 3, 'B;x', 'CR'],
      [5, 4, 'C;"never closed', 'LF'],
      [6, 5, '', 'LF'],
      [7, 6, 'D;y', 'none'],
    ]);
  });

  it.each(['utf-16le', 'utf-16be', 'windows-1252', 'shift_jis', 'gb18030', 'cp850'])(
    'are cut right in %s',
    (encoding) => {
      // U+0A0D and U+0D0A hold the bytes of line ends but are not line ends.
      const word = encoding.startsWith('utf-16')
        ? 'ਊ\u0a0d\u0d0aé😀'
        : encoding === 'shift_jis'
          ? '表カナ'
          : encoding === 'gb18030'
            ? '汉字'
            : 'é';
      const name = encoding === 'utf-16be' ? 'utf16-be' : encoding === 'utf-16le' ? 'utf16-le' : encoding;
      const bytes = iconv.encode(`${word};1\r\n${word};2\n${word}`, name, { addBOM: false });
      expect(shape(allLines(bytes, 1, encoding))).toEqual([
        [1, 1, `${word};1`, 'CRLF'],
        [2, 2, `${word};2`, 'LF'],
        [3, 3, word, 'none'],
      ]);
    },
  );

  it('name bytes that are no UTF-8 and keep what stands around them', () => {
    const bytes = Buffer.concat([
      Buffer.from('Gr\u00fc\u00dfe;M'),
      Buffer.from([0xfc]),
      Buffer.from('ller\n'),
      Buffer.from([0xe2, 0x82]),
    ]);
    expect(allLines(bytes).map((line) => line.text)).toEqual(['Gr\u00fc\u00dfe;M\udcfcller', '\udce2\udc82']);
  });

  it('keep every byte, whatever is damaged', () => {
    const piece = fc.oneof(
      fc.constantFrom('a', 'é', '漢', '😀', '\u{10ffff}').map((text) => Buffer.from(text)),
      fc.constantFrom(
        [0xc0, 0x80],
        [0xe0, 0x9f, 0xbf],
        [0xed, 0xa0, 0x80],
        [0xf4, 0x90, 0x80, 0x80],
        [0xf0, 0x9f],
        [0x80],
      ),
    );
    const isValid = (bytes: Uint8Array) => isUtf8(bytes) && bytes.length > 0;
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 12 }), (pieces) => {
        const bytes = Buffer.concat([...pieces.map((part) => Buffer.from(part)), Buffer.from([0xff])]);
        const text = allLines(bytes)[0]?.text ?? '';
        const back = [...text].map((character) => {
          const code = character.codePointAt(0) as number;
          return code >= 0xdc80 && code <= 0xdcff ? Buffer.from([code - 0xdc00]) : Buffer.from(character);
        });
        expect(Buffer.concat(back).equals(bytes)).toBe(true);
        // No byte of a character stands alone: what could be one is never given as two strays.
        const stray = back.map((part) => !isValid(part));
        back.forEach((_, index) => {
          for (const size of [2, 3, 4]) {
            const run = back.slice(index, index + size);
            if (run.length === size && stray.slice(index, index + size).every(Boolean))
              expect(isValid(Buffer.concat(run))).toBe(false);
          }
        });
      }),
    );
  });

  it('are shown up to a length, and the rest is counted', () => {
    const [line] = allLines(`${'x'.repeat(TEXT_LINE_CHARACTERS - 1)}😀${'y'.repeat(70_000)}\nz`);
    expect(line).toMatchObject({ hidden: 70_002, end: 'LF', row: 1 });
    expect(line?.text).toBe('x'.repeat(TEXT_LINE_CHARACTERS - 1));
  });

  it('belong to the same rows at any page length as the reader would cut', () => {
    const piece = fc.constantFrom('"', ';', '\n', '\r', '\r\n', 'a', ' ', 'é', '""', '";"', '"\n"');
    fc.assert(
      fc.property(fc.array(piece, { minLength: 1, maxLength: 40 }), fc.integer({ min: 1, max: 7 }), (pieces, limit) => {
        const text = pieces.join('');
        const lines = allLines(text, limit);
        const ends: Record<string, string> = { LF: '\n', CRLF: '\r\n', CR: '\r', none: '' };
        expect(lines.map((line) => line.text + (ends[line.end] ?? '?')).join('')).toBe(text);
        expect(lines.map((line) => line.line)).toEqual(lines.map((_, index) => index + 1));
        let records = 0;
        const splitter = new RecordSplitter(
          { delimiter: ';', longestCell: 1_000_000 },
          { record: () => void (records += 1) },
        );
        splitter.push(text);
        splitter.end();
        const rows = lines.map((line) => line.row ?? -1);
        expect(rows.at(-1)).toBe(records);
        expect(rows[0]).toBe(1);
        rows.slice(1).forEach((row, index) => expect([0, 1]).toContain(row - (rows[index] ?? 0)));
      }),
    );
  });

  it('of a gigabyte without a line end come in bounded pieces that lead on', () => {
    const path = fileOf('a;b\n');
    truncateSync(path, 1_000_000_000);
    const first = readTextLines({ path, encoding: 'utf-8', delimiter: ';', limit: 100 });
    expect(shape(first.lines)).toEqual([[1, 1, 'a;b', 'LF']]);
    const second = readTextLines({
      path,
      encoding: 'utf-8',
      delimiter: ';',
      from: first.next ?? undefined,
      limit: 100,
    });
    expect(second.lines).toHaveLength(1);
    expect(second.lines[0]).toMatchObject({ line: 2, end: 'open', isContinued: false });
    expect(second.lines[0]?.text).toHaveLength(TEXT_LINE_CHARACTERS);
    const third = readTextLines({
      path,
      encoding: 'utf-8',
      delimiter: ';',
      from: second.next ?? undefined,
      limit: 100,
    });
    expect(third.lines[0]).toMatchObject({ line: 2, row: null, end: 'open', isContinued: true });
    expect(third.next?.byte).toBeGreaterThan(8_000_000);
  });

  it('of a piece are cut between two characters', () => {
    const lines = allLines(`${'é,漢'.repeat(1_700_000)}\nend`, 100);
    expect(lines.map((line) => [line.line, line.end, line.isContinued])).toEqual([
      [1, 'open', false],
      [1, 'LF', true],
      [2, 'none', false],
    ]);
    expect(lines.map((line) => line.text).join('')).not.toMatch(/[\ufffd\udc80-\udcff]/);
    expect((lines[0]?.hidden ?? 0) + (lines[1]?.hidden ?? 0)).toBe(3 * 1_700_000 - 2 * TEXT_LINE_CHARACTERS);
    // Two bytes a character, of which the second looks like a letter.
    const japanese = Buffer.concat([Buffer.from('a'), Buffer.alloc(9_000_000, iconv.encode('表,', 'shift_jis'))]);
    expect(allLines(japanese, 100, 'shift_jis').map(({ text }) => text.slice(0, 2))).toEqual(['a表', '表,']);
  });

  it.each([
    ['utf-8', 8_388_607],
    ['windows-1252', 8_388_607],
    ['utf-16le', 4_194_303],
    ['utf-16be', 4_194_303],
  ])('of a piece keep both halves of their end together: %s', (encoding, characters) => {
    const text = `${'x'.repeat(characters)}\r\ny`;
    const bytes = iconv.encode(text, encoding.replace('utf-16be', 'utf16-be'), { addBOM: false });
    const lines = allLines(bytes, 100, encoding);
    expect(lines.map(({ line, end, hidden }) => [line, end, hidden])).toEqual([
      [1, 'open', characters - TEXT_LINE_CHARACTERS],
      [1, 'CRLF', 0],
      [2, 'none', 0],
    ]);
  });

  it('are shown without rows from a cell on that the reader refuses', () => {
    const rowsOf = (characters: number) =>
      allLines(`a;b\n${'x'.repeat(characters)};c\nd;e\n`, 500).map(({ row }) => row);
    expect([rowsOf(1_000_000), rowsOf(1_000_001)]).toEqual([
      [1, 2, 3],
      [1, null, null],
    ]);
    // As many on a page as are wanted nevertheless.
    const path = fileOf(`${'x'.repeat(1_000_001)};c\nd;e\nf;g\nh;i\n`);
    const page = readTextLines({ path, encoding: 'utf-8', delimiter: ';', limit: 3 });
    expect([page.lines.length, page.next?.line]).toEqual([3, 4]);
  });

  it('of a row of many lines belong to it over pages, and the next row follows', () => {
    const lines = allLines(`a;b\n"${'x\n'.repeat(1_200)}";c\nd;e`, 500);
    expect(lines.map(({ row }) => row)).toEqual([1, ...Array<number>(1_201).fill(2), 3]);
  });

  it('of a file that grows end where it ended before, and at no page without lines', () => {
    expect(allLines('')).toEqual([]);
    expect(shape(allLines('\r\n\r', 1))).toEqual([
      [1, 1, '', 'CRLF'],
      [2, 2, '', 'CR'],
    ]);
    // The line end lies across two windows.
    const long = `${'x'.repeat(262_143)}\r\n${'y'.repeat(262_142)}\r\nz`;
    expect(allLines(long, 5).map(({ line, end, hidden }) => [line, end, hidden])).toEqual([
      [1, 'CRLF', 262_143 - TEXT_LINE_CHARACTERS],
      [2, 'CRLF', 262_142 - TEXT_LINE_CHARACTERS],
      [3, 'none', 0],
    ]);
  });

  it.each(['utf-16le', 'utf-16be'])('of a line without an end come in pieces of whole characters: %s', (encoding) => {
    const name = encoding === 'utf-16be' ? 'utf16-be' : 'utf16-le';
    const text = `a${'😀'.repeat(2_100_000)}`;
    const lines = allLines(iconv.encode(`${text}\r\n`, name, { addBOM: false }), 2, encoding);
    expect(lines.map(({ line, end, isContinued }) => [line, end, isContinued])).toEqual([
      [1, 'open', false],
      [1, 'CRLF', true],
    ]);
    const [first = 0, second = 0] = lines.map((line) => line.text.length + line.hidden);
    expect(first + second).toBe(text.length);
    expect(lines[1]?.text.slice(0, 2)).toBe('😀');
  });

  it('of a file that is gone or a folder are refused in words', () => {
    const ask = (path: string) => () => readTextLines({ path, encoding: 'utf-8', delimiter: ';', limit: 1 });
    expect(ask(join(folder, 'none.csv'))).toThrow(FileTrouble);
    expect(ask(join(folder, 'none.csv'))).toThrow(/There is no file "none.csv"/);
    expect(ask(folder)).toThrow(/not an ordinary file/);
  });

  it.runIf(process.platform === 'linux')(
    'of a file leave it closed (skipped where a program does not see its open files)',
    () => {
      const path = fileOf('a;b\n');
      const open = () => readdirSync('/proc/self/fd').length;
      const before = open();
      for (let times = 0; times < 20; times += 1) readTextLines({ path, encoding: 'utf-8', delimiter: ';', limit: 1 });
      expect(open()).toBeLessThan(before + 10);
    },
  );
});

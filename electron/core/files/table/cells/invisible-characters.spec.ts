import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { isBlank } from '../../../../../shared/domain/files/cell-shapes.ts';
import type { Reading } from '../../../../../shared/contract/imports/reading.ts';
import { specFolder } from '../../../foundation/folder-fixture.ts';
import { stagedAs } from '../../staging/staged-fixture.ts';
import { textRows, xlsxParts, zipOf } from '../../workbooks/workbooks-fixture.ts';
import { mayBeginBlanks, mayBeginInvisible, mayHoldInvisible, mayHoldInvisibleBytes } from './invisible-characters.ts';

let folder = '';
beforeEach(() => void (folder = specFolder('invisible')));

const stage = (bytes: Uint8Array, name: string, chunkBytes?: number) =>
  stagedAs(join(folder, name), bytes, { keepSpaces: true }, chunkBytes);

function invisible(reading: Reading) {
  return reading.problems.find((problem) => problem.kind === 'invisible');
}

const header = 'Name,Phone,Note\n';
const plain = 'Bob Hansen,+4520304050,ok\n';

describe('characters nobody sees', () => {
  it.each([
    ['turned writing', 'Bob\u202etxt'],
    ['a right-to-left mark', '\u200fBob'],
    ['a zero-width blank', 'Bo\u200bb'],
    ['a soft hyphen', 'Bo\u00adb'],
    ['a byte order mark', '\ufeffBob'],
    ['an isolate', '\u2066Bob\u2069'],
    ['a word joiner', 'Bob\u2060'],
    ['a joiner in a Latin word', 'Bo\u200db'],
    ['a control character', 'Bob\u0007'],
  ])('%s is reported and the value stays', async (_title, name) => {
    const { reading, rows } = await stage(Buffer.from(`${header}${plain}${name},+4521314151,x\n${plain}`), 'a.csv');
    expect(rows[1]?.[0]).toBe(name);
    const found = invisible(reading);
    expect(found?.count).toBe(1);
    expect(found?.examples[0]).toMatchObject({ line: 3, column: 'Name' });
    expect(found?.examples[0]?.text).toContain('⟨U+');
    expect(found?.message).toMatch(/kept/);
  });

  it.each([
    ['dashes and quotation marks', 'Bob – “Bo”’s'],
    ['a no-break blank', 'Bob\u00a0Hansen'],
    ['a joiner between Persian letters', 'می\u200cخواهم'],
    ['a picture of several', '👩\u200d👧'],
  ])('%s are not', async (_title, name) => {
    const { reading } = await stage(Buffer.from(`${header}${plain}${name},+4521314151,x\n${plain}`), 'a.csv');
    expect(invisible(reading)).toBeUndefined();
    expect(reading.checkedFor).toContain('invisible');
  });

  it('are found in the header', async () => {
    const { reading } = await stage(Buffer.from(`Na\u200bme,Phone,Note\n${plain}${plain}`), 'a.csv');
    expect(invisible(reading)?.examples[0]).toMatchObject({ line: 1, text: 'Na⟨U+200B⟩me' });
  });

  it('are found in other encodings and in workbooks', async () => {
    const text = `${header}${plain}Bob\u202e,+4521314151,x\n`;
    expect(invisible((await stage(Buffer.from(`\ufeff${text}`, 'utf16le'), 'b.csv')).reading)?.count).toBe(1);
    const cells = ['Name', 'Bob', 'An\u202en', 'Ida'].map((name) => [name, 'x']);
    const book = await stage(zipOf(xlsxParts([{ name: 'A', xml: textRows(cells) }])), 'c.xlsx');
    expect(invisible(book.reading)?.examples[0]).toMatchObject({ line: 3 });
  });

  it('are counted in every row of a long file, however it is cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.uniqueArray(fc.nat(25_999), { minLength: 1, maxLength: 30 }),
        fc.constantFrom(4096, 65_536),
        async (lines, chunkBytes) => {
          const marked = new Set(lines);
          const rows = Array.from({ length: 26_000 }, (_, at) => (marked.has(at) ? 'Bo\u202eb,"ø\u200b",x\n' : plain));
          const { reading } = await stage(Buffer.from(header + rows.join('')), 'long.csv', chunkBytes);
          expect(invisible(reading)?.count).toBe(marked.size * 2);
        },
      ),
      { numRuns: 6 },
    );
  });

  it('are known by their bytes as by the characters, and blanks by the first of theirs', () => {
    const codes = Array.from({ length: 0x1_0000 }, (_, code) => code).filter(
      (code) => code >= 0x80 && (code & 0xf800) !== 0xd800,
    );
    const bytesOf = (code: number) => Buffer.from(`a${String.fromCodePoint(code)}b`);
    const isKnown = (code: number) => mayHoldInvisibleBytes(bytesOf(code), 1, bytesOf(code).length);
    const found = codes.filter((code) => mayHoldInvisible(String.fromCodePoint(code)));
    // U+2065 lies between them and is not assigned.
    expect(codes.filter((code) => code !== 0x2065 && isKnown(code))).toEqual(found);
    expect(new Set(found.map((code) => bytesOf(code)[1]))).toEqual(mayBeginInvisible);
    const blanks = codes.filter((code) => isBlank(String.fromCodePoint(code)));
    expect(new Set(blanks.map((code) => bytesOf(code)[1]))).toEqual(mayBeginBlanks);
  });
});

import { describe, expect, it } from 'vitest';
import { FileTrouble } from '../foundation/file-trouble.ts';
import { readText } from './text-fixture.ts';

const names = ['Jørgen Nygård', 'Ann', 'Bo', 'Søren Kjær', 'Ida', 'Pia Bækgård'];
const field = (text: string, width: number, encoding: 'utf8' | 'latin1') => {
  const bytes = Buffer.from(text, encoding);
  return Buffer.concat([bytes, Buffer.alloc(Math.max(0, width - bytes.length))]);
};

describe('NULs that fill up fields', () => {
  it.each([
    ['utf-8', 'utf8', ';'],
    ['windows-1252', 'latin1', '\t'],
  ] as const)('are dropped, and said: %s', (encoding, written, separator) => {
    const line = (...cells: string[]) =>
      Buffer.concat([
        field(cells[0] ?? '', 40, written),
        Buffer.from(separator),
        field(cells[1] ?? '', 30, written),
        Buffer.from('\r\n'),
      ]);
    const table = names.map((name, at) => [name, `+452030405${at}`]);
    const { reading, rows, problems } = readText(
      Buffer.concat([line('Name', 'Phone'), ...table.map((cells) => line(...cells))]),
    );
    expect(rows).toEqual(table);
    expect(reading.encoding.value).toBe(encoding);
    expect(reading.delimiter.value).toBe(separator);
    expect(reading.columns.map(({ header }) => header)).toEqual(['Name', 'Phone']);
    expect(problems).toMatchObject([{ kind: 'nul', title: '14 cells with NUL characters' }]);
    expect(problems[0]?.message).toContain('removed');
  });

  it.each([
    [
      'characters of four bytes',
      Buffer.from([...'Name;Phone\nBob;20304050\n'.repeat(40)].flatMap((sign) => [sign.charCodeAt(0), 0, 0, 0])),
    ],
    ['numbers', Buffer.from(Int32Array.from({ length: 2000 }, (_, at) => at * 37).buffer)],
    ['decimal numbers', Buffer.from(Float64Array.from({ length: 2000 }, (_, at) => at / 7).buffer)],
    [
      'a program',
      Buffer.concat([Buffer.alloc(200), Buffer.from(Array.from({ length: 4000 }, (_, at) => (at * 7919) % 251))]),
    ],
    ['nothing else', Buffer.alloc(3000)],
  ])('do not make a text of %s', (_title, bytes) => {
    expect(() => readText(bytes)).toThrow(FileTrouble);
    expect(() => readText(bytes)).toThrow('not a text file');
  });
});

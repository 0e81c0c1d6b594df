import { describe, expect, it } from 'vitest';
import { readCsv } from '../text/csv-reader.ts';
import { readText } from '../text/text-fixture.ts';
import { cellsOf } from '../table/tables-fixture.ts';

function read(...what: Parameters<typeof readText>) {
  const { reading, rows, problems } = readText(...what);
  return { reading, rows, found: (kind: string) => problems.find((problem) => problem.kind === kind) };
}

const header = 'Name,Phone,City';
const people = cellsOf('Bob|+4520304050|Ry', 'Ann|+4521314151|Køge', 'Ida|+4522324252|Ribe');
const lines = people.map((cells) => cells.join(','));

describe('the end of a file', () => {
  it.each([
    ['the end mark of DOS', '\n\u001a'],
    ['the end mark of DOS on a line of its own', '\n\u001a\r\n'],
    ['the end mark of DOS behind the last value', '\u001a'],
    ['NULs that fill the last block', `\n${'\0'.repeat(300)}`],
  ])('%s is no row', (_title, end) => {
    const { rows } = read(`${[header, ...lines].join('\n')}${end}`);
    expect(rows).toEqual(people);
  });

  it('a single byte behind UTF-16 text is no row', () => {
    const text = Buffer.from(`\ufeff${[header, ...lines].join('\r\n')}\r\n`, 'utf16le');
    expect(read(Buffer.concat([text, Buffer.from('\n')])).rows).toEqual(people);
  });

  it('half a character behind a value is remarked', () => {
    const text = Buffer.from(`\ufeff${[header, ...lines].join('\r\n')}`, 'utf16le');
    const { rows, found } = read(Buffer.concat([text, Buffer.from('e')]));
    expect(rows).toHaveLength(3);
    expect(found('undecodable')?.count).toBe(1);
  });
});

describe('files put together from several', () => {
  it('leaves out the header that comes again, with or without its mark', () => {
    const { rows, found } = read([header, ...lines, header, ...lines, `\ufeff${header}`, ...lines].join('\n'));
    expect(rows).toEqual([...people, ...people, ...people]);
    expect(found('repeatedHeader')).toMatchObject({ count: 2, examples: [{ line: 5 }, { line: 9 }] });
  });

  it('does so in every part of a long file', () => {
    const block = Array.from({ length: 9000 }, (_, at) => `Bob ${at},+4520${String(at).padStart(6, '0')},Ry`);
    const text = [header, ...block, header, ...block, header, ...block, header, ...block].join('\n');
    const bytes = Buffer.from(text);
    let written = 0;
    const count = () => void (written += 1);
    const source = { size: bytes.length, chunks: () => [bytes.subarray(0, 500_000), bytes.subarray(500_000)] };
    const reading = readCsv(source, {}, { write: count, writePacked: count });
    expect(reading.rows).toBe(36_000);
    expect(written).toBe(36_000);
    expect(reading.problems.find((problem) => problem.kind === 'repeatedHeader')?.count).toBe(3);
  });

  it('keeps a value that is written like the header of its column', () => {
    const { rows } = read('Name,Phone,City\nBob,+4520304050,City\nCity,+4521314151,Ry\nAnn,+4522324252,Ry\n');
    expect(rows).toHaveLength(3);
  });

  it('keeps all rows when a person says where the table ends', () => {
    expect(read([header, ...lines, header, ...lines].join('\n'), { lastDataLine: 8 }).rows).toHaveLength(7);
  });

  it('takes a mark written twice from the first name', () => {
    expect(read(`\ufeff\ufeff${header}\n${lines.join('\n')}\n`).reading.columns[0]?.header).toBe('Name');
  });
});

it('the first data row is the first that is no heading of a group', () => {
  const rows = Array.from({ length: 8 }, (_, at) => `Bob ${at};+45203040${at}0;Vej ${at};Ry`);
  const { reading } = read(`Navn;Telefon;Adresse;By\nRegion Nord:;;;\n${rows.join('\n')}\n`);
  expect(reading.firstDataLine.value).toBe(3);
  expect(reading.rows).toBe(8);
});

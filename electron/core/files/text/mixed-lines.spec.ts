import { expect, it } from 'vitest';
import { MIXED_LINES } from '../../../../shared/domain/files/encodings.ts';
import { readText } from './text-fixture.ts';

const names = ['Jørgen Nygård', 'Åse Bækgård', 'Søren Kjær', 'Pia Ærø', 'José García', 'Ida "Ø" Holm'];

function file(rows: number, isForeign: (row: number) => boolean) {
  const cells: string[][] = [];
  const lines = Array.from({ length: rows }, (_, row) => {
    const name = names[row % names.length] ?? '';
    cells.push([name, `+45203${String(row).padStart(5, '0')}`, 'Århus']);
    const line = `"${name.replaceAll('"', '""')}";${cells[row]?.[1] ?? ''};Århus\r\n`;
    return Buffer.from(line, isForeign(row) ? 'latin1' : 'utf8');
  });
  return { bytes: Buffer.concat([Buffer.from('Name;Phone;City\r\n'), ...lines]), cells };
}

it.each([37, 4096, 262_144])(
  'reads each line as what it is, in chunks of %i bytes, and names the lines',
  (chunkBytes) => {
    const { bytes, cells } = file(600, (row) => row % 9 === 4);
    const { reading, rows } = readText(bytes, {}, chunkBytes);
    expect(rows).toEqual(cells);
    expect(reading.encoding).toMatchObject({ value: MIXED_LINES, certainty: 'likely' });
    const [problem] = reading.problems;
    expect(reading.problems).toHaveLength(1);
    expect(problem).toMatchObject({
      kind: 'mixedEncoding',
      count: 67,
      title: '67 rows in another encoding than the others',
    });
    expect(problem?.examples[0]).toEqual({ line: 6, column: '', text: 'José García | +4520300004 | Århus' });
  },
);

it('finds the one line far down, and leaves the file as it was when a person says what it is', () => {
  const { bytes, cells } = file(20_000, (row) => row === 19_990);
  const { reading, rows } = readText(bytes, {}, 262_144);
  expect(rows).toEqual(cells);
  expect(reading.problems).toMatchObject([{ kind: 'mixedEncoding', count: 1, examples: [{ line: 19_992 }] }]);
  const chosen = readText(bytes, { encoding: 'utf-8' }, 262_144).reading;
  expect(chosen.problems.map(({ kind }) => kind)).toEqual(['undecodable']);
});

import iconv from 'iconv-lite';
import { expect, it } from 'vitest';
import { mixedWith } from '../../../../shared/domain/files/encodings.ts';
import { readText } from './text-fixture.ts';

const MIXED_LINES = mixedWith('windows-1252');

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

const peoples: readonly [string, string, readonly string[]][] = [
  ['windows-1251', 'Russian', ['Алексей Кузнецов;Воронеж', 'Ольга Щербакова;Нижний Новгород', 'Юрий Цветков;Пермь']],
  ['windows-1250', 'Polish', ['Łukasz Wójcik;Łódź', 'Grażyna Dąbrowska;Częstochowa', 'Bożena Święcicka;Gdańsk']],
  ['windows-1253', 'Greek', ['Σταύρος Παππάς;Λάρισα', 'Ευγενία Οικονόμου;Ιωάννινα', 'Θανάσης Λάμπρου;Καβάλα']],
  ['windows-1254', 'Turkish', ['Ayşe Yıldırım;Eskişehir', 'Gülşen Çelik;Muğla', 'İbrahim Şahin;Balıkesir']],
];

it.each(peoples)('reads lines in %s beside lines in UTF-8: %s', (encoding, _title, people) => {
  const lines = Array.from({ length: 90 }, (_, row) => people[row % people.length] ?? '');
  const bytes = Buffer.concat([
    Buffer.from('Name;City\r\n'),
    ...lines.map((line, row) => iconv.encode(`${line}\r\n`, row % 5 === 2 ? encoding : 'utf8')),
  ]);
  const { reading, rows, kinds } = readText(bytes);
  expect(rows).toEqual(lines.map((line) => line.split(';')));
  expect(reading.encoding).toMatchObject({ value: `utf-8+${encoding}`, certainty: 'likely' });
  expect(kinds).toEqual(['mixedEncoding']);
  // Which one it is stands beside the encoding.
  expect(reading.problems[0]?.message).not.toContain('Windows-1252');
  expect(reading.encoding.reason).toContain(encoding.replace('w', 'W'));
});

it.each(peoples)('does not take damaged UTF-8 for lines in %s: %s', (_encoding, _title, people) => {
  const whole = Buffer.from(`Name;City\r\n${people.join('\r\n').concat('\r\n').repeat(30)}`);
  const torn = whole.filter((byte, at) => !(byte >= 0x80 && byte < 0xc0 && at % 41 === 0));
  expect(readText(torn).reading.encoding.value).toBe('utf-8');
});

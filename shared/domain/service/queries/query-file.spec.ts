import { expect, test } from 'vitest';
import type { ExportQuery } from '../../../contract/exports/queries.ts';
import { LEAD_QUERY } from './query-fixture.ts';
import { readQueryFile, writeQueryFile } from './query-file.ts';

const query: ExportQuery = { ...LEAD_QUERY, projects: ['Energi*', 'Ørsted'], statuses: ['New'] };

function messageOf(text: string): string {
  const reading = readQueryFile(text, 'monday.json');
  return reading.ok ? 'read' : reading.message;
}

test('what is written is read again, also behind a byte order mark', () => {
  const text = writeQueryFile({ name: 'Energi since Monday', query });
  for (const given of [text, `\ufeff${text}`])
    expect(readQueryFile(given, 'monday.json')).toMatchObject({
      ok: true,
      file: { name: 'Energi since Monday', query },
    });
});

test('what a name would hide is shown in it', () => {
  const text = writeQueryFile({ name: 'Mon\u0000day\n\u202eexe', query });
  expect(readQueryFile(text, 'monday.json')).toMatchObject({ file: { name: 'Mon␀day␊<U+202E>exe' } });
});

test('a file that is no query gets a sentence that says what it is', () => {
  expect(messageOf('Firma;Telefon')).toBe(
    '"monday.json" is not JSON, so it holds no query. Choose a file that was saved with "Save as a file".',
  );
  for (const text of ['null', '[]', '{}', '7', '{"format":"lead-console-mapping"}'])
    expect(messageOf(text)).toMatch(/^"monday\.json" is JSON, but not a query\./);
  expect(messageOf('{"format":"lead-console-query","version":2}')).toMatch(/newer Lead Console/);
});

test('a hostile query is refused with the place of its mistake, and brings nothing that was not asked for', () => {
  const given = JSON.parse(writeQueryFile({ name: 'N', query })) as Record<string, object>;
  const changed = (part: object) => JSON.stringify({ ...given, query: { ...query, ...part } });
  expect(messageOf(changed({ modifiedFrom: '2026-11-16&x=1' }))).toMatch(/mistake in it, at query\.modifiedFrom:/);
  for (const day of ['2026-02-31', '2026-13-01', '2026-11-16T24:00:00'])
    expect(messageOf(changed({ modifiedFrom: day }))).toMatch(
      /at query\.modifiedFrom: No such day or time\. Nothing was saved\.$/,
    );
  expect(messageOf(changed({ projects: Array.from({ length: 101 }, () => 'a') }))).toMatch(/at query\.projects:/);
  expect(messageOf(changed({ source: 'file:///etc/passwd' }))).toMatch(/at query/);
  expect(messageOf(JSON.stringify({ ...given, name: ' ' }))).toMatch(/at name:/);
  expect(messageOf('['.repeat(100_000))).toMatch(/^"monday\.json" is /);
  for (const [part, words] of [
    [{ name: ' ' }, 'at name: it is empty.'],
    [{ name: 'x'.repeat(200) }, 'at name: it is too long.'],
    [{ version: '1' }, 'at version: it is not a possible value.'],
    [{ query: { ...query, source: 'evil' } }, 'at query.source: it is not a possible value.'],
    [{ query: { ...query, statuses: [5] } }, 'at query.statuses.0: it is missing, or of another kind than it must be.'],
  ] as const)
    expect(messageOf(JSON.stringify({ ...given, ...part }))).toBe(
      `"monday.json" is a query with a mistake in it, ${words} Nothing was saved.`,
    );
  const stuffed = readQueryFile(
    changed({}).replace('"format"', '"__proto__":{"polluted":1},"extra":{"password":"x"},"format"'),
    'monday.json',
  );
  expect(stuffed.ok && Object.keys(stuffed.file)).toEqual(['format', 'version', 'name', 'query']);
  expect(({} as { polluted?: number }).polluted).toBeUndefined();
});

import { mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { migrate, openDurable } from './database.ts';
import { isWhole, rebuild } from './rebuild.ts';

function journal(): string {
  const path = join(mkdtempSync(join(tmpdir(), 'lead-console-rebuild-')), 'journal.sqlite');
  const database = openDurable(path);
  migrate(database, 'rows', ['CREATE TABLE row (n INTEGER PRIMARY KEY, said TEXT NOT NULL) STRICT']);
  const insert = database.prepare('INSERT INTO row VALUES (?, ?)');
  for (let n = 1; n <= 400; n += 1) insert.run(n, `row ${n} ${'x'.repeat(100)}`);
  database.close();
  return path;
}

it('keeps the rows before and behind a damaged page, and the damaged file', () => {
  const path = journal();
  const bytes = readFileSync(path);
  bytes.fill(0xaa, 4096 * 6, 4096 * 7);
  writeFileSync(path, bytes);
  const aside = rebuild(path, 'now');
  expect(readdirSync(join(path, '..'))).toContain(aside);
  const rebuilt = openDurable(path);
  expect(isWhole(rebuilt)).toBe(true);
  const rows = rebuilt
    .prepare('SELECT n FROM row ORDER BY n')
    .all()
    .map(({ n }) => Number(n));
  expect([rows[0], rows.at(-1)]).toEqual([1, 400]);
  expect(rows.length).toBeGreaterThan(330);
  expect(rows.length).toBeLessThan(400);
  rebuilt.close();
});

it('notices a bit that fell over in the name of a column', () => {
  const path = journal();
  const bytes = readFileSync(path);
  const at = bytes.indexOf('said TEXT');
  bytes[at] = (bytes[at] ?? 0) ^ 1;
  writeFileSync(path, bytes);
  const damaged = openDurable(path);
  expect(isWhole(damaged)).toBe(false);
  damaged.close();
});

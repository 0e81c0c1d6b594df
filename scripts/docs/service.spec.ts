import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../lib/project.ts';

const COLUMNS = ['of the service', 'in the core', 'on the page', 'batch', 'spec'];
const rows = readFileSync(join(root, 'docs/service.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (-+|of the service) /.test(line))
  .map((line) =>
    line
      .slice(1, -1)
      .split(/(?<!\\)\|/)
      .map((cell) => cell.trim()),
  );

/** A dash says nothing without its reason. */
const isFilled = (cell: string) => cell !== '' && (!cell.startsWith('–') || cell.split(' ').length > 3);
const linksIn = (cell: string) => [...cell.matchAll(/\]\(\.\.\/([^)]+)\)/g)].map(([, path]) => path ?? '');

test('the table is there', () => expect(rows.length).toBeGreaterThan(50));

test.each(rows)('%s has every cell, or why not', (...cells) => {
  expect(cells.map(isFilled)).toEqual(COLUMNS.map(() => true));
  const [, core = '', , , spec = ''] = cells;
  for (const [cell, ending] of [
    [core, '.ts'],
    [spec, '.spec.ts'],
  ] as const) {
    const links = linksIn(cell);
    expect(cell.startsWith('–') || links.length > 0).toBe(true);
    expect(links.filter((path) => !path.endsWith(ending) || !existsSync(join(root, path)))).toEqual([]);
  }
});

const usage = readFileSync(join(root, 'electron/batch/usage.ts'), 'utf8');

test('every command and option it names is one of the program', () => {
  const named = rows.flatMap(([, , , batch = '']) => [...batch.matchAll(/`([^`]+)`/g)].map(([, words]) => words ?? ''));
  const unknown = named
    .flatMap((words) => words.split(' ').filter((word) => /^(--)?[a-z]/.test(word)))
    .filter((word) => !new RegExp(`(?<![\\w-])${word}(?![\\w-])`).test(usage));
  expect(named.length).toBeGreaterThan(40);
  expect(unknown).toEqual([]);
});

const specification = join(root, '../shared/api/specification.md');

test.skipIf(!existsSync(specification))(
  'it has every endpoint, parameter, header and status that the service shows',
  () => {
    const said = readFileSync(specification, 'utf8');
    const [, endpoints = ''] = /## 4\. Endpoints([\s\S]*)/.exec(said) ?? [];
    const names = rows
      .map(([name = '']) => name.replaceAll(/\{\w+\}/g, '{}').replaceAll('?searchName=', ''))
      .join('\n');
    const find = (pattern: RegExp) => [...endpoints.matchAll(pattern)].map(([, found]) => found ?? '');
    const shown = [
      ...find(/`((?:GET|POST|DELETE) \{base_url\}\/[^`]+)`/g).map((path) =>
        path.replace('{base_url}', '').replaceAll(/\{\w+\}/g, '{}'),
      ),
      ...find(/\| Query `(\w+)` \|/g),
      ...[
        ...said.matchAll(/\b(X-Rate-Limit-[\w-]+)\b/g),
        // Enumerations and their values, fields, and the resources of rights.
        ...said.matchAll(/^\*\*(\w+)\*\*/gm),
        ...said.matchAll(/^\| (\w+) \| (?:\d+|string|boolean|date|integer|array of string) \|/gm),
        ...(/^Resource types.*: (.*)\.$/m.exec(said)?.[1] ?? '').matchAll(/(\w+)/g),
        ...said.matchAll(/`(UniqueLeadId|FieldName|FieldValue|LeadDefinitionEntryAccess|Partner|Full)`/g),
      ].map(([, name]) => name ?? ''),
      ...find(/^\| (\d{3}) /gm),
    ];
    expect(shown.length).toBeGreaterThan(80);
    expect([...new Set(shown)].filter((name) => !names.includes(name))).toEqual([]);
  },
);

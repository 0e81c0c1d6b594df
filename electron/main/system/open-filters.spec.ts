import { expect, test } from 'vitest';
import { openDialogOf } from './open-filters.ts';

test('a spreadsheet is looked for among all that the program reads, a mapping among JSON files', () => {
  const extensions = (wanted: 'spreadsheet' | 'mapping') => openDialogOf(wanted).filters[0]?.extensions ?? [];
  expect(extensions('spreadsheet')).toEqual(expect.arrayContaining(['csv', 'txt', 'xlsx', 'xls', 'xlsb', 'ods']));
  expect(extensions('spreadsheet')).not.toContain('json');
  expect(extensions('mapping')).toEqual(['json']);
});

test('no dialog hides a file with an ending of its own', () => {
  for (const wanted of ['spreadsheet', 'mapping'] as const)
    expect(openDialogOf(wanted).filters.at(-1)?.extensions).toEqual(['*']);
});

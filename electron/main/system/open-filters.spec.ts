import { expect, test } from 'vitest';
import { openDialogOf } from './open-filters.ts';

test('the dialog for a spreadsheet shows every format that the program reads, the one for a mapping or a query JSON files', () => {
  const extensions = (wanted: 'spreadsheet' | 'template' | 'query') =>
    openDialogOf(wanted).filters[0]?.extensions ?? [];
  expect(extensions('spreadsheet')).toEqual(expect.arrayContaining(['csv', 'txt', 'xlsx', 'xls', 'xlsb', 'ods']));
  expect(extensions('spreadsheet')).not.toContain('json');
  expect(extensions('template')).toEqual(['json']);
  expect(extensions('query')).toEqual(['json']);
});

test('every dialog can show a file with another extension', () => {
  for (const wanted of ['spreadsheet', 'template', 'query'] as const)
    expect(openDialogOf(wanted).filters.at(-1)?.extensions).toEqual(['*']);
});

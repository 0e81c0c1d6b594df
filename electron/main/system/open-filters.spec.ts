import { expect, test } from 'vitest';
import { openDialogOf } from './open-filters.ts';

test('the dialog for a spreadsheet shows every format that the program reads, the others their own', () => {
  const extensions = (wanted: 'spreadsheet' | 'template' | 'query' | 'certificates') =>
    openDialogOf(wanted).filters[0]?.extensions ?? [];
  expect(extensions('spreadsheet')).toEqual(expect.arrayContaining(['csv', 'txt', 'xlsx', 'xls', 'xlsb', 'ods']));
  expect(extensions('spreadsheet')).not.toContain('json');
  expect(extensions('template')).toEqual(['json']);
  expect(extensions('query')).toEqual(['json']);
  expect(extensions('certificates')).toContain('pem');
});

test('every dialog can show a file with another extension', () => {
  for (const wanted of ['spreadsheet', 'template', 'query', 'certificates'] as const)
    expect(openDialogOf(wanted).filters.at(-1)?.extensions).toEqual(['*']);
});

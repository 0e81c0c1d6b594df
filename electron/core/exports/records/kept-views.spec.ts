import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { EVERYTHING } from '../../../../shared/domain/service/queries/query-fixture.ts';
import type { KeptView } from '../../../../shared/contract/exports/kept-views.ts';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { openDurable } from '../../storage/database.ts';
import { createExportRecords, type ExportRecord } from './export-records.ts';
import { createKeptViews } from './kept-views.ts';
import { exportRecord } from './record-fixture.ts';

function opened() {
  const folder = specFolder('kept-views');
  const journal = openDurable(join(folder, 'journal.sqlite'));
  onTestFinished(() => {
    journal.close();
  });
  const records = createExportRecords(journal);
  for (const id of ['one', 'two', 'three']) records.insert(record(id));
  records.insert({ ...record('raw'), query: RAW });
  return { records, views: createKeptViews(journal) };
}

const LATER = { ...EVERYTHING, modifiedFrom: '2026-11-01', statuses: ['New'] };
const RAW: ExportRecord['query'] = { ...EVERYTHING, source: 'raw' };

const record = (id: string) => exportRecord({ id });

const view: KeptView = {
  columns: [{ path: 'data.Firma', shown: true, width: 180, pinned: true }],
  sort: [{ path: 'data.Firma', direction: 'desc' }],
  filters: [{ path: 'data.By', filter: { kind: 'empty', column: 4, not: false } }],
  find: 'hansen',
  onlyHits: true,
  question: null,
};

test('a result opens as it was left, another one of such a query with its columns only', () => {
  const { views } = opened();
  expect(views.left('one', EVERYTHING)).toBeNull();
  views.leave('one', EVERYTHING, view, 10);
  views.leave('two', EVERYTHING, { ...view, columns: [] }, 5);
  expect(views.left('one', EVERYTHING)).toEqual(view);
  // Left last in time, not last in the table.
  const columnsOnly = { columns: view.columns, sort: [], filters: [], find: '', onlyHits: false, question: null };
  expect(views.left('three', LATER)).toEqual(columnsOnly);
  // Results of other leads or another source have other columns.
  expect(views.left('raw', RAW)).toBeNull();
  expect(views.left('three', { ...EVERYTHING, projects: ['DK-*'] })).toBeNull();
});

test('what was left goes with the result', () => {
  const { records, views } = opened();
  views.leave('one', EVERYTHING, view, 10);
  records.remove('one');
  expect(views.left('one', null)).toBeNull();
  expect(views.left('two', EVERYTHING)).toBeNull();
});

test('a saved view is replaced by one whose name differs in case only', () => {
  const { views } = opened();
  views.save('Åbne', view, 1);
  views.save('zebra', view, 2);
  views.save('åBNE', { ...view, find: 'jensen' }, 3);
  expect(views.saved().map(({ name, view: { find }, savedAt }) => [name, find, savedAt])).toEqual([
    ['zebra', 'hansen', 2],
    ['åBNE', 'jensen', 3],
  ]);
  expect(views.isSaved('ÅBNE')).toBe(true);
  views.remove('Åbne');
  expect(views.saved().map(({ name }) => name)).toEqual(['zebra']);
});

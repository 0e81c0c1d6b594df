import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { openDurable } from '../../storage/database.ts';
import { createExportRecords, EMPTY_ANSWER } from './export-records.ts';
import { exportRecord } from './record-fixture.ts';

function newJournal() {
  const folder = specFolder('records');
  const journal = openDurable(join(folder, 'journal.sqlite'));
  onTestFinished(() => {
    journal.close();
  });
  return { journal, folder };
}

const RECORD = exportRecord();

it('is not brought back by a late write once it was removed', () => {
  const records = createExportRecords(newJournal().journal);
  records.insert(RECORD);
  records.remove('one');
  records.update(RECORD);
  records.rename('one', 'Another');
  records.keep(RECORD, 'all');
  records.follow(RECORD, { path: '/leads.csv', sha256: 'ab' });
  expect(records.all()).toEqual([]);
});

it('opens an export of a version that did not check answers', () => {
  const { journal } = newJournal();
  const records = createExportRecords(journal);
  const query = { source: 'simple', projects: ['*'], modifiedFrom: null, statuses: [], closures: [], extra: [] };
  journal
    .prepare(
      `INSERT INTO export (id, name, query, request, state, reason, rows, bytes, columns, started_at, ended_at)
       VALUES ('old', 'All projects', ?, 'GET /api/simpleleads', 'complete', '', 12, 900, '[]', 1, 2)`,
    )
    .run(JSON.stringify(query));
  const found = records.find('old');
  expect(found).toMatchObject({
    query,
    answer: { requests: 1, answered: { filters: [], asked: 12, keeps: null }, windows: null, sameDay: null },
  });
  if (found === undefined) return;
  records.keep(found, 'asked');
  expect(records.find('old')?.answer.answered.keeps).toBe('asked');
});

it('keeps what others say of it when its owner updates it', () => {
  const records = createExportRecords(newJournal().journal);
  records.insert(RECORD);
  records.rename('one', 'Another');
  records.keep(RECORD, 'asked');
  const file = { path: '/leads.csv', sha256: 'ab' };
  records.follow(RECORD, file);
  const answer = { ...EMPTY_ANSWER, requests: 3 };
  records.update({ ...RECORD, name: 'Old', state: 'partial', reason: 'cut', rows: 7, endedAt: 9, answer });
  expect(records.all()).toEqual([
    {
      ...RECORD,
      ...{ name: 'Another', state: 'partial', reason: 'cut', rows: 7, endedAt: 9 },
      answer: { ...answer, answered: { ...answer.answered, keeps: 'asked' }, followed: file },
    },
  ]);
});

it('leaves nothing of a removed one in the files of the journal', () => {
  const { journal, folder } = newJournal();
  const records = createExportRecords(journal);
  records.insert({ ...RECORD, name: 'Anna Hansen' });
  records.rename('one', 'Bo Jensen');
  records.remove('one');
  const bytes = Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))));
  expect(['Anna Hansen', 'Bo Jensen', '/api/simpleleads'].filter((text) => bytes.includes(text))).toEqual([]);
});

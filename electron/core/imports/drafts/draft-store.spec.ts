import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, it } from 'vitest';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { planSchema } from '../../../../shared/contract/imports/imports.ts';
import { readingChoicesSchema } from '../../../../shared/contract/imports/reading.ts';
import { claimFolder } from '../../storage/working-folder.ts';
import { type DraftRecord, openDraftStore } from './draft-store.ts';

let root: string;
beforeEach(() => {
  root = specFolder('drafts');
  using store = openDraftStore(join(root, 'drafts'));
  for (const id of ['whole', 'torn']) {
    const path = join(root, 'uploads', `${id}.csv`);
    mkdirSync(join(root, 'uploads'), { recursive: true });
    writeFileSync(path, 'x');
    mkdirSync(store.folderOf(id));
    store.save(draft(id, path));
  }
});

const draft = (id: string, path: string): DraftRecord => ({
  id,
  fileName: `${id}.csv`,
  fileSize: 1,
  fileModifiedAt: 0,
  fileHash: 'hash',
  path,
  staged: 'rows-1.sqlite',
  rows: 1,
  step: 'file',
  choices: readingChoicesSchema.parse({}),
  mapping: [],
  plan: planSchema.parse({ campaignCode: 'SPRING', poolName: null, stopAfterSameRefusal: 0 }),
  suggestions: [],
  suggestedFor: 'SPRING',
  asBefore: {
    fileName: 'winter.csv',
    at: 5,
    rules: [],
    settings: { country: null, duplicateKey: 'Email', fields: [] },
  },
  readMilliseconds: 1,
  problems: null,
  queue: null,
  savedAt: 1,
  revision: 0,
  startedIn: null,
  goesOn: null,
  template: null,
});

function damage(sql: string): void {
  using database = new DatabaseSync(join(root, 'drafts', 'drafts.sqlite'));
  database.exec(sql);
}

it.each([
  `UPDATE draft SET mapping = '[{"fie' WHERE id = 'torn'`,
  `UPDATE draft SET plan = '{"campaignCode":7}' WHERE id = 'torn'`,
  `UPDATE draft SET step = 'fi\u0001e' WHERE id = 'torn'`,
])('a draft that is damaged on the disk keeps nobody from the others, and can be deleted (%s)', (sql) => {
  damage(sql);
  using store = openDraftStore(join(root, 'drafts'));
  expect(store.all().map(({ id }) => id)).toEqual(['whole']);
  expect(store.find('whole')).toMatchObject({ fileName: 'whole.csv' });
  expect(() => store.find('torn')).toThrow(/import of "torn\.csv" that you began is damaged.*Choose the file again/);
  expect(existsSync(store.folderOf('torn')), 'its rows are not taken for left over').toBe(true);
  store.remove('torn');
  expect(existsSync(store.folderOf('torn'))).toBe(false);
  expect(existsSync(join(root, 'uploads', 'torn.csv'))).toBe(false);
  expect(existsSync(join(root, 'uploads', 'whole.csv'))).toBe(true);
});

it.each([
  `UPDATE draft SET staged = '../../uploads/whole.csv' WHERE id = 'torn'`,
  `UPDATE draft SET staged = 'rows-1/../../whole/rows-1.sqlite' WHERE id = 'torn'`,
  `UPDATE draft SET staged = '' WHERE id = 'torn'`,
  `UPDATE draft SET started_in = '../../elsewhere' WHERE id = 'torn'`,
  `UPDATE draft SET started_in = '' WHERE id = 'torn'`,
])('takes a draft whose names lead to another place for a damaged one (%s)', (sql) => {
  damage(sql);
  using database = new DatabaseSync(join(root, 'drafts', 'drafts.sqlite'));
  const id = String(database.prepare(`SELECT id FROM draft WHERE file_name = 'torn.csv'`).get()?.['id']);
  using store = openDraftStore(join(root, 'drafts'));
  expect(store.all().map((found) => found.id)).toEqual(['whole']);
  expect(store.readable(id)).toBeUndefined();
  expect(() => store.find(id)).toThrow(/import of "torn\.csv" that you began is damaged/);
});

it.each(['..', '', '../uploads', 'C:\\Users', 'torn\n'])(
  'removes a draft that nobody can see or delete, because its id is %j, with the copy of its file and nothing else',
  (id) => {
    using database = new DatabaseSync(join(root, 'drafts', 'drafts.sqlite'));
    database.prepare(`UPDATE draft SET id = ? WHERE id = 'torn'`).run(id);
    openDraftStore(join(root, 'drafts')).close();
    expect(database.prepare('SELECT id FROM draft').all()).toEqual([{ id: 'whole' }]);
    expect(['drafts/drafts.sqlite', 'drafts/whole', 'uploads', 'uploads/whole.csv'].filter(isGone)).toEqual([]);
    expect(isGone('uploads/torn.csv')).toBe(true);
  },
);

it.each(['..', '.', '', '../uploads', '..\\uploads', 'torn/../../uploads', 'torn\u0000'])(
  'has no folder for the id %j, and removes only the draft itself',
  (id) => {
    using store = openDraftStore(join(root, 'drafts'));
    store.save(draft(id, 'elsewhere.csv'));
    expect(() => store.folderOf(id)).toThrow('This draft is not here');
    store.remove(id);
    expect(['drafts/drafts.sqlite', 'drafts/torn', 'uploads/torn.csv'].filter(isGone)).toEqual([]);
    expect(store.readable(id)).toBeUndefined();
  },
);

it('sweeps no place that a lock leads to', () => {
  for (const name of ['...lock', '..lock', '.lock']) writeFileSync(join(root, 'drafts', name), '');
  openDraftStore(join(root, 'drafts')).close();
  expect(['drafts/drafts.sqlite', 'drafts/torn', 'uploads/torn.csv'].filter(isGone)).toEqual([]);
});

const isGone = (place: string) => !existsSync(join(root, place));

it('removes what a killed program left of a draft, and nothing of one that is being made', () => {
  const folder = join(root, 'drafts');
  const claim = claimFolder(join(folder, 'made'));
  for (const name of ['left', 'made']) {
    mkdirSync(join(folder, name));
    writeFileSync(join(folder, name, 'rows-1.sqlite'), 'Anna, +4530123456');
  }
  openDraftStore(folder).close();
  expect(['left', 'made', 'whole'].map((name) => existsSync(join(folder, name)))).toEqual([false, true, true]);
  claim[Symbol.dispose]();
  openDraftStore(folder).close();
  expect(existsSync(join(folder, 'made'))).toBe(false);
});

it('says that a folder stands where the file of the drafts belongs', () => {
  const folder = join(root, 'others');
  mkdirSync(join(folder, 'drafts.sqlite'), { recursive: true });
  expect(() => openDraftStore(folder)).toThrow(/folder named "drafts\.sqlite".*Move that folder/);
});

import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, it, vi } from 'vitest';
import { ask, berlin, checkFolder, opened, settings, wholePage } from '../check-fixture.ts';
import {
  carrySettingsOver,
  fileResultOf,
  hasLayer,
  layerPathOf,
  readDuplicateAnswersOf,
  readEditsOf,
  readLeftOutOf,
  readSettingsOf,
  readStepsOf,
  removeLayer,
  saveCampaignIn,
  setLayerAside,
} from '../layer-file.ts';

/* What is read of a draft's changes without the thread of the check, also where their file is damaged. */

const DAMAGED = { error: { code: 'file', reason: 'unreadable', message: /is damaged/ } };
const thrownBy = (work: () => unknown): unknown => {
  try {
    return work();
  } catch (error) {
    return error;
  }
};

async function changed(name: string) {
  const { engine, target } = await opened(name, berlin);
  await ask(engine, target, 'run', { settings: settings({ country: 'AT' }) });
  const edits = [
    { row: 2, column: 0, value: 'Bo' },
    { row: 2, column: 3, value: '' },
  ];
  await ask(engine, target, 'edit', { edits });
  const choice = { reasonId: 'duplicateEmail', keep: 'last' } as const;
  await ask(engine, target, 'leaveOut', { choice, isOut: true });
  await ask(engine, target, 'leaveOut', { choice: { rows: [4] }, isOut: true });
  await ask(engine, target, 'undo', {});
  return { target, engine, path: layerPathOf(target.stagedPath) };
}

it('reads the edits of a row, steps, rules, answers to duplicates and rows left out', async () => {
  const { path } = await changed('read');
  expect(readEditsOf(path, 2)).toEqual([
    { column: 0, value: 'Bo' },
    { column: 3, value: '' },
  ]);
  expect(readEditsOf(path, 1)).toEqual([]);
  expect(readStepsOf(path)).toBe(2);
  expect(readSettingsOf(path).country).toBe('AT');
  expect(readDuplicateAnswersOf(path)).toMatchObject([{ keep: 'last' }]);
  expect([readLeftOutOf(path, 1, 5), readLeftOutOf(path, 2, 5)]).toEqual([new Set([1]), new Set()]);
  expect([fileResultOf(path), hasLayer(path)]).toEqual([null, true]);
});

it('knows nothing where nothing was checked, and makes no file by looking', () => {
  const path = join(checkFolder, 'edits-none.sqlite');
  const known = [readEditsOf(path, 1), readStepsOf(path), readDuplicateAnswersOf(path), readLeftOutOf(path, 1, 9)];
  expect(known).toEqual([[], 0, [], new Set()]);
  expect([readSettingsOf(path), fileResultOf(path), hasLayer(path)]).toEqual([settings({}), null, false]);
  saveCampaignIn(path, 'SPRING');
  carrySettingsOver(path, join(checkFolder, 'edits-next.sqlite'));
  expect([existsSync(path), existsSync(join(checkFolder, 'edits-next.sqlite'))]).toEqual([false, false]);
});

it('says that changes are damaged where they are wanted, and takes the rest as if there were none', async () => {
  const { target, engine, path } = await changed('damaged');
  engine.close();
  const damaged = 'no table at all '.repeat(600);
  writeFileSync(path, damaged);
  for (const work of [() => readEditsOf(path, 1), () => readDuplicateAnswersOf(path), () => readLeftOutOf(path, 1, 2)])
    expect(thrownBy(work)).toMatchObject(DAMAGED);
  // One step: a new reading of the file would forget something.
  expect([readStepsOf(path), readSettingsOf(path), fileResultOf(path)]).toEqual([1, settings({}), null]);
  const closed: (string | null)[] = [];
  const { close } = DatabaseSync.prototype;
  const closing = vi.spyOn(DatabaseSync.prototype, 'close').mockImplementation(function closes(this: DatabaseSync) {
    closed.push(this.location());
    close.call(this);
  });
  await expect(ask(engine, target, 'run', { settings: undefined })).rejects.toMatchObject({ reason: 'unreadable' });
  closing.mockRestore();
  // The rows are not left open beside it.
  expect(closed).toContain(target.stagedPath);
  setLayerAside(target.stagedPath);
  expect(readFileSync(`${path}.damaged`, 'utf8')).toBe(damaged);
  expect(existsSync(path)).toBe(false);
  const again = await ask(engine, target, 'run', { settings: undefined });
  expect(again).toMatchObject({ rows: 5, editedRows: 0, undo: null });
  engine.close();
  removeLayer(target.stagedPath);
  expect(['', '-wal', '-shm'].map((ending) => existsSync(path + ending))).toEqual([false, false, false]);
  // Nothing is there to be set aside or removed.
  setLayerAside(target.stagedPath);
  removeLayer(target.stagedPath);
});

it('passes on what keeps a file from being read that is not damaged', async () => {
  const { engine, path } = await changed('locked');
  engine.close();
  {
    using other = new DatabaseSync(path);
    other.exec('DROP VIEW left_out; DROP TABLE edit; DROP TABLE setting; DROP TABLE step');
  }
  for (const work of [() => readStepsOf(path), () => readSettingsOf(path), () => fileResultOf(path)])
    expect(String(thrownBy(work))).toContain('no such table');
});

it('is asked in words when it is damaged while the draft is open', async () => {
  const { target, engine } = await changed('open');
  const path = layerPathOf(target.stagedPath);
  {
    using other = new DatabaseSync(path);
    other.exec(`UPDATE step_column SET before = 'no object'`);
  }
  await ask(engine, target, 'undo', {});
  await expect(ask(engine, target, 'undo', {})).rejects.toMatchObject({ reason: 'unreadable' });
  // The rows as they were read are safe.
  expect((await ask(engine, target, 'rows', { ...wholePage, filter: 'all' })).total).toBe(5);
});

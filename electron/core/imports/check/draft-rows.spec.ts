import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openDurable } from '../../storage/database.ts';
import { createCheckBench, type CheckBench } from './check-fixture.ts';
import { attachDraftRows } from './draft-rows.ts';
import { layerPathOf, openCheckLayer } from './layer-file.ts';

let bench: CheckBench;
let journal: DatabaseSync;
beforeAll(() => {
  bench = createCheckBench();
  journal = openDurable(join(bench.folder, 'journal.sqlite'));
});
afterAll(() => {
  journal.close();
  bench.close();
});

const people = [
  ['Anna', '1'],
  ['Bent', '2'],
  ['Cara', '3'],
];
/** Without `temp`, which SQLite keeps from the first view on. */
const attachedNow = () =>
  journal
    .prepare(`SELECT name FROM pragma_database_list WHERE name <> 'temp'`)
    .all()
    .map((row) => row['name']);

function sent(stagedPath: string) {
  using _rows = attachDraftRows(journal, stagedPath);
  return {
    cells: journal
      .prepare('SELECT n, line, cells FROM draft_cell ORDER BY n')
      .all()
      .map((row) => [row['n'], row['line'], (JSON.parse(String(row['cells'])) as string[]).slice(0, 2)]),
    leftOut: journal
      .prepare('SELECT n, left_out FROM draft_row ORDER BY n')
      .all()
      .map((row) => [row['n'], row['left_out']]),
  };
}

const asRead = {
  cells: [
    [1, 2, ['Anna', '1']],
    [2, 3, ['Bent', '2']],
    [3, 4, ['Cara', '3']],
  ],
  leftOut: [
    [1, null],
    [2, null],
    [3, null],
  ],
};

describe('the rows of a draft as they are sent', () => {
  it('are those of the file when nothing was changed', async () => {
    const { stagedPath } = await bench.stage('plain', people);
    expect(sent(stagedPath)).toEqual(asRead);
    expect(attachedNow()).toEqual(['main']);
  });

  it('have the edits of the layer, and say which rows were left out', async () => {
    const { stagedPath } = await bench.stage('edited', people);
    {
      using layer = openCheckLayer(layerPathOf(stagedPath));
      const reason = { id: 'noPhone', title: 'Phone is empty' };
      layer.change('One', [{ row: 2, column: 1, value: '22' }], [{ row: 3, decision: reason }]);
      layer.change('Two', [{ row: 2, column: 0, value: 'Bo' }], []);
    }
    const found = sent(stagedPath);
    expect(found.cells[1]).toEqual([2, 3, ['Bo', '22']]);
    expect(found.cells[2]).toEqual(asRead.cells[2]);
    expect(found.leftOut).toEqual([
      [1, null],
      [2, null],
      [3, 'Phone is empty'],
    ]);
    expect(attachedNow()).toEqual(['main']);
  });

  it('are those of the file when a program ended while it made the layer', async () => {
    const { stagedPath } = await bench.stage('cut', people);
    writeFileSync(layerPathOf(stagedPath), '');
    expect(sent(stagedPath)).toEqual(asRead);
  });

  it('leave nothing attached when the layer is damaged', async () => {
    const { stagedPath } = await bench.stage('damaged', people);
    writeFileSync(layerPathOf(stagedPath), 'no database'.repeat(1000));
    expect(() => attachDraftRows(journal, stagedPath)).toThrow(/not a database/);
    expect(attachedNow()).toEqual(['main']);
    expect(sent((await bench.stage('next', people)).stagedPath)).toEqual(asRead);
  });
});

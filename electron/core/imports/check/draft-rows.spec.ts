import { writeFileSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it } from 'vitest';
import { stage } from './check-fixture.ts';
import type { NewRow } from '../jobs/journal/records/new-rows.ts';
import { openDraftRows } from './draft-rows.ts';
import { layerPathOf, openCheckLayer } from './layer-file.ts';

const people = [
  ['Anna', '1'],
  ['Bent', '2'],
  ['Cara', '3'],
];
/** Two rows a page. */
function sent(stagedPath: string) {
  using rows = openDraftRows(stagedPath);
  const all: NewRow[] = [];
  for (let page = rows.after(0, 2); page.length > 0; page = rows.after(all.length, 2)) all.push(...page);
  expect(rows.total).toBe(all.length);
  return {
    cells: all.map(({ n, line, cells }) => [n, line, (JSON.parse(cells) as string[]).slice(0, 2)]),
    leftOut: all.map(({ n, leftOut, isAnswered }) => [n, isAnswered ? `${leftOut}, answered` : leftOut]),
    known: all.map(({ isAgreed, insisted }) => [isAgreed, insisted]),
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
  known: [
    [false, null],
    [false, null],
    [false, null],
  ],
};

describe('the rows of a draft as they are sent', () => {
  it('are those of the file when nothing was changed', async () => {
    const { stagedPath } = await stage('plain', people);
    expect(sent(stagedPath)).toEqual(asRead);
  });

  it('have the edits of the layer, and say which rows were left out', async () => {
    const { stagedPath } = await stage('edited', people);
    {
      using layer = openCheckLayer(layerPathOf(stagedPath));
      const reason = { id: 'noPhone', title: 'Phone is empty', keep: null };
      layer.change('One', [{ row: 2, column: 1, before: null, after: '22' }], [{ row: 3, decision: reason }]);
      layer.rows.setDefaults('answered', [{ row: 1, title: 'Created already' }]);
      layer.change('Two', [{ row: 2, column: 0, before: null, after: 'Bo' }], []);
    }
    const found = sent(stagedPath);
    expect(found.cells[1]).toEqual([2, 3, ['Bo', '22']]);
    expect(found.cells[2]).toEqual(asRead.cells[2]);
    expect(found.leftOut).toEqual([
      [1, 'Created already, answered'],
      [2, null],
      [3, 'Phone is empty'],
    ]);
  });

  it('say which of them a person sends knowing that they were sent before, or that colleagues sent them', async () => {
    const { stagedPath } = await stage('agreed', people);
    {
      using layer = openCheckLayer(layerPathOf(stagedPath));
      layer.rows.setDefault('sentBefore', 1, 'Sent before');
      layer.rows.setDefault('sentByTeam', 3, 'Sent by colleagues');
      const everyRow = [1, 2, 3].map((row) => ({ row, decision: 'send' as const }));
      layer.change('Sending', [{ row: 1, column: 0, before: null, after: 'Anne' }], everyRow);
    }
    const { cells, known } = sent(stagedPath);
    expect(cells[0]).toEqual([1, 2, ['Anne', '1']]);
    expect(known).toEqual([
      [true, null],
      [false, null],
      [false, 'taken'],
    ]);
  });

  it('are those of the file when a program ended while it made the layer', async () => {
    const { stagedPath } = await stage('cut', people);
    writeFileSync(layerPathOf(stagedPath), '');
    expect(sent(stagedPath)).toEqual(asRead);
  });

  it('keep a damaged row damaged, whatever was edited in it', async () => {
    const { stagedPath } = await stage('torn', people);
    {
      using layer = openCheckLayer(layerPathOf(stagedPath));
      layer.change('One', [{ row: 2, column: 0, before: null, after: 'Bo' }], []);
    }
    const staged = new DatabaseSync(stagedPath);
    staged.exec(`UPDATE rows SET cells = '["Be' WHERE n = 2`);
    staged.close();
    using rows = openDraftRows(stagedPath);
    expect(rows.after(1, 1)).toMatchObject([{ n: 2, cells: '["Be' }]);
  });

  it('are not read when the layer is damaged, or the file is not there', async () => {
    const { stagedPath } = await stage('damaged', people);
    writeFileSync(layerPathOf(stagedPath), 'no database'.repeat(1000));
    expect(() => openDraftRows(stagedPath)).toThrow(/not a database/);
    expect(() => openDraftRows(`${stagedPath}.gone`)).toThrow(/unable to open/);
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import type { CellAct, CellsChange } from '../../../../../shared/contract/check/check-acts.ts';
import { cellChanger } from '../../../../../shared/domain/check/cell-act.ts';
import { seededRandom } from '../../../api/simulation/virtual-clock.ts';
import type { CheckEngine } from '../check-engine.ts';
import { ask, newEngine, stage, endingHooks, wholePage } from '../check-fixture.ts';
import type { CheckTarget } from '../check-messages.ts';

/* Cells of all columns are found in the text of the staged rows: whatever stands there, those that the act changes. */

const COLUMNS = 7;
const ROWS = 520;
/** What stands in the cells: some of them make a row be read in another way. */
const PIECES = ['', 'a', 'b', 'ab', ' ', 'x"y', '\\', 'C:\\a', 'a"', '","', '\n', 'A', 'ø', '[', ']'] as const;

let table: string[][];
let target: CheckTarget;
let engine: CheckEngine;

beforeAll(async () => {
  const random = seededRandom(7);
  const cell = () => {
    const one = PIECES[Math.floor(random() * PIECES.length)] ?? '';
    return random() < 0.3 ? `${one}a` : one;
  };
  // Most rows are plain; a block without a backslash is searched in its own way.
  table = Array.from({ length: ROWS }, (_, row) =>
    Array.from({ length: COLUMNS }, (_cell, column) =>
      row < 250 ? (['', 'a', 'ba', 'A b', 'c'][(row * 3 + column * column) % 5] ?? '') : cell(),
    ),
  );
  target = await stage('searched', table);
  engine = newEngine();
  // As they were staged: the reader takes line ends into its own form.
  table = (await allRows()).map(({ cells }) => [...cells]);
  const edits = Array.from({ length: 120 }, (_, at) => ({
    row: 1 + ((at * 37) % ROWS),
    column: (at * 5) % COLUMNS,
    value: `${at % 3 === 0 ? 'a' : ''}${PIECES[at % PIECES.length] ?? ''}`,
  }));
  await ask(engine, target, 'edit', { edits });
  for (const { row, column, value } of edits) (table[row - 1] as string[])[column] = value;
});

async function allRows() {
  return (await ask(engine, target, 'rows', { ...wholePage, filter: 'all', limit: ROWS })).rows;
}

const replace = (find: string, to: string, place: 'anywhere' | 'whole' | 'start' | 'end', isExact = true): CellAct => ({
  kind: 'replace',
  ...{ find, to, place, isExact },
});

/** Row and column of each cell that the act changes, in any order. */
function expected(act: CellAct, isShown: (cells: readonly string[]) => boolean = () => true): string[] {
  const changer = cellChanger(act);
  return table.flatMap((cells, index) =>
    cells.flatMap((cell, column) => (isShown(cells) && changer(cell, '') !== cell ? [`${index + 1} ${column}`] : [])),
  );
}

describe('cells of all columns that an act changes', () => {
  it.each([
    replace('a', '1', 'anywhere'),
    replace('A', '1', 'anywhere', false),
    replace('a', '1', 'start'),
    replace('a', '1', 'end'),
    replace('a', '1', 'whole', false),
    replace('b', '', 'whole'),
    replace('ø', 'oe', 'anywhere'),
    replace('[', '(', 'anywhere'),
    replace(',', ';', 'anywhere'),
    replace('zz', '', 'anywhere'),
    { kind: 'split', at: 'a', keep: 'before' },
  ] as const satisfies CellAct[])('are all of them, each once: %j', async (act) => {
    const change: CellsChange = { act, column: null, reasonId: null, filter: 'all' };
    const wanted = expected(act);
    const preview = await ask(engine, target, 'previewCells', { change });
    expect([preview.cells, preview.rows]).toEqual([wanted.length, new Set(wanted.map((at) => at.split(' ')[0])).size]);
    const changer = cellChanger(act);
    for (const { line, column, before, after } of preview.examples) {
      expect(table[line - 2]?.[column]).toBe(before);
      expect(after).toBe(changer(before, ''));
    }
    const before = await allRows();
    await ask(engine, target, 'changeCells', { change });
    const now = await allRows();
    const changed = now.flatMap(({ row, cells }) =>
      cells.flatMap((cell, column) => (cell !== table[row - 1]?.[column] ? [`${row} ${column}`] : [])),
    );
    expect(changed).toEqual(wanted);
    expect(now.map(({ cells }) => cells)).toEqual(table.map((cells) => cells.map((cell) => changer(cell, ''))));
    if (wanted.length > 0) await ask(engine, target, 'undo', {});
    // With what the file has of each cell that was edited before.
    expect(await allRows()).toEqual(before);
  });

  it('are those of the rows that are shown, alone', async () => {
    const act = replace('a', '1', 'anywhere');
    const change: CellsChange = { act, column: null, reasonId: null, filter: 'all', look: { find: 'c', sort: null } };
    const shown = expected(act, (cells) => cells.some((cell) => cell.toLowerCase().includes('c')));
    expect(shown.length).toBeGreaterThan(20);
    expect((await ask(engine, target, 'previewCells', { change })).cells).toBe(shown.length);
    const repaired: CellsChange = { act, column: null, reasonId: null, filter: 'repaired' };
    const edited = new Set((await allRows()).flatMap((row) => (row.edited.length > 0 ? [row.cells] : [])));
    const count = [...edited].reduce((sum, cells) => sum + cells.filter((cell) => cell.includes('a')).length, 0);
    expect((await ask(engine, target, 'previewCells', { change: repaired })).cells).toBe(count);
  });

  it('are looked for no further when a person ends it', async () => {
    const change: CellsChange = { act: replace('b', '9', 'end'), column: null, reasonId: null, filter: 'all' };
    const ended = new Error('ended');
    await expect(
      engine.answer({ kind: 'previewCells', target, question: { change } }, endingHooks(ended)),
    ).rejects.toBe(ended);
  });
});

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CellChange, LeftOutChange } from './check-layer.ts';
import { layerPathOf, openCheckLayer, readEditsOf, readSettingsOf, readStepsOf } from './layer-file.ts';

let folder = '';
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'check-layer-'))));
afterAll(() => rmSync(folder, { recursive: true }));

describe('the layer', () => {
  it('stands beside the staging file under its name', () => {
    expect(layerPathOf(join('drafts', 'rows-1', 'rows-2.sqlite'))).toBe(join('drafts', 'rows-1', 'edits-2.sqlite'));
  });
});

describe('a look from outside', () => {
  it('does not wait for what is being written, and sees the state before it', () => {
    const path = join(folder, 'edits-look.sqlite');
    const layer = openCheckLayer(path);
    layer.saveSettings({ country: 'DE', duplicateKey: null, fields: [] });
    layer.change('One', [{ row: 1, column: 0, value: 'Anna' }], []);
    const writer = new DatabaseSync(path);
    writer.exec(`BEGIN IMMEDIATE; UPDATE edit SET value = 'Bent'`);
    // With a lock asked for, each of these would fail after five seconds.
    expect(readSettingsOf(path).country).toBe('DE');
    expect(readEditsOf(path, 1)).toEqual([{ column: 0, value: 'Anna' }]);
    expect(readStepsOf(path)).toBe(1);
    writer.exec('COMMIT');
    writer.close();
    expect(readEditsOf(path, 1)).toEqual([{ column: 0, value: 'Bent' }]);
    layer.close();
  });

  it('takes settings that cannot be read for damage of the layer', () => {
    const path = join(folder, 'edits-damaged.sqlite');
    const layer = openCheckLayer(path);
    layer.saveSettings({ country: 'DE', duplicateKey: null, fields: [] });
    const writer = new DatabaseSync(path);
    writer.exec(`UPDATE setting SET json = '{"country":"D'`);
    writer.close();
    expect(() => layer.settings()).toThrow(/damaged/);
    expect(readSettingsOf(path).country).toBeNull();
    layer.close();
  });

  it('finds nothing where none was made, and in one whose making was cut short', () => {
    const path = join(folder, 'edits-none.sqlite');
    const looks = () => [readSettingsOf(path).country, readEditsOf(path, 1), readStepsOf(path)];
    expect(looks()).toEqual([null, [], 0]);
    writeFileSync(path, '');
    expect(looks()).toEqual([null, [], 0]);
  });
});

interface Step {
  readonly title: string;
  readonly cells: readonly CellChange[];
  readonly rows: readonly LeftOutChange[];
}

const ROWS = 400;

/**
 * The `turn`th thing that is done to the layer; null: the last step is taken back. It is sent to the child as text, so
 * it may use nothing but its arguments.
 */
function stepOf(turn: number, rows: number): Step | null {
  const row = 1 + ((turn * 37) % rows);
  const title = `Turn ${turn}`;
  const reason = { id: `reason ${turn % 3}`, title };
  const every = Array.from({ length: rows }, (_, index) => index + 1);
  // Everything is taken back now and then, sometimes twice in a row.
  const kinds = ['edit', 'undo', 'edit', 'repair', 'out', 'undo', 'back', 'repair', 'undo', 'undo'] as const;
  switch (kinds[turn % kinds.length]) {
    case 'edit':
      return { title, cells: [{ row, column: turn % 4, value: `edit ${turn}` }], rows: [] };
    case 'repair':
      return { title, cells: every.map((n) => ({ row: n, column: 1, value: `repair ${turn}` })), rows: [] };
    case 'out':
      return { title, cells: [], rows: every.filter((n) => n % 2 === turn % 2).map((n) => ({ row: n, reason })) };
    case 'back':
      return {
        title,
        cells: [{ row, column: 1, value: null }],
        rows: every.filter((n) => n % 3 === 0).map((n) => ({ row: n, reason: null })),
      };
    default:
      return null;
  }
}

/** What must be in the layer after so many turns, worked out without any file. */
function stateAfter(turns: number) {
  const cells = new Map<string, string>();
  const out = new Map<number, string>();
  const taken: { readonly title: string; readonly takeBack: () => void }[] = [];
  for (let turn = 0; turn < turns; turn += 1) {
    const step = stepOf(turn, ROWS);
    if (step === null) {
      taken.pop()?.takeBack();
      continue;
    }
    const [cellsBefore, outBefore] = [new Map(cells), new Map(out)];
    taken.push({
      title: step.title,
      takeBack() {
        cells.clear();
        out.clear();
        for (const [key, value] of cellsBefore) cells.set(key, value);
        for (const [row, reason] of outBefore) out.set(row, reason);
      },
    });
    for (const { row, column, value } of step.cells)
      if (value === null) cells.delete(`${row} ${column}`);
      else cells.set(`${row} ${column}`, value);
    for (const { row, reason } of step.rows)
      if (reason === null) out.delete(row);
      else out.set(row, reason.id);
  }
  return {
    cells: [...cells].map(([key, value]) => `${key} ${value}`).sort(),
    out: [...out].map(([row, reason]) => `${row} ${reason}`).sort(),
    steps: taken.length,
    last: taken.at(-1)?.title ?? null,
  };
}

function stateIn(path: string): ReturnType<typeof stateAfter> {
  const layer = openCheckLayer(path);
  try {
    const cells = [...layer.allEdits()].flatMap(({ row, edits }) =>
      edits.map(({ column, value }) => `${row} ${column} ${value}`),
    );
    const reasons = new Set(layer.leftOutBy().map(({ reasonId }) => reasonId ?? ''));
    const out = [...reasons].flatMap((reason) => layer.rowsLeftOut(reason).map((row) => `${row} ${reason}`));
    return { cells: cells.sort(), out: out.sort(), steps: layer.steps(), last: layer.lastStep()?.title ?? null };
  } finally {
    layer.close();
  }
}

/** Changes the layer turn by turn, and says the number of each turn when its call has come back. */
function programFrom(path: string, turn: number): string {
  const module = new URL('./layer-file.ts', import.meta.url).href;
  return `import { writeSync } from 'node:fs';
    import { openCheckLayer } from ${JSON.stringify(module)};
    const stepOf = ${stepOf.toString()};
    const layer = openCheckLayer(${JSON.stringify(path)});
    writeSync(1, 'open\\n');
    for (let turn = ${turn}; ; turn += 1) {
      const step = stepOf(turn, ${ROWS});
      if (step === null) layer.undo();
      else layer.change(step.title, step.cells, step.rows);
      writeSync(1, turn + '\\n');
    }`;
}

const ROUNDS = 10;
/** Counted in turns, not in time: on a busy computer a life of so many milliseconds may end before the first of them. */
const MOST_TURNS = 12;
/** Then a part of a turn, in milliseconds: a step of 400 cells takes some of them. */
const LONGEST_WAIT = 12;

describe('a program that is killed while it changes the layer', () => {
  it('leaves every change it had answered, and the one under way wholly or not at all', async () => {
    const path = join(folder, 'edits-killed.sqlite');
    let done = 0;
    let least = 0;
    for (let round = 0; round < ROUNDS; round += 1) {
      const child = spawn(process.execPath, ['--input-type=module', '-e', programFrom(path, done)], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      let said = '';
      const answered = () => said.split('\n').filter((line) => /^\d+$/.test(line)).length;
      const ended = once(child, 'close');
      const turns = Math.floor(Math.random() * MOST_TURNS);
      await new Promise<void>((resolve) => {
        child.stdout.on('data', (chunk: Buffer) => {
          said += chunk.toString();
          if (said.startsWith('open') && answered() >= turns) resolve();
        });
        child.on('exit', () => resolve());
      });
      await delay(Math.random() * LONGEST_WAIT);
      child.kill('SIGKILL');
      await ended;
      const found = stateIn(path);
      const [sure, perhaps] = [stateAfter(done + answered()), stateAfter(done + answered() + 1)];
      const isWhole = JSON.stringify(found) === JSON.stringify(perhaps);
      expect(isWhole ? perhaps : sure, `round ${round}, ${answered()} answered`).toEqual(found);
      expect(child.signalCode).toBe('SIGKILL');
      done += answered() + (isWhole ? 1 : 0);
      least += turns;
    }
    // A child that did nothing would prove nothing.
    expect(done).toBeGreaterThanOrEqual(least);
    expect(done).toBeGreaterThan(0);
  });
});

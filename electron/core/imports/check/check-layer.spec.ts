import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as delay } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { specFolder } from '../../foundation/folder-fixture.ts';
import type { CellChange } from './check-history.ts';
import type { RowChange } from './check-layer.ts';
import { migrate, openDurable } from '../../storage/database.ts';
import {
  carrySettingsOver,
  layerPathOf,
  openCheckLayer,
  readEditsOf,
  readLeftOutOf,
  readSettingsOf,
  readStepsOf,
  saveCampaignIn,
  saveSettingsIn,
} from './layer-file.ts';
import { LAYER_SCHEMA } from './layer-schema.ts';

let folder = '';
beforeAll(() => void (folder = specFolder('check-layer')));

describe('the layer', () => {
  it('stands beside the staging file under its name', () => {
    expect(layerPathOf(join('drafts', 'rows-1', 'rows-2.sqlite'))).toBe(join('drafts', 'rows-1', 'edits-2.sqlite'));
  });
});

describe('a look from outside', () => {
  it('does not wait for what is being written, and sees the state before it', () => {
    const path = join(folder, 'edits-look.sqlite');
    using layer = openCheckLayer(path);
    layer.saveSettings({ country: 'DE', duplicateKey: null, fields: [] });
    layer.change('One', [{ row: 1, column: 0, before: null, after: 'Anna' }], []);
    const writer = new DatabaseSync(path);
    writer.exec(`BEGIN IMMEDIATE; UPDATE edit SET value = 'Bent'`);
    // With a lock asked for, each of these would fail after five seconds.
    expect(readSettingsOf(path).country).toBe('DE');
    expect(readEditsOf(path, 1)).toEqual([{ column: 0, value: 'Anna' }]);
    expect(readStepsOf(path)).toBe(1);
    writer.exec('COMMIT');
    writer.close();
    expect(readEditsOf(path, 1)).toEqual([{ column: 0, value: 'Bent' }]);
  });

  it('takes settings that cannot be read for damage of the layer', () => {
    const path = join(folder, 'edits-damaged.sqlite');
    using layer = openCheckLayer(path);
    layer.saveSettings({ country: 'DE', duplicateKey: null, fields: [] });
    const writer = new DatabaseSync(path);
    writer.exec(`UPDATE setting SET json = '{"country":"D'`);
    writer.close();
    expect(() => layer.settings()).toThrow(/damaged/);
    expect(readSettingsOf(path).country).toBeNull();
  });

  it('finds nothing where none was made, and in one whose making was cut short', () => {
    const path = join(folder, 'edits-none.sqlite');
    const looks = () => [readSettingsOf(path).country, readEditsOf(path, 1), readStepsOf(path)];
    expect(looks()).toEqual([null, [], 0]);
    writeFileSync(path, '');
    expect(looks()).toEqual([null, [], 0]);
  });
});

describe('a change from outside', () => {
  const pathOf = (name: string) => join(folder, `edits-${name}.sqlite`);

  it('keeps settings, also for another reading of the file, and leaves no file open', () => {
    const [path, other] = [pathOf('from'), pathOf('to')];
    carrySettingsOver(path, other);
    expect(existsSync(other)).toBe(false);
    saveSettingsIn(path, { country: 'DE', duplicateKey: null, fields: [] });
    expect(existsSync(`${path}-wal`)).toBe(false);
    carrySettingsOver(path, other);
    expect(readSettingsOf(other).country).toBe('DE');
  });

  it('says for which campaign the rows are where something was checked', () => {
    const path = pathOf('campaign');
    saveCampaignIn(path, 'SPRING');
    expect(existsSync(path)).toBe(false);
    using layer = openCheckLayer(path);
    saveCampaignIn(path, 'SPRING');
    expect(layer.rows.campaignCode).toBe('SPRING');
  });
});

describe('a layer of an earlier version', () => {
  it('keeps the steps of a person, cell by cell until then', () => {
    const path = join(folder, 'edits-steps.sqlite');
    const earlier = openDurable(path);
    migrate(earlier, 'check', LAYER_SCHEMA.slice(0, 4));
    earlier.exec(`INSERT INTO edit (n, col, value) VALUES (1, 0, 'two'), (2, 0, 'new');
      INSERT INTO step (id, title, rows) VALUES (1, 'One', 1), (2, 'Two', 2);
      INSERT INTO step_cell (step, n, col, before, after)
        VALUES (1, 1, 0, NULL, 'one'), (2, 1, 0, 'one', 'two'), (2, 2, 0, NULL, 'new');
      UPDATE history SET at = 2`);
    earlier.close();
    using layer = openCheckLayer(path);
    const states = [1, 0, 2].map((step) => {
      layer.goTo(step);
      return [...layer.allEdits()].map(({ row, edits }) => [row, edits[0]?.value]);
    });
    expect(states).toEqual([
      [[1, 'one']],
      [],
      [
        [1, 'two'],
        [2, 'new'],
      ],
    ]);
  });

  it('keeps cells and rows as they are; what a comparison left out is no decision of a person, and what was sent is one', () => {
    const path = join(folder, 'edits-earlier.sqlite');
    const earlier = openDurable(path);
    migrate(earlier, 'check', LAYER_SCHEMA.slice(0, 2));
    earlier.exec(`INSERT INTO edit (n, col, value) VALUES (1, 0, 'Anna');
      INSERT INTO left_out (n, reason, title) VALUES (2, 'answered', 'created in the job'), (3, 'noPhone', 'Phone is empty'),
        (4, 'inCampaign', 'In SPRING already'), (5, '', 'Chosen rows');
      INSERT INTO there (n, shares, origin, source, is_guess, new_phone, leads, found_field, found_value, lead)
        SELECT value, 'phone', 'elsewhere', '', 0, 0, 1, '', '', '{}' FROM json_each('[4, 6]');
      INSERT INTO setting (name, json) VALUES ('compared', '{"campaignCode":"SPRING"}');
      INSERT INTO step (title) VALUES ('Edit in line 2')`);
    earlier.close();
    expect(readEditsOf(path, 1)).toEqual([{ column: 0, value: 'Anna' }]);
    expect([...readLeftOutOf(path, 1, 9)].sort((one, other) => one - other)).toEqual([2, 3, 4, 5]);
    expect(readStepsOf(path)).toBe(0);
    using layer = openCheckLayer(path);
    expect(layer.rows.rowsOutWithout('inCampaign')).toEqual([2, 3, 5]);
    expect(layer.rows.rowsSentInSpiteOf('inCampaign')).toEqual([6]);
    expect(layer.history.last()).toBeNull();
    // For another campaign the comparison says nothing.
    layer.rows.campaignCode = 'AUTUMN';
    expect(layer.rows.rowsLeftOut()).toEqual([2, 3, 5]);
  });
});

describe('what is left out by default', () => {
  it('is kept as a bit for each reason, the same in every version', () => {
    const path = join(folder, 'edits-ranks.sqlite');
    using layer = openCheckLayer(path);
    for (const reason of ['answered', 'inCampaign', 'sentBefore', 'inQueue', 'sentByTeam'] as const)
      layer.rows.setDefault(reason, 1, 'One');
    const database = new DatabaseSync(path);
    const kept = database.prepare('SELECT rank FROM default_out ORDER BY rank').all();
    database.close();
    expect(kept.map(({ rank }) => rank)).toEqual([1, 2, 4, 8, 16]);
  });

  it('holds for the campaign that it was found for, and what was answered for every one', () => {
    using layer = openCheckLayer(join(folder, 'edits-campaigns.sqlite'));
    const { rows } = layer;
    rows.campaignCode = 'SPRING';
    rows.setDefaults('answered', [{ row: 1, title: 'Answered' }]);
    rows.setDefaults('sentBefore', [{ row: 2, title: 'Sent before' }]);
    rows.setDefault('inQueue', 3, 'In an earlier file');
    const known = () => [
      rows.rowsLeftOut(),
      rows.defaultsOf('sentBefore'),
      [1, 2, 3].map((row) => rows.isOutByDefault(row)),
    ];
    const inSpring = [[1, 2, 3], [2], [true, true, true]];
    expect(known()).toEqual(inSpring);
    rows.campaignCode = 'AUTUMN';
    expect(known()).toEqual([[1], [], [true, false, false]]);
    rows.campaignCode = 'SPRING';
    expect(known()).toEqual(inSpring);
    // Two ways to write one code.
    rows.campaignCode = 'Spring';
    expect(known()).toEqual(inSpring);
    expect([rows.rowsLeftOut('inQueue'), rows.rowsOutWithout('sentBefore', 'answered')]).toEqual([[3], [3]]);
  });

  it('stays out until a person sends it, and again for every reason that nobody knew then', () => {
    using layer = openCheckLayer(join(folder, 'edits-defaults.sqlite'));
    const { rows } = layer;
    const out = () => [1, 2, 3].map((row) => rows.leftOutFor(row));
    rows.campaignCode = 'SPRING';
    rows.setDefaults(
      'sentBefore',
      [1, 2].map((row) => ({ row, title: 'Sent before' })),
    );
    expect(out()).toEqual(['sentBefore', 'sentBefore', null]);
    layer.change('Sending 1 row', [], [{ row: 1, decision: 'send' }]);
    expect(out()).toEqual([null, 'sentBefore', null]);
    rows.setDefaults(
      'inCampaign',
      [1, 2, 3].map((row) => ({ row, title: 'In SPRING already' })),
    );
    expect(out()).toEqual(['inCampaign', 'inCampaign', 'inCampaign']);
    expect(rows.leftOutBy()).toEqual([{ reasonId: 'inCampaign', title: 'In SPRING already', rows: 3 }]);
    layer.change(
      'Sending 2 rows',
      [],
      [1, 2].map((row) => ({ row, decision: 'send' as const })),
    );
    expect(out()).toEqual([null, null, 'inCampaign']);
    rows.setDefaults('inCampaign', []);
    rows.setDefault('sentBefore', 3, 'Sent before');
    expect(out()).toEqual([null, null, 'sentBefore']);
    layer.goTo(0);
    expect(out()).toEqual(['sentBefore', 'sentBefore', 'sentBefore']);
    layer.change('Leaving out 1 row', [], [{ row: 2, decision: { id: '', title: 'Chosen rows', keep: null } }]);
    expect(out()).toEqual(['sentBefore', '', 'sentBefore']);
    // Another change forgets the undone ones.
    expect([layer.history.last()?.title, layer.history.next()]).toEqual(['Leaving out 1 row', null]);
  });
});

interface Step {
  readonly title: string;
  readonly cells: readonly Omit<CellChange, 'before'>[];
  readonly rows: readonly RowChange[];
}

const ROWS = 400;

/**
 * The `turn`th thing that is done to the layer; null: the last step is taken back. It is sent to the child as text, so
 * it may use nothing but its arguments.
 */
function stepOf(turn: number, rows: number): Step | null {
  const row = 1 + ((turn * 37) % rows);
  const title = `Turn ${turn}`;
  const reason = { id: `reason ${turn % 3}`, title, keep: null };
  const every = Array.from({ length: rows }, (_, index) => index + 1);
  // Everything is taken back now and then, sometimes twice in a row.
  const kinds = ['edit', 'undo', 'edit', 'repair', 'out', 'undo', 'back', 'repair', 'undo', 'undo'] as const;
  switch (kinds[turn % kinds.length]) {
    case 'edit':
      return { title, cells: [{ row, column: turn % 4, after: `edit ${turn}` }], rows: [] };
    case 'repair':
      return { title, cells: every.map((n) => ({ row: n, column: 1, after: `repair ${turn}` })), rows: [] };
    case 'out':
      return {
        title,
        cells: [],
        rows: every.filter((n) => n % 2 === turn % 2).map((n) => ({ row: n, decision: reason })),
      };
    case 'back':
      return {
        title,
        cells: [{ row, column: 1, after: null }],
        rows: every.filter((n) => n % 3 === 0).map((n) => ({ row: n, decision: null })),
      };
    default:
      return null;
  }
}

/** What must be in the layer after this number of turns, worked out without any file. */
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
    for (const { row, column, after } of step.cells)
      if (after === null) cells.delete(`${row} ${column}`);
      else cells.set(`${row} ${column}`, after);
    for (const { row, decision } of step.rows)
      if (decision === null || decision === 'send') out.delete(row);
      else out.set(row, decision.id);
  }
  return {
    cells: [...cells].map(([key, value]) => `${key} ${value}`).sort(),
    out: [...out].map(([row, reason]) => `${row} ${reason}`).sort(),
    steps: taken.length,
    last: taken.at(-1)?.title ?? null,
  };
}

function stateIn(path: string): ReturnType<typeof stateAfter> {
  using layer = openCheckLayer(path);
  const cells = [...layer.allEdits()].flatMap(({ row, edits }) =>
    edits.map(({ column, value }) => `${row} ${column} ${value}`),
  );
  const reasons = new Set(layer.rows.leftOutBy().map(({ reasonId }) => reasonId ?? ''));
  const out = [...reasons].flatMap((reason) => layer.rows.rowsLeftOut(reason).map((row) => `${row} ${reason}`));
  const last = layer.history.last();
  return { cells: cells.sort(), out: out.sort(), steps: last?.steps ?? 0, last: last?.title ?? null };
}

/** Changes the layer turn by turn, and says the number of each turn when its call has come back. */
function programFrom(path: string, turn: number): string {
  const module = new URL('./layer-file.ts', import.meta.url).href;
  return `import { writeSync } from 'node:fs';
    import { openCheckLayer } from ${JSON.stringify(module)};
    const stepOf = ${stepOf.toString()};
    const layer = openCheckLayer(${JSON.stringify(path)});
    const withValueBefore = (cell) => {
      const edit = layer.editsOf(cell.row).find(({ column }) => column === cell.column);
      return { ...cell, before: edit?.value ?? null };
    };
    writeSync(1, 'open\\n');
    for (let turn = ${turn}; ; turn += 1) {
      const step = stepOf(turn, ${ROWS});
      if (step === null) layer.goTo(layer.history.before());
      else layer.change(step.title, step.cells.map(withValueBefore), step.rows);
      writeSync(1, turn + '\\n');
    }`;
}

const ROUNDS = 10;
/** Counted in turns, not in time: on a busy computer a life of some milliseconds may end before the first of them. */
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

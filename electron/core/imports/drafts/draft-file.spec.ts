import { mkdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { benches } from '../import-fixture.ts';

vi.setConfig({ testTimeout: 60_000 });

const bench = benches();

const FILE = 'List of people\n\nName;Phone\n"Anna\nBerg";1\nBent;2\nCleo;3\n';

describe("a draft's file", () => {
  it('is shown as its own lines, in the encoding that was chosen, page by page', async () => {
    const { desk, core } = await bench.started();
    const path = desk.file('people.csv', Buffer.from(FILE.replace('Berg', 'Bj\u00e6rg'), 'latin1'));
    const draft = await core.openFile(path, { encoding: 'macintosh' });
    const first = await core.call('import:text', { draftId: draft.id, limit: 5 });
    expect(first.lines.map(({ line, row, text }) => [line, row, text])).toEqual([
      [1, 1, 'List of people'],
      [2, 2, ''],
      [3, 3, 'Name;Phone'],
      [4, 4, '"Anna'],
      [5, 4, 'BjÊrg";1'],
    ]);
    const second = await core.call('import:text', { draftId: draft.id, limit: 5, from: first.next ?? undefined });
    expect(second.lines.map(({ line, row, text }) => [line, row, text])).toEqual([
      [6, 5, 'Bent;2'],
      [7, 6, 'Cleo;3'],
    ]);
    expect(second.next).toBeNull();
  });

  it('says which of its rows stands at a line, or the next one below', async () => {
    const { desk, core } = await bench.started();
    const draft = await core.openFile(desk.file('people.csv', FILE));
    const rowAt = async (line: number) => (await core.call('import:rowAt', { draftId: draft.id, line })).row;
    expect([await rowAt(1), await rowAt(4), await rowAt(5), await rowAt(6), await rowAt(7)]).toEqual([
      1,
      1,
      2,
      3,
      null,
    ]);
  });

  it('tells how much of the check a new reading would forget', async () => {
    const { desk, core } = await bench.started();
    const { id: draftId } = await core.openFile(desk.file('people.csv', FILE));
    const corrections = async () => (await core.call('import:source', { draftId })).corrections;
    expect(await corrections()).toBe(0);
    await core.call('check:run', { draftId });
    await core.call('check:edit', { draftId, edits: [{ row: 1, column: 0, value: 'Anna' }] });
    await core.call('check:leaveOut', { draftId, choice: { rows: [2] }, isOut: true });
    expect(await corrections()).toBe(2);
    await core.call('check:undo', { draftId });
    expect(await corrections()).toBe(1);
    await core.call('import:reread', { draftId, choices: { delimiter: ';' } });
    expect(await corrections()).toBe(0);
  });

  it('is known to have changed or gone, and its rows are kept all the same', async () => {
    const { desk, core } = await bench.started();
    const path = desk.file('people.csv', FILE);
    const draft = await core.openFile(path);
    const state = async () => (await core.call('import:source', { draftId: draft.id })).state;
    const text = () => core.call('import:text', { draftId: draft.id, limit: 5 });
    expect(await state()).toBe('same');
    writeFileSync(path, FILE.replace('Bent', 'Ben'));
    expect(await state()).toBe('changed');
    await expect(text()).rejects.toThrow(/changed after it was read/);
    writeFileSync(path, FILE);
    utimesSync(path, new Date(), new Date(draft.fileModifiedAt + 5_000));
    expect(await state()).toBe('changed');
    rmSync(path);
    expect(await state()).toBe('gone');
    await expect(text()).rejects.toThrow(/moved or deleted/);
    const { rows } = await core.call('import:rows', { draftId: draft.id, offset: 0, limit: 10 });
    expect(rows).toHaveLength(3);
    await expect(core.call('import:reread', { draftId: draft.id, choices: { delimiter: ',' } })).rejects.toThrow(
      /There is no file "people.csv"/,
    );
    expect(await core.call('import:draft', { draftId: draft.id })).toMatchObject({ rows: 3, choices: {} });
  });

  it('was only a copy where a browser handed it over', async () => {
    const { desk, core } = await bench.started();
    const uploads = join(dirname(desk.file('people.csv', FILE)), 'data', 'uploads');
    mkdirSync(uploads, { recursive: true });
    const path = join(uploads, 'people.csv');
    writeFileSync(path, FILE);
    const draft = await core.openFile(path);
    rmSync(path);
    expect(await core.call('import:source', { draftId: draft.id })).toMatchObject({ state: 'copyGone' });
  });

  it('shows its first rows with other choices, and keeps nothing of them', async () => {
    const { desk, core } = await bench.started();
    const draft = await core.openFile(desk.file('people.csv', FILE));
    const preview = await core.call('import:preview', { draftId: draft.id, choices: { firstDataLine: 5 } });
    expect(preview.columns.map((column) => column.label)).toEqual(['Name', 'Phone']);
    expect(preview.rows.map((row) => row.cells[0])).toEqual(['Bent', 'Cleo']);
    await expect(core.call('import:preview', { draftId: draft.id, choices: { headerLine: 2 } })).rejects.toThrow(
      /Line 2 has no content/,
    );
    expect(await core.call('import:draft', { draftId: draft.id })).toMatchObject({ rows: 3, choices: {} });
  });

  it('shows its first rows for the last choices only, and gives up the others', async () => {
    const { desk, core } = await bench.started();
    const { id: draftId } = await core.openFile(desk.file('people.csv', FILE));
    const preview = (firstDataLine: number, callId?: string) =>
      core.call('import:preview', { draftId, choices: { firstDataLine }, ...(callId === undefined ? {} : { callId }) });
    const early = [4, 5, 6].map((line) => preview(line).catch((error: { error: unknown }) => error.error));
    const last = await preview(5);
    expect(last.rows.map((row) => row.cells[0])).toEqual(['Bent', 'Cleo']);
    for (const error of await Promise.all(early)) expect(error).toMatchObject({ code: 'cancelled' });
    const cancelled = preview(4, 'head').catch((error: { error: unknown }) => error.error);
    await core.call('call:cancel', { callId: 'head' });
    expect(await cancelled).toMatchObject({ code: 'cancelled' });
  });

  it('is looked up beside the core, which goes on meanwhile', async () => {
    const { desk, core } = await bench.started();
    const path = desk.file('people.csv', `Name;Phone\n${'Anna;1\n'.repeat(2)}`);
    const { id: draftId } = await core.openFile(path);
    const order: string[] = [];
    const text = core.call('import:text', { draftId, limit: 5 }).then(() => order.push('text'));
    await core.call('import:source', { draftId });
    order.push('other');
    await text;
    expect(order).toEqual(['other', 'text']);
  });

  it('says what a person chose for it', async () => {
    const { desk, core } = await bench.started();
    const draft = await core.openFile(desk.file('people.csv', FILE));
    expect(draft.choices).toEqual({});
    const choices = { delimiter: ';', lastDataLine: 5, keepSpaces: false };
    expect((await core.call('import:reread', { draftId: draft.id, choices })).choices).toEqual(choices);
  });
});

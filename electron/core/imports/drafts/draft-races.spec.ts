import { appendFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  type Bench,
  column,
  type CoreUnderTest,
  createBench,
  isOver,
  people,
  prepare,
  sentPhones,
} from '../import-fixture.ts';

// Large files are read while something else is asked, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000 });

const ROWS = 20_000;
let desk: Bench;
let core: CoreUnderTest;
beforeEach(async () => {
  desk = await createBench();
  core = await desk.start();
});
afterEach(() => desk.close());

const settled = (call: Promise<unknown>) =>
  call.then(
    () => 'answered',
    (error: Error) => error.message,
  );

const drafts = async () => (await core.call('import:drafts', {})).drafts;

const stagingFiles = (draftId: string) =>
  readdirSync(join(desk.folder, 'data', 'drafts', draftId)).filter((name) => /^rows-.*sqlite$/.test(name));

/** Asked and not waited for: what is called next finds the file being read. */
function reading(draftId: string, encoding: string) {
  const answer = core.call('import:reread', { draftId, choices: { encoding } });
  return { answer, outcome: settled(answer) };
}

describe('while a file is read in another way', () => {
  it('a campaign and a mapping that are chosen stay', async () => {
    const draft = await prepare(core, desk, ROWS);
    const { answer } = reading(draft.id, 'windows-1252');
    await core.call('import:saveDraft', {
      draftId: draft.id,
      plan: { ...draft.plan, campaignCode: 'B' },
      mapping: draft.mapping.slice(1),
    });
    expect((await answer).plan.campaignCode).toBe('B');
    const now = await core.call('import:draft', { draftId: draft.id });
    expect([now.plan.campaignCode, now.mapping.length, now.choices.encoding]).toEqual(['B', 1, 'windows-1252']);
    expect(now.readingId).not.toBe(draft.readingId);
  });

  it('a draft that is deleted stays deleted', async () => {
    const draft = await prepare(core, desk, ROWS);
    const { outcome } = reading(draft.id, 'windows-1252');
    await core.call('import:deleteDraft', { draftId: draft.id });
    expect(await outcome).not.toBe('answered');
    expect(await drafts()).toEqual([]);
    expect(readdirSync(join(desk.folder, 'data', 'drafts')).filter((name) => name === draft.id)).toEqual([]);
  });

  it('nothing is started, and afterwards the new reading is', async () => {
    const draft = await prepare(core, desk, ROWS);
    const { outcome } = reading(draft.id, 'windows-1252');
    expect(await settled(core.call('import:start', { draftId: draft.id }))).toMatch(/being read again/);
    expect(await outcome).toBe('answered');
    const job = await core.call('import:start', { draftId: draft.id });
    await core.call('job:stop', { jobId: job.id });
    expect(await drafts()).toEqual([]);
    expect(core.bugs).toEqual([]);
  });

  it('what a person corrects meanwhile is not dropped: the draft stays as it was', async () => {
    const draft = await prepare(core, desk, ROWS);
    const edit = (value: string) =>
      core.call('check:edit', { draftId: draft.id, edits: [{ row: 1, column: 0, value }] });
    await edit('Anna');
    const { outcome } = reading(draft.id, 'windows-1252');
    await edit('Berta');
    expect(await outcome).toMatch(/^Rows were changed under Check while the file was read again\./);
    const sent = await core.call('import:sentRow', { draftId: draft.id, row: 1 });
    expect(sent.fields.map(({ value }) => value)).toContain('Berta');
    expect(stagingFiles(draft.id)).toHaveLength(1);
    // Whoever reads it now was asked about these changes.
    await core.call('import:reread', { draftId: draft.id, choices: { encoding: 'windows-1252' } });
    expect(stagingFiles(draft.id)).toHaveLength(1);
  });

  it('nor is what a person corrects in place of a step that they undo', async () => {
    const draft = await prepare(core, desk, ROWS);
    const edit = (value: string) =>
      core.call('check:edit', { draftId: draft.id, edits: [{ row: 1, column: 0, value }] });
    await edit('Anna');
    const { outcome } = reading(draft.id, 'windows-1252');
    await core.call('check:undo', { draftId: draft.id });
    await edit('Berta');
    expect(await outcome).toMatch(/^Rows were changed under Check while the file was read again\./);
    const sent = await core.call('import:sentRow', { draftId: draft.id, row: 1 });
    expect(sent.fields.map(({ value }) => value)).toContain('Berta');
  });

  it('a change of rows that were shown before it is refused afterwards', async () => {
    const { id: draftId, readingId } = await prepare(core, desk, 3);
    const { readingId: now } = await core.call('import:reread', { draftId, choices: { firstDataLine: 3 } });
    const edits = [{ row: 1, column: 0, value: 'Anna' }];
    const refused = /^The file was read in another way since these rows were shown\. Nothing was changed\./;
    expect(await settled(core.call('check:edit', { draftId, readingId, edits }))).toMatch(refused);
    const choice = { rows: [1] };
    expect(await settled(core.call('check:leaveOut', { draftId, readingId, choice, isOut: true }))).toMatch(refused);
    expect((await core.call('import:source', { draftId })).corrections).toBe(0);
    expect((await core.call('check:edit', { draftId, readingId: now, edits })).editedCells).toBe(1);
  });

  it('a second way waits for the first; the country stays and one staging file is left', async () => {
    const draft = await prepare(core, desk, 5_000);
    await core.call('import:saveDraft', { draftId: draft.id, phoneCountry: 'DE' });
    await Promise.all(
      ['windows-1252', 'iso-8859-15'].map((encoding) =>
        core.call('import:reread', { draftId: draft.id, choices: { encoding } }),
      ),
    );
    const now = await core.call('import:draft', { draftId: draft.id });
    const files = stagingFiles(draft.id).length;
    expect([now.phoneCountry.value, now.choices.encoding, files]).toEqual(['DE', 'iso-8859-15', 1]);
  });
});

it('a draft whose rules cannot be carried over stays as it was', async () => {
  const draft = await prepare(core, desk, 5);
  await core.call('import:saveDraft', { draftId: draft.id, phoneCountry: 'DE' });
  const folder = join(desk.folder, 'data', 'drafts', draft.id);
  const name = readdirSync(folder).find((file) => /^edits-.*sqlite$/.test(file)) ?? '';
  using layer = new DatabaseSync(join(folder, name));
  // Whoever reads the rules now fails, and nobody else.
  layer.exec(`ALTER TABLE setting RENAME TO kept;
    CREATE VIEW setting AS SELECT name, iif(name = 'check', json(name), json) AS json FROM kept`);
  expect(await reading(draft.id, 'windows-1252').outcome).not.toBe('answered');
  layer.exec('DROP VIEW setting; ALTER TABLE kept RENAME TO setting');
  const now = await core.call('import:draft', { draftId: draft.id });
  expect([now.readingId, now.phoneCountry.value]).toEqual([draft.readingId, 'DE']);
});

describe('a file that another program still writes', () => {
  /** Adds a line as soon as the core says how far it has read. */
  function growing(path: string): void {
    const stop = core.core.onEvent((name) => {
      if (name !== 'import:progress') return;
      stop();
      appendFileSync(path, 'Zoe,+4599999999\n');
    });
  }
  const path = () => join(desk.folder, 'growing.csv');
  beforeEach(() => writeFileSync(path(), people(50)));

  it('is not taken for a whole one', async () => {
    growing(path());
    const token = 'file-99999999';
    core.core.grant({ token, path: path(), name: 'growing.csv', access: 'read' });
    expect(await settled(core.call('import:open', { token, choices: {}, callId: 'call-growing' }))).toBe(
      '"growing.csv" was changed while it was read, so rows may be missing. Wait until no program writes it, then try again.',
    );
    expect(await drafts()).toEqual([]);
  });

  it('leaves the draft of an earlier reading as it was', async () => {
    const draft = await core.openFile(path());
    growing(path());
    const again = { draftId: draft.id, choices: { encoding: 'windows-1252' }, callId: 'call-growing' } as const;
    expect(await settled(core.call('import:reread', again))).toMatch(/was changed while it was read/);
    expect(await core.call('import:draft', { draftId: draft.id })).toMatchObject({
      readingId: draft.readingId,
      rows: 50,
    });
    expect(
      readdirSync(join(desk.folder, 'data', 'drafts', draft.id)).filter((name) => name.startsWith('rows-')),
    ).toHaveLength(1);
  });
});

describe('what is saved while something else is under way', () => {
  it('is not undone by a country that waited for the check', async () => {
    const draft = await prepare(core, desk, ROWS);
    const run = core.call('check:run', { draftId: draft.id });
    const first = core.call('import:saveDraft', { draftId: draft.id, phoneCountry: 'DE' });
    await core.call('import:saveDraft', {
      draftId: draft.id,
      plan: { ...draft.plan, campaignCode: 'B' },
      mapping: draft.mapping.slice(1),
    });
    await Promise.all([first, run]);
    const now = await core.call('import:draft', { draftId: draft.id });
    expect([now.plan.campaignCode, now.mapping.length, now.phoneCountry.value]).toEqual(['B', 1, 'DE']);
  });

  it('is what a start sends that waited for the check', async () => {
    const phones = { ...column(1, 'Phone'), cleaning: [{ kind: 'phone' as const, country: null }] };
    const content = 'FullName,Phone\nAnna,030 901838210\nBent,030 901838211\n';
    const draft = await prepare(core, desk, 0, { content, mapping: [column(0, 'FullName'), phones] });
    await core.call('import:saveDraft', { draftId: draft.id, phoneCountry: 'DE' });
    await core.call('check:run', { draftId: draft.id });
    const run = core.call('check:run', {
      draftId: draft.id,
      settings: { country: 'AT', duplicateKey: null, fields: [] },
    });
    const job = await core.call('import:start', { draftId: draft.id });
    await settled(run);
    await core.until(job.id, isOver);
    expect(sentPhones(desk)).toEqual([expect.stringMatching(/^\+43/), expect.stringMatching(/^\+43/)]);
  });

  it('counts as newer than what an earlier core answered', async () => {
    const { id: draftId } = await prepare(core, desk, 5);
    const edit = (value: string) => ({ draftId, edits: [{ row: 1, column: 0, value }] });
    for (const value of ['Anna', 'Bent', 'Carl']) await core.call('check:edit', edit(value));
    const { revision } = await core.call('check:run', { draftId });
    await core.close();
    const next = await desk.start();
    expect((await next.call('check:edit', edit('Dorte'))).revision).toBeGreaterThan(revision);
  });
});

import { closeSync, existsSync, openSync, readdirSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  CAMPAIGN,
  createBench,
  isOver,
  people,
  sentPhones,
  type Bench,
  type CoreUnderTest,
} from '../import-fixture.ts';

let bench: Bench;
beforeEach(async () => void (bench = await createBench()));
afterEach(() => bench.close());

/** A draft's file: `rows-` as it was read, `edits-` what a person changed. */
function draftFile(draftId: string, beginning: string): string {
  const folder = join(bench.folder, 'data', 'drafts', draftId);
  const name = readdirSync(folder).find((file) => file.startsWith(beginning) && file.endsWith('.sqlite'));
  if (name === undefined) throw new Error(`The draft has no file ${beginning}…`);
  return join(folder, name);
}

/** A draft with one edit, as a program that has ended left it. */
async function leftBehind(rows: number): Promise<string> {
  const desk = await bench.start();
  const { id: draftId } = await desk.openFile(bench.file('people.csv', people(rows)));
  await desk.call('check:run', { draftId });
  await desk.call('check:edit', { draftId, edits: [{ row: 1, column: 0, value: 'Anna' }] });
  await desk.close();
  return draftId;
}

const failureOf = (desk: CoreUnderTest, draftId: string) => desk.core.call('check:run', { draftId });

describe('a draft whose changes are damaged on the disk', () => {
  it('opens, says so at the check, and goes on without them when a person says so', async () => {
    const draftId = await leftBehind(5);
    const path = draftFile(draftId, 'edits-');
    writeFileSync(path, 'no table at all '.repeat(600));
    const desk = await bench.start();
    expect((await desk.call('import:draft', { draftId })).rows).toBe(5);
    expect(await failureOf(desk, draftId)).toMatchObject({
      ok: false,
      error: { code: 'file', reason: 'unreadable', message: expect.stringContaining('damaged') },
    });
    expect(await desk.core.call('import:sentRow', { draftId, row: 1 })).toMatchObject({
      ok: false,
      error: { code: 'file', reason: 'unreadable' },
    });
    await desk.call('check:dropChanges', { draftId });
    expect(await desk.call('check:run', { draftId })).toMatchObject({ rows: 5, editedRows: 0, undo: null });
    expect(existsSync(`${path}.damaged`)).toBe(true);
    await desk.call('check:edit', { draftId, edits: [{ row: 2, column: 0, value: 'Bent' }] });
    expect(desk.bugs).toEqual([]);
  });
});

it('a result file whose changes are dropped still leaves out the rows that it says are answered', async () => {
  const desk = await bench.start();
  const rows = ['Anna,+4530000001,1,created,L1,,', 'Bent,+4530000002,2,refused,,no,'];
  const content = ['FullName,Phone,Row,State,Lead id,Reason,Time', ...rows, ''].join('\n');
  const { id: draftId } = await desk.openFile(bench.file('result.csv', content));
  await desk.call('check:dropChanges', { draftId });
  expect((await desk.call('check:run', { draftId })).leftOut).toMatchObject([{ reasonId: 'answered', rows: 1 }]);
  expect((await desk.call('import:draft', { draftId })).result).toMatchObject({ created: 1, refused: 1 });
});

describe('a start of such a draft', () => {
  it('names the damage, sends nothing, and starts once the changes are dropped', async () => {
    const draftId = await leftBehind(5);
    writeFileSync(draftFile(draftId, 'edits-'), 'no table at all '.repeat(600));
    const desk = await bench.start();
    await desk.call('import:saveDraft', {
      draftId,
      plan: { campaignCode: CAMPAIGN, poolName: null, stopAfterSameRefusal: 0 },
    });
    const start = () => desk.core.call('import:start', { draftId });
    expect(await start()).toMatchObject({
      ok: false,
      error: { code: 'file', reason: 'unreadable', message: expect.stringContaining('damaged') },
    });
    expect((await desk.call('job:list', {})).jobs).toEqual([]);
    expect(bench.practice.ledger.accepted).toBe(0);
    await desk.call('check:dropChanges', { draftId });
    expect(await start()).toMatchObject({ ok: true });
    await desk.until(draftId, isOver);
    expect(sentPhones(bench)).toHaveLength(5);
    expect(desk.bugs).toEqual([]);
  });
});

describe('a draft whose rows are damaged on the disk', () => {
  it('says so in words at the check', async () => {
    const rows = 20_000;
    const draftId = await leftBehind(rows);
    const path = draftFile(draftId, 'rows-');
    const { size } = statSync(path);
    const file = openSync(path, 'r+');
    // In the second half, so that the beginning and the end can be read.
    for (let at = Math.floor(size / 8192) * 4096; at < size * 0.7; at += 4096)
      writeSync(file, Buffer.alloc(4096, 0xa5), 0, 4096, at);
    closeSync(file);
    const desk = await bench.start();
    expect((await desk.call('import:draft', { draftId })).rows).toBe(rows);
    expect(await failureOf(desk, draftId)).toMatchObject({
      ok: false,
      error: { code: 'file', reason: 'missing', message: expect.stringContaining('damaged') },
    });
    expect(desk.bugs).toEqual([]);
  });
});

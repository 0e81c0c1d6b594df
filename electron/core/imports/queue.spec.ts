import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import type { DraftSummary } from '../../../shared/contract/imports/imports.ts';
import { benches, CAMPAIGN, type CoreUnderTest, expectEachOnce, isOver, sentPhones } from './import-fixture.ts';

const bench = benches();
const queueId = 'queue-1';

const people = (...phones: readonly number[]) =>
  ['Name,Phone', ...phones.map((phone, index) => `Person ${index + 1},+452011${phone}`), ''].join('\n');

/** A queue of the files north, south and west, each with these phones. */
async function queueWith(...phones: readonly (readonly number[])[]) {
  const { desk, core } = await bench.started();
  const names = ['north.csv', 'south.csv', 'west.csv'];
  const paths = phones.map((own, at) => desk.file(names[at] ?? '', people(...own)));
  const ids = await queueOf(core, paths);
  const [north = '', south = ''] = ids;
  return { desk, core, ids, north, south };
}

async function queueOf(core: CoreUnderTest, paths: readonly string[]): Promise<string[]> {
  const ids: string[] = [];
  for (const path of paths) ids.push((await core.openFile(path)).id);
  await core.call('import:arrangeQueue', { queueId, draftIds: ids });
  await core.call('import:queueCampaign', { queueId, campaignCode: CAMPAIGN });
  return ids;
}

async function queued(core: CoreUnderTest): Promise<DraftSummary[]> {
  const { drafts } = await core.call('import:drafts', {});
  return drafts.filter(({ queue }) => queue !== null).toSorted((a, b) => (a.queue?.place ?? 0) - (b.queue?.place ?? 0));
}

async function checkAll(core: CoreUnderTest, ids: readonly string[]) {
  const found = [];
  for (const draftId of ids) {
    const { rows, standing, inQueue } = await core.call('check:run', { draftId });
    found.push({ draftId, rows: rows - standing.leftOut, inQueue });
  }
  return found;
}

test('a lead in an earlier file of the queue is left out, with file and line, and sent once', async () => {
  const { desk, core, ids } = await queueWith([1001, 1002, 1003], [1003, 1004], [1001, 1004, 1005]);
  expect((await queued(core)).map(({ fileName, campaignCode }) => `${fileName} ${campaignCode}`)).toEqual(
    ['north.csv', 'south.csv', 'west.csv'].map((name) => `${name} ${CAMPAIGN}`),
  );
  const found = await checkAll(core, ids);
  expect(found.map(({ rows }) => rows)).toEqual([3, 1, 1]);
  expect(found.map(({ inQueue }) => inQueue)).toEqual([
    null,
    { rows: 1, leftOut: 1, files: [{ name: 'north.csv', rows: 1 }] },
    {
      rows: 2,
      leftOut: 2,
      files: [
        { name: 'north.csv', rows: 1 },
        { name: 'south.csv', rows: 1 },
      ],
    },
  ]);
  const page = { reasonId: 'inQueue', filter: 'reason', offset: 0, limit: 10 } as const;
  const { rows } = await core.call('check:rows', { draftId: ids[2] ?? '', ...page });
  expect(rows.map(({ line, earlier, leftOut }) => ({ line, earlier, leftOut }))).toEqual([
    { line: 2, earlier: { fileName: 'north.csv', line: 2 }, leftOut: true },
    { line: 3, earlier: { fileName: 'south.csv', line: 3 }, leftOut: true },
  ]);
  const { jobs } = await core.call('import:startQueue', {
    queueId,
    drafts: found.map(({ draftId, rows: agreed }) => ({ draftId, rows: agreed })),
  });
  for (const { id } of jobs) await core.until(id, isOver);
  expectEachOnce(desk, 5);
  expect(await queued(core)).toEqual([]);
});

test('a campaign that is chosen while files are read counts for those that come later, too', async () => {
  const { desk, core } = await bench.started();
  await core.openFile(desk.file('north.csv', people(1001)), undefined, queueId);
  const [, south] = await Promise.all([
    core.call('import:queueCampaign', { queueId, campaignCode: CAMPAIGN }),
    core.openFile(desk.file('south.csv', people(1002)), undefined, queueId),
  ]);
  const west = await core.openFile(desk.file('west.csv', people(1003)), undefined, queueId);
  expect(west.plan.campaignCode).toBe(CAMPAIGN);
  expect((await queued(core)).map(({ id, campaignCode }) => [id, campaignCode]).slice(1)).toEqual([
    [south.id, CAMPAIGN],
    [west.id, CAMPAIGN],
  ]);
});

test('sending such rows anyway is one named decision that can be undone', async () => {
  const { core, south: draftId } = await queueWith([1001, 1002], [1001, 1002, 1003]);
  await core.call('check:run', { draftId });
  const choice = { reasonId: 'inQueue', keep: null };
  const sent = await core.call('check:leaveOut', { draftId, choice, isOut: false });
  expect(sent).toMatchObject({
    standing: { leftOut: 0 },
    inQueue: { rows: 2, leftOut: 0 },
    undo: { title: 'Sending 2 rows that are in an earlier file' },
  });
  expect(await core.call('check:run', { draftId })).toMatchObject({ standing: { leftOut: 0 } });
  expect(await core.call('check:undo', { draftId })).toMatchObject({ standing: { leftOut: 2 } });
});

test('a row follows what becomes of the earlier file: corrected, left out, moved behind, taken out, or started', async () => {
  const { core, north: first, south: second } = await queueWith([1001, 1002], [1001, 1003]);
  const leftOut = async (draftId: string) => (await core.call('check:run', { draftId })).standing.leftOut;
  expect(await leftOut(second)).toBe(1);
  await core.call('check:edit', { draftId: first, edits: [{ row: 1, column: 1, value: '+4520119999' }] });
  expect(await leftOut(second)).toBe(0);
  await core.call('check:undo', { draftId: first });
  expect(await leftOut(second)).toBe(1);
  await core.call('check:leaveOut', { draftId: first, choice: { rows: [1] }, isOut: true });
  expect(await leftOut(second)).toBe(0);
  await core.call('check:undo', { draftId: first });
  await core.call('import:arrangeQueue', { queueId, draftIds: [second, first] });
  expect([await leftOut(second), await leftOut(first)]).toEqual([0, 1]);
  await core.call('import:arrangeQueue', { queueId, draftIds: [], out: second });
  expect(await leftOut(first)).toBe(0);
  await core.call('import:arrangeQueue', { queueId, draftIds: [first, second] });
  // Its rows wait in a job now: nothing was sent, and nothing is forgotten.
  const job = await core.call('import:start', { draftId: first });
  await core.call('job:pause', { jobId: job.id });
  expect(await leftOut(second)).toBe(1);
});

test('nothing starts when other rows go on than a person agreed to, when the queue has other files, or one cannot start', async () => {
  const { desk, core, ids } = await queueWith([1001, 1002], [1003, 1004]);
  const drafts = (await checkAll(core, ids)).map(({ draftId, rows }) => ({ draftId, rows }));
  const [first] = drafts;
  if (first === undefined) throw new Error('no draft');
  await core.call('check:leaveOut', { draftId: ids[1] ?? '', choice: { rows: [1] }, isOut: true });
  const start = (agreed: typeof drafts) => core.call('import:startQueue', { queueId, drafts: agreed });
  await expect(start(drafts)).rejects.toThrow('Other rows of "south.csv" go on now: 1, not 2. Nothing was started.');
  await expect(start([first])).rejects.toThrow('The queue has other files now.');
  await core.call('import:saveDraft', { draftId: ids[1] ?? '', mapping: [] });
  await expect(start(drafts)).rejects.toThrow('"south.csv" cannot start, so nothing was started.');
  expect((await core.call('job:list', {})).jobs).toEqual([]);
  expect(sentPhones(desk)).toEqual([]);
});

test('a file that joins the queue while a person moves the others stays in it', async () => {
  const { desk, core, north, south } = await queueWith([1001], [1002]);
  const west = await core.openFile(desk.file('west.csv', people(1003)), undefined, queueId);
  await core.call('import:arrangeQueue', { queueId, draftIds: [south, north] });
  expect((await queued(core)).map(({ id }) => id)).toEqual([south, north, west.id]);
});

test('a draft that a damage has made unreadable keeps no other file of its queue', async () => {
  const { desk, core, north, south } = await queueWith([1001], [1002]);
  {
    using drafts = new DatabaseSync(join(desk.folder, 'data', 'drafts', 'drafts.sqlite'));
    drafts.prepare(`UPDATE draft SET mapping = '[{' WHERE id = ?`).run(north);
  }
  await core.call('import:queueCampaign', { queueId, campaignCode: CAMPAIGN });
  const drafts = (await checkAll(core, [south])).map(({ draftId, rows }) => ({ draftId, rows }));
  const { jobs } = await core.call('import:startQueue', { queueId, drafts });
  for (const { id } of jobs) await core.until(id, isOver);
  expectEachOnce(desk, 1);
});

test('nothing starts when a file of the queue is changed while the files are checked', async () => {
  const { core, ids, south: draftId } = await queueWith([1001], [1002]);
  const { plan } = await core.call('import:draft', { draftId });
  const drafts = (await checkAll(core, ids)).map(({ draftId: id, rows }) => ({ draftId: id, rows }));
  const [started] = await Promise.allSettled([
    core.call('import:startQueue', { queueId, drafts }),
    core.call('import:saveDraft', { draftId, plan: { ...plan, poolName: 'Another pool' } }),
  ]);
  expect(started).toMatchObject({
    status: 'rejected',
    reason: { message: expect.stringContaining('changed in another window') as string },
  });
  expect((await core.call('job:list', {})).jobs).toEqual([]);
});

test('a file does not start with other rows than the sums said, when they are changed while the files after it are checked', async () => {
  const { core, ids, north } = await queueWith([1001, 1002], [1003]);
  const drafts = (await checkAll(core, ids)).map(({ draftId, rows }) => ({ draftId, rows }));
  const changed = new Promise((resolve) => {
    const stop = core.core.onEvent((name) => {
      // The first file was checked; the next one is checked now.
      if (name !== 'check:changed') return;
      stop();
      resolve(core.call('check:leaveOut', { draftId: north, choice: { rows: [1] }, isOut: true }));
    });
  });
  await expect(core.call('import:startQueue', { queueId, drafts })).rejects.toThrow(
    'Rows of "north.csv" were changed after its sum was made, so it was not started.',
  );
  await changed;
  expect((await core.call('job:list', {})).jobs).toEqual([]);
});

test('phones go out by the country that they were checked by, whatever another import shows of the campaign meanwhile', async () => {
  const { desk, core } = await bench.started();
  const unknown = (phone: string) => `Name,Phone\nPerson,${phone}\n`;
  const other = await core.openFile(desk.file('other.csv', unknown('20111009')));
  const ids = await queueOf(core, [desk.file('north.csv', people(1001)), desk.file('south.csv', unknown('20111002'))]);
  const drafts = (await checkAll(core, ids)).map(({ draftId, rows }) => ({ draftId, rows }));
  const answered = new Promise((resolve) => {
    const stop = core.core.onEvent((name, payload) => {
      if (name !== 'check:changed' || (payload as { draftId: string }).draftId !== ids[1]) return;
      stop();
      const plan = { ...other.plan, campaignCode: CAMPAIGN };
      resolve(core.call('import:saveDraft', { draftId: other.id, plan, phoneCountry: 'NO', rememberCountry: true }));
    });
  });
  const { jobs } = await core.call('import:startQueue', { queueId, drafts });
  await answered;
  for (const { id } of jobs) await core.until(id, isOver);
  // The campaign is one of Norway by now; nobody has seen this number with its prefix.
  expect(sentPhones(desk).toSorted()).toEqual(['+4520111001', '20111002']);
});

test('a plan that is changed while the campaign of the queue is chosen keeps that change', async () => {
  const { core, north: draftId } = await queueWith([1001]);
  const { plan } = await core.call('import:draft', { draftId });
  await Promise.all([
    core.call('import:queueCampaign', { queueId, campaignCode: 'AUTUMN' }),
    core.call('import:saveDraft', { draftId, plan: { ...plan, poolName: 'Another pool' } }),
  ]);
  const now = await core.call('import:draft', { draftId });
  expect(now.plan).toEqual({ ...plan, campaignCode: 'AUTUMN', poolName: 'Another pool' });
});

test('the queue is kept when the program starts again, and ends with its last draft', async () => {
  const desk = await bench();
  const former = await desk.start();
  const ids = await queueOf(former, [desk.file('north.csv', people(1001)), desk.file('south.csv', people(1002))]);
  await former.close();
  const core = await desk.start();
  expect((await queued(core)).map(({ id }) => id)).toEqual(ids);
  for (const draftId of ids) await core.call('import:deleteDraft', { draftId });
  expect(await queued(core)).toEqual([]);
});

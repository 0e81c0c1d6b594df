import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { viewSchema } from '../../../shared/contract/exports/views.ts';
import { Failure } from '../foundation/failure.ts';
import { thrownBy } from '../foundation/world-fixture.ts';
import { makeWorkingFolder } from '../storage/working-folder.ts';
import { isEnded, type Prepare, SegmentsBench, type SegmentsProgram } from './segments-fixture.ts';

let bench: SegmentsBench;
let program: SegmentsProgram;

beforeEach(async () => {
  bench = await SegmentsBench.open();
  program = bench.program();
});
afterEach(() => bench[Symbol.asyncDispose]());

const prepare = (args?: Prepare) => program.prepare(args);
const act = (...args: Parameters<SegmentsProgram['act']>) => program.act(...args);
const call: SegmentsProgram['call'] = (name, args) => program.call(name, args);
const resolve = (...args: Parameters<SegmentsProgram['resolve']>) => program.resolve(...args);
const until: SegmentsProgram['until'] = (change, isSo) => program.until(change, isSo);
const add = (args?: Prepare) => program.add(args);

const failureOf = async (work: Promise<unknown>) => (await thrownBy(work, Failure)).error;

it('lists a change of which the counts are damaged, without them', async () => {
  const change = await add();
  expect(change.before).not.toBeNull();
  program.session.journal.exec(`UPDATE segment_change SET before = '{"count":', after = '7'`);
  const { changes } = await call('segment:changes', {});
  expect(changes).toMatchObject([{ id: change.id, before: null, after: null, counts: { moved: 4 } }]);
});

it('knows the members that its changes put in and did not take out, and finds them by a part of their id', async () => {
  const members = (search = '') => call('segment:members', { segmentId: 'S 1', search, offset: 0, limit: 3 });
  expect(await members()).toEqual({ total: 0, leadIds: [] });
  const change = await add();
  expect(await members()).toEqual({ total: 4, leadIds: ['1', '2', '3'] });
  expect(await members('4')).toEqual({ total: 1, leadIds: ['4'] });
  const undo = await act('prepareUndo', change);
  expect((await members()).total).toBe(4);
  await act('start', undo);
  await until(undo, isEnded);
  expect(await members()).toEqual({ total: 0, leadIds: [] });
});

it('names a lead as a result has it, else as an import sent it, else not', async () => {
  const { names } = await call('segment:leadNames', { leadIds: ['1', '2', '3'] });
  expect(names.map(({ leadId, name, source }) => [leadId, name, source])).toEqual([
    ['1', 'Anna Lund', 'Energi'],
    ['2', 'Bo', 'clubs.csv'],
  ]);
});

it('removes the copies of lists that a killed program left, and none that are in use', () => {
  const reading = join(bench.folder, 'reading');
  mkdirSync(join(reading, 'left'), { recursive: true });
  writeFileSync(join(reading, 'left', 'ids.jsonl'), '{"uniqueId":"1"}');
  using used = makeWorkingFolder(reading);
  bench.program();
  expect(existsSync(join(reading, 'left'))).toBe(false);
  expect(existsSync(used.path)).toBe(true);
});

describe('a list of ids', () => {
  it('is cleaned, each id once, and nothing is sent before the start', async () => {
    const change = await prepare({ text: '\ufeff1\r\n 2 \n"3"\n\n2\n4\u200b\n' });
    expect(change).toMatchObject({ state: 'prepared', listed: 5, repeated: 1, unusable: 0, leads: 4, batchCount: 2 });
    const page = { changeId: change.id, state: null, search: '', offset: 3, limit: 9 };
    expect((await call('segment:leads', page)).leads).toEqual([
      { leadId: '4', batch: 0, state: 'waiting', reason: '' },
    ]);
    expect(bench.server.heard.filter(({ method }) => method !== 'GET')).toEqual([]);
    expect((await call('segment:changes', {})).changes).toEqual([]);
  });

  it('without an id, or for a segment that the service does not list, is refused with a sentence', async () => {
    expect(await failureOf(prepare({ text: ' \n\n' }))).toMatchObject({
      code: 'validation',
      message: expect.stringMatching(/no lead ids/),
    });
    expect(await failureOf(prepare({ text: `${'x'.repeat(300)}\n` }))).toMatchObject({ code: 'validation' });
    for (const [segmentId, named] of [
      ['S 2', 'S 2'],
      ['S'.repeat(101), 'S'.repeat(100)],
    ] as const)
      expect(await failureOf(prepare({ segmentId }))).toMatchObject({
        code: 'notFound',
        message: `The service lists no segment "${named}".`,
      });
  });

  it('comes from a job, a result, and from a column of a file', async () => {
    expect(await prepare({ source: { from: 'job', jobId: 'job' } })).toMatchObject({
      source: 'clubs.csv',
      leads: 2,
      repeated: 1,
    });
    const view = viewSchema.parse({});
    expect(await prepare({ source: { from: 'export', exportId: 'x', view } })).toMatchObject({
      source: 'Energi since Monday',
      ...{ listed: 3, repeated: 1, unusable: 1, leads: 1 },
    });
    writeFileSync(join(bench.folder, 'ids.csv'), 'Name;Lead Unique Id\nÅsa;A-1\nØrn;A-2\n');
    expect(await call('segment:fileColumns', { token: 'file-00000000' })).toMatchObject({
      guess: 1,
      columns: [{ label: 'Name' }, { label: 'Lead Unique Id', example: 'A-1', filled: 2 }],
    });
    const file = { from: 'file', token: 'file-00000000', column: null } as const;
    expect(await prepare({ source: file })).toMatchObject({ source: 'ids.csv', leads: 2 });
    expect(await prepare({ source: { ...file, column: 0 } })).toMatchObject({ leads: 2 });
    writeFileSync(join(bench.folder, 'ids.csv'), 'Name;City\nÅsa;Oslo\n');
    expect(await failureOf(prepare({ source: file }))).toMatchObject({ message: expect.stringMatching(/Name, City/) });
    for (const first of ['1001', 'A-1'] as const) {
      writeFileSync(join(bench.folder, 'ids.csv'), `${first}\n1002\n1003\n`);
      expect(await prepare({ source: file })).toMatchObject({ leads: 3 });
    }
  });
});

describe('a change', () => {
  it('is sent in batches; missing ids are named, and the counts add up', async () => {
    const change = await add({ text: '1\n2\ngone 3\n4\n5\n6\n7' });
    expect(bench.members).toEqual(new Set(['1', '2', '4', '5', '6', '7']));
    expect(change).toMatchObject({
      counts: { waiting: 0, moved: 6, missing: 1, refused: 0, unknown: 0 },
      requests: 3,
      before: { count: 0 },
      after: { count: 6 },
    });
    expect(change.batches.map(({ leads, state, saysMissing }) => [leads, state, saysMissing])).toEqual([
      [3, 'done', true],
      [3, 'done', true],
      [1, 'done', true],
    ]);
    const page = { changeId: change.id, search: '', offset: 0, limit: 10 };
    expect(await call('segment:leads', { ...page, state: 'missing' })).toEqual({
      total: 1,
      leads: [{ leadId: 'gone 3', batch: 1, state: 'missing', reason: '' }],
    });
    expect((await call('segment:leads', { ...page, state: null, search: 'GONE' })).total).toBe(1);
    expect(program.told.at(-1)).toMatchObject({ id: change.id, state: 'ended' });
  });

  it('leaves out what an earlier change put in, until one took it out again', async () => {
    await add({ text: '1\n2\n3' });
    expect(await prepare({ text: '2\n3\n4' })).toMatchObject({ earlier: 2, leads: 1 });
    expect(await prepare({ text: '2\n3\n4', leaveOutEarlier: false })).toMatchObject({ earlier: 0, leads: 3 });
    await add({ text: '2', kind: 'remove' });
    expect(bench.members).toEqual(new Set(['1', '3']));
    expect(await prepare({ text: '2\n3\n4' })).toMatchObject({ earlier: 1, leads: 2 });
    const nothingNew = await prepare({ text: '1\n3' });
    expect(nothingNew).toMatchObject({ leads: 0 });
    expect(await failureOf(act('start', nothingNew))).toMatchObject({ code: 'validation' });
  });

  it('is undone with exactly the leads that it moved, once', async () => {
    bench.members.add('other');
    const change = await add({ text: '1\ngone 2\n3' });
    const undo = await act('prepareUndo', change);
    expect(undo).toMatchObject({ kind: 'remove', leads: 2, undoes: change.id });
    await act('start', undo);
    await until(undo, isEnded);
    expect(bench.members).toEqual(new Set(['other']));
    expect(await act('change', change)).toMatchObject({ undoneBy: undo.id });
    expect(await failureOf(act('prepareUndo', change))).toMatchObject({ message: 'This change was undone already.' });
  });

  it('is sent once more without the leads that a refusal names; a refusal that names none is for the whole batch', async () => {
    bench.instead = (_request, response, ids) => {
      if (!ids.includes('LEAD-9') && !ids.includes('6')) return false;
      const words = ids.includes('LEAD-9') ? 'Lead "LEAD-9" is on the do-not-call list.' : 'No.';
      response.writeHead(400).end(JSON.stringify({ message: words }));
      return true;
    };
    const change = await add({ text: '1\nLEAD-9\n3\n4\n5\n6\n7' });
    expect(bench.members).toEqual(new Set(['1', '3', '7']));
    expect(change).toMatchObject({ counts: { moved: 3, refused: 4, unknown: 0, waiting: 0 }, requests: 4 });
    const refused = { changeId: change.id, state: 'refused', search: '', offset: 0, limit: 10 } as const;
    const { leads, total } = await call('segment:leads', refused);
    expect(total).toBe(4);
    expect(await call('segment:leads', { ...refused, state: null, offset: 6 })).toMatchObject({
      total: 7,
      leads: [{ leadId: '7', state: 'moved' }],
    });
    expect(leads.map(({ leadId, reason }) => [leadId, reason])).toEqual([
      ['LEAD-9', 'Lead "LEAD-9" is on the do-not-call list.'],
      ['4', 'No.'],
      ['5', 'No.'],
      ['6', 'No.'],
    ]);
  });

  it('sends a batch that was refused as a whole again when a person says so', async () => {
    let refusals = 1;
    bench.instead = (_request, response) => {
      if (refusals === 0) return false;
      refusals -= 1;
      response.writeHead(400).end(JSON.stringify({ message: 'The segment is closed.' }));
      return true;
    };
    const change = await add();
    expect(change).toMatchObject({ counts: { moved: 1, refused: 3 } });
    expect(await failureOf(resolve(change, 1, 'arrived'))).toMatchObject({
      message: expect.stringMatching(/known by now/),
    });
    await resolve(change, 1, 'again');
    expect(await until(change, isEnded)).toMatchObject({ counts: { moved: 4, refused: 0 } });
    expect(bench.taken).toEqual([['4'], ['1', '2', '3']]);
  });

  it('never sends a batch again whose answer did not come, until a person says so', async () => {
    bench.lose({ times: 1, lead: '1', arrives: true });
    const change = await add();
    expect(change).toMatchObject({
      counts: { moved: 1, unknown: 3 },
      batches: [{ state: 'unknown' }, { state: 'done' }],
    });
    expect(await act('prepareUndo', change)).toMatchObject({ leads: 1 });
    expect((await resolve(change, 1, 'left')).batches[0]?.state).toBe('left');
    await resolve(change, 1, 'again');
    const repaired = await until(change, ({ counts, state }) => counts.moved === 4 && state === 'ended');
    expect(repaired.batches[0]).toMatchObject({ state: 'done', isRepaired: true });
    expect(await failureOf(resolve(change, 1, 'again'))).toMatchObject({
      message: expect.stringMatching(/known by now/),
    });
    expect(bench.members.size).toBe(4);
  });

  it('sends no batch that waits because another one is repaired: not after a pause, and never after a stop', async () => {
    bench.lose();
    const change = await prepare({ text: Array.from({ length: 12 }, (_, index) => `L${index}`).join('\n') });
    await act('start', change);
    await until(change, ({ state }) => state === 'paused');
    bench.instead = () => false;
    expect(await resolve(change, 1, 'again')).toMatchObject({ state: 'paused', counts: { waiting: 6, unknown: 6 } });
    expect(await act('stop', change)).toMatchObject({ state: 'stopped' });
    expect(await failureOf(resolve(change, 2, 'again'))).toMatchObject({
      message: expect.stringMatching(/was stopped/),
    });
    expect(await resolve(change, 2, 'arrived')).toMatchObject({ state: 'stopped', counts: { moved: 3, waiting: 6 } });
    expect(bench.members.size).toBe(0);
  });

  it('counts a batch that arrived by a person’s word, and undo takes it out, too', async () => {
    bench.lose({ arrives: true });
    const change = await add({ text: '1\n2' });
    expect(change.counts).toMatchObject({ unknown: 2 });
    expect((await resolve(change, 1, 'arrived')).counts).toMatchObject({ moved: 2, unknown: 0 });
    expect(await act('prepareUndo', change)).toMatchObject({ leads: 2 });
  });

  it('is paused between two batches, goes on, and can be given up', async () => {
    const first = Promise.withResolvers<ServerResponse>();
    bench.instead = (_request, response, ids) => {
      if (!ids.includes('1')) return false;
      first.resolve(response);
      return true;
    };
    const change = await prepare({ text: '1\n2\n3\n4\n5\n6\n7' });
    await act('start', change);
    const response = await first.promise;
    expect(await act('change', change)).toMatchObject({ state: 'running', counts: { waiting: 7 } });
    const pausing = act('pause', change);
    response.end('{}');
    expect(await pausing).toMatchObject({ state: 'paused', counts: { moved: 3, waiting: 4 } });
    expect((await act('change', change)).batches[0]).toMatchObject({ saysMissing: false });
    bench.instead = (_request, response_, ids) => {
      if (!ids.includes('4')) return false;
      response_.writeHead(401).end();
      return true;
    };
    await act('start', change);
    expect(await until(change, ({ state }) => state === 'paused')).toMatchObject({
      counts: { waiting: 4 },
      reason: expect.stringMatching(/password/i),
    });
    expect(await act('stop', change)).toMatchObject({ state: 'stopped', counts: { moved: 3, waiting: 4 } });
    expect(await failureOf(act('start', change))).toMatchObject({ message: expect.stringMatching(/was stopped/) });
  });

  it('is not removed in the moment in which it begins: that is refused, and it is there', async () => {
    const change = await prepare({ text: '1\n2\n3\n4' });
    const removing = { changeId: change.id };
    const [started, removed] = await Promise.allSettled([act('start', change), call('segment:removeChange', removing)]);
    expect([started.status, removed]).toMatchObject([
      'fulfilled',
      { status: 'rejected', reason: { message: expect.stringMatching(/still runs/) } },
    ]);
    await until(change, isEnded);
    expect(bench.members.size).toBe(4);
  });

  it('waits for the quota, and sends the same batch again: a 429 changes nothing', async () => {
    let refusals = 1;
    bench.instead = (_request, response) => {
      if (refusals === 0) return false;
      refusals -= 1;
      response.writeHead(429, { 'Retry-After': '1' }).end();
      return true;
    };
    const change = await add({ text: '1\n2' });
    expect(change).toMatchObject({ counts: { moved: 2 }, requests: 2 });
    const held = program.told.filter(({ heldUntil }) => heldUntil !== null);
    expect(held[0]?.reason).toMatch(/^The quota for "Add to segments" is used up for this minute\. .* go on at /);
    expect(change.reason).toBe('');
  });

  it('stops after three batches whose answers did not come, so that a broken line is not filled with doubts', async () => {
    bench.lose();
    const change = await prepare({ text: Array.from({ length: 15 }, (_, index) => `L${index}`).join('\n') });
    await act('start', change);
    expect(await until(change, ({ state }) => state === 'paused')).toMatchObject({
      counts: { unknown: 9, waiting: 6 },
      reason: expect.stringMatching(/3 batches one after the other/),
    });
  });

  it('waits for a person when an answer finds no room on the disk; what was on its way is unknown then', async () => {
    const { change, release } = await bench.onItsWay(program);
    const full = vi.spyOn(program.session.journal, 'exec').mockImplementationOnce(() => {
      throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
    });
    release();
    const paused = await until(change, ({ state }) => state === 'paused');
    expect(full).toHaveBeenCalledOnce();
    expect(paused).toMatchObject({ reason: expect.stringMatching(/disk .* is full.*then go on/) });
    await act('start', change);
    expect(await until(change, isEnded)).toMatchObject({ counts: { unknown: 3, moved: 1 } });
    expect(bench.taken).toEqual([['1', '2', '3'], ['4']]);
  });

  it('stays as the journal has it when its end cannot be written either, and the log says so', async () => {
    const { journal } = program.session;
    const { change, release } = await bench.onItsWay(program);
    const write = journal.prepare.bind(journal);
    vi.spyOn(journal, 'exec').mockImplementationOnce(() => {
      throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
    });
    vi.spyOn(journal, 'prepare').mockImplementation((sql) => {
      if (sql.startsWith('UPDATE segment_change')) throw new Error('still full');
      return write(sql);
    });
    release();
    await expect.poll(() => program.notes).toEqual([expect.stringMatching(/could not be written: .*still full/)]);
    vi.restoreAllMocks();
    await program[Symbol.asyncDispose]();
    program = bench.program();
    expect(await until(change, isEnded)).toMatchObject({ counts: { unknown: 3, moved: 1 } });
  });

  it('goes on after the program ended; the batch that was on its way is unknown', async () => {
    const change = await add();
    await program[Symbol.asyncDispose]();
    // As a killed program leaves it: the first batch on its way, the second one not sent.
    const killed = bench.program(false).session.journal;
    killed.exec(`UPDATE segment_change SET state = 'running', after = NULL`);
    killed.exec(`UPDATE segment_batch SET state = CASE number WHEN 1 THEN 'sent' ELSE 'waiting' END`);
    bench.members.clear();
    program = bench.program();
    const ended = await until(change, isEnded);
    expect(ended).toMatchObject({ counts: { moved: 1, unknown: 3 } });
    expect(ended.batches[0]?.reason).toMatch(/ended before the answer came/);
    expect(bench.members).toEqual(new Set(['4']));
  });

  it('goes on at the next start when the program closes in the middle; nothing is sent twice', async () => {
    const { change, release } = await bench.onItsWay(program, { text: '1\n2\n3\n4\n5\n6\n7' });
    const closed = program[Symbol.asyncDispose]();
    release();
    await closed;
    expect(bench.taken).toEqual([['1', '2', '3']]);
    program = bench.program();
    expect(await until(change, isEnded)).toMatchObject({ counts: { moved: 7 }, requests: 3 });
    expect(bench.taken).toEqual([['1', '2', '3'], ['4', '5', '6'], ['7']]);
  });

  it('that ran waits for a person where nothing goes on by itself', async () => {
    const { change, release } = await bench.onItsWay(program);
    const closed = program[Symbol.asyncDispose]();
    release();
    await closed;
    program = bench.program(false);
    expect(await until(change, ({ state }) => state === 'paused')).toMatchObject({
      counts: { moved: 3, waiting: 1 },
      reason: 'Lead Console ended.',
    });
  });

  it('is saved with what became of each lead, guarded against formulas, and forgotten when it is removed', async () => {
    const change = await add({ text: '=1+1\ngone 2' });
    const saved = await call('segment:saveResult', { changeId: change.id, token: 'file-00000000' });
    expect(saved).toMatchObject({ rows: 2, countedRows: 2 });
    expect(readFileSync(join(bench.folder, 'ids.csv'), 'utf8')).toBe(
      "\ufeffuniqueId,State,Batch,Reason\r\n'=1+1,added,1,\r\ngone 2,missing,1,\r\n",
    );
    await call('segment:removeChange', { changeId: change.id });
    expect(await failureOf(act('change', change))).toMatchObject({ code: 'notFound' });
    expect(await prepare({ text: '=1+1' })).toMatchObject({ earlier: 0 });
  });
});

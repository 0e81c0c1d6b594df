import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { SegmentChange } from '../../../shared/contract/segments/segment-changes.ts';
import { sleep } from '../foundation/ports.ts';
import { openDurable } from '../storage/database.ts';
import { SegmentChangeStore } from './change-store.ts';
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
const resolve = (...args: Parameters<SegmentsProgram['resolve']>) => program.resolve(...args);
const until: SegmentsProgram['until'] = (change, isSo) => program.until(change, isSo);
const add = (args?: Prepare) => program.add(args);

describe('a change', () => {
  it.each(['start', 'repair', 'stop', 'removeChange'] as const)(
    'that is gone is said to be, whatever its id is: %s',
    async (how) => {
      for (const changeId of ['gone', 'x\u0000', 'x/../../../elsewhere'])
        await expect(program.call(`segment:${how}`, { changeId })).rejects.toMatchObject({
          error: {
            code: 'notFound',
            message:
              'This change of a segment is not here. It was deleted, or it is of another account or data folder.',
          },
        });
    },
  );

  it('whose id leads to another place is passed over with a note, is looked after no more, and keeps no other', async () => {
    const other = await prepare();
    await act('start', other);
    const damaged = await add();
    await program[Symbol.asyncDispose]();
    {
      using journal = openDurable(join(bench.folder, 'journal.sqlite'));
      journal.exec('PRAGMA foreign_keys = OFF');
      journal.prepare(`UPDATE segment_change SET id = '../elsewhere', state = 'running' WHERE id = ?`).run(damaged.id);
    }
    const next = bench.program();
    expect(next.notes).toEqual(['A change of a segment stays as it is, because its id in the journal is damaged.']);
    expect((await next.changes()).map(({ id }) => id)).toContain('../elsewhere');
    await next.until(other, isEnded);
    // Longer than the time between two looks at work of other programs.
    await sleep(bench.clock, 6000);
    expect(next.bugs).toEqual([]);
  });

  it('has ended when its last batch has its answer, also for a person who paused it meanwhile', async () => {
    const { change, release } = await bench.onItsWay(program, { text: '1\n2' });
    const pausing = act('pause', change);
    release();
    expect(await pausing).toMatchObject({ state: 'ended', counts: { moved: 2, waiting: 0 } });
  });

  it('has ended for a person who pauses it while the service does not say what it counts', async () => {
    const change = await prepare({ text: '1\n2' });
    program.session.api.listSegments = (options) =>
      new Promise((_, reject) => {
        options?.signal?.addEventListener('abort', () => reject(new Error('cancelled')));
      });
    await act('start', change);
    await until(change, ({ counts }) => counts.moved === 2);
    expect(await act('pause', change)).toMatchObject({ state: 'ended', after: null });
  });

  it('says why it waits as long as the service stays out of reach, also when the client itself holds it back', async () => {
    const change = await prepare({ text: '1\n2' });
    await bench.server.close();
    await act('start', change);
    // Three tries, and long after them.
    await sleep(bench.clock, 60_000);
    const waiting = await act('change', change);
    expect(waiting).toMatchObject({ state: 'running', reason: expect.stringMatching(/refuses the connection/) });
    expect(waiting.heldUntil).not.toBeNull();
    expect(await act('pause', change)).toMatchObject({ state: 'paused', heldUntil: null, counts: { waiting: 2 } });
    await act('start', change);
    await until(change, ({ heldUntil, reason }) => heldUntil !== null && /refuses the connection/.test(reason));
    await act('pause', change);
  });

  it('says that it waits where a 503 asked for a pause, also when it was paused and goes on', async () => {
    bench.instead = (_request, response) => {
      response.writeHead(503, { 'Retry-After': '3600' }).end();
      return true;
    };
    const change = await prepare();
    await act('start', change);
    const rests = { state: 'running', reason: expect.stringMatching(/\(503\) and asked for a pause until/) };
    const isHeld = ({ heldUntil }: SegmentChange) => heldUntil !== null;
    expect(await until(change, isHeld)).toMatchObject(rests);
    expect(await act('pause', change)).toMatchObject({ state: 'paused', heldUntil: null });
    await act('start', change);
    expect(await until(change, isHeld)).toMatchObject({ ...rests, counts: { unknown: 3, waiting: 1 } });
    expect(await act('pause', change)).toMatchObject({ state: 'paused', counts: { waiting: 1 } });
  });

  it('has ended when all of it is unknown: there is nothing to go on with', async () => {
    bench.lose();
    const change = await add({ text: '1\n2\n3\n4\n5\n6\n7' });
    expect(change).toMatchObject({ state: 'ended', counts: { unknown: 7, waiting: 0 } });
    bench.lose({ times: 0 });
    await act('repair', change);
    expect(await until(change, isEnded)).toMatchObject({ counts: { moved: 7 } });
  });

  it('whose only answer found no room is unknown, and has ended', async () => {
    const { change, release } = await bench.onItsWay(program, { text: '1\n2' });
    vi.spyOn(program.session.journal, 'exec').mockImplementationOnce(() => {
      throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
    });
    release();
    const ended = await until(change, ({ state }) => state !== 'running');
    expect(ended).toMatchObject({ state: 'ended', counts: { unknown: 2, waiting: 0 } });
    expect(ended.batches[0]?.reason).toMatch(/^The disk .* is full\..* was not written down/);
  });

  /** One whose first answer comes while the disk takes nothing. */
  async function unwritten(args?: Prepare): Promise<SegmentChange> {
    const { journal } = program.session;
    const { change, release } = await bench.onItsWay(program, args);
    const write = journal.prepare.bind(journal);
    const full = Object.assign(new Error('database or disk is full'), { errcode: 13 });
    const fails = () => {
      throw full;
    };
    vi.spyOn(journal, 'exec').mockImplementation(fails);
    vi.spyOn(journal, 'prepare').mockImplementation((sql) => (sql.startsWith('UPDATE') ? fails() : write(sql)));
    release();
    await expect.poll(() => program.told.at(-1)?.state, { interval: 5 }).toMatch(/paused|ended/);
    return change;
  }

  it('stands still, with why and what is unknown, also while the disk does not take that it does', async () => {
    const change = await unwritten();
    const stands = { state: 'paused', counts: { unknown: 3, waiting: 1 }, reason: expect.stringMatching(/is full/) };
    expect(await until(change, ({ state }) => state !== 'running')).toMatchObject(stands);
    expect(program.told.at(-1)).toMatchObject(stands);
    // Longer than the time between two looks.
    await sleep(bench.clock, 6000);
    expect(program.told.at(-1)).toMatchObject(stands);
    vi.restoreAllMocks();
    await sleep(bench.clock, 6000);
    expect(program.session.journal.prepare('SELECT state FROM segment_change').get()).toEqual({ state: 'paused' });
    expect(await act('change', change)).toMatchObject(stands);
    await act('start', change);
    expect(await until(change, isEnded)).toMatchObject({ counts: { unknown: 3, moved: 1 } });
  });

  it('hears that it stands still as soon as the disk takes it, also when no page asks', async () => {
    await unwritten();
    vi.restoreAllMocks();
    await sleep(bench.clock, 6000);
    expect(program.session.journal.prepare('SELECT state FROM segment_change').get()).toEqual({ state: 'paused' });
  });

  it('has ended when nothing of it waits, and what was not written down is unknown for that reason alone', async () => {
    const change = await unwritten({ text: '1\n2' });
    expect(program.told.at(-1)).toMatchObject({ state: 'ended', counts: { unknown: 2, waiting: 0 } });
    vi.restoreAllMocks();
    const resumed = await act('start', change);
    expect(resumed).toMatchObject({ state: 'ended', counts: { unknown: 2, waiting: 0 } });
    expect(resumed.batches[0]?.reason).toMatch(/is full\..* was not written down/);
  });

  it('runs where another program has gone on with it, whatever was not written down here', async () => {
    const change = await unwritten();
    const release = bench.hold();
    const later = bench.program();
    await later.until(change, ({ batches }) => batches[1]?.state === 'sent');
    await sleep(bench.clock, 6000);
    expect(program.told.at(-1)).toMatchObject({ state: 'running', reason: '' });
    vi.restoreAllMocks();
    release();
    await later.until(change, isEnded);
  });

  it.each([307, 308])('waits for a person where the service asks for it at another address (%i)', async (status) => {
    bench.instead = (_request, response) => {
      response.writeHead(status, { location: 'https://elsewhere.example/' }).end();
      return true;
    };
    const change = await prepare({ text: '1\n2' });
    await act('start', change);
    expect(await until(change, ({ state }) => state === 'paused')).toMatchObject({
      counts: { waiting: 2, unknown: 0 },
      reason: expect.stringMatching(/another address .*Nothing was changed/),
    });
  });

  it('has what a person decides written with its beginning, or not at all', async () => {
    bench.lose({ times: 1 });
    const change = await add({ text: '1\n2' });
    const begin = vi.spyOn(SegmentChangeStore.prototype, 'begin').mockImplementationOnce(() => {
      throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
    });
    await expect(resolve(change, 1, 'again')).rejects.toThrow('full');
    expect(begin).toHaveBeenCalledOnce();
    begin.mockRestore();
    expect(await act('change', change)).toMatchObject({ state: 'ended', counts: { unknown: 2, waiting: 0 } });
    await resolve(change, 1, 'again');
    expect(await until(change, isEnded)).toMatchObject({ counts: { moved: 2 } });
  });

  it('takes two decisions of the same moment', async () => {
    bench.lose({ times: 2 });
    const change = await add({ text: '1\n2\n3\n4' });
    expect(change.counts).toMatchObject({ unknown: 4 });
    await Promise.all([resolve(change, 1, 'again'), resolve(change, 2, 'again')]);
    expect(await until(change, isEnded)).toMatchObject({ counts: { moved: 4, unknown: 0 } });
  });
});

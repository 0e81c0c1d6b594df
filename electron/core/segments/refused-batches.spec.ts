import { afterEach, beforeEach, expect, it } from 'vitest';
import type { SegmentChange } from '../../../shared/contract/segments/segment-changes.ts';
import { SECOND } from '../../../shared/domain/time/time.ts';
import { sleep } from '../foundation/ports.ts';
import { isEnded, SegmentsBench, type SegmentsProgram } from './segments-fixture.ts';

let bench: SegmentsBench;
let program: SegmentsProgram;

beforeEach(async () => {
  bench = await SegmentsBench.open();
  program = bench.program();
});
afterEach(() => bench[Symbol.asyncDispose]());

const resolve = (...args: Parameters<SegmentsProgram['resolve']>) => program.resolve(...args);
const until: SegmentsProgram['until'] = (change, isSo) => program.until(change, isSo);
const add = (text: string) => program.add({ text });

const refusedOf = ({ id }: SegmentChange) =>
  program.call('segment:leads', { changeId: id, state: 'refused', search: '', offset: 0, limit: 10 });

/** The service refuses each batch with such an id, and does not say which it is. */
function refuseWith(part: string): void {
  bench.instead = (_request, response, ids) => {
    const isRefused = ids.some((id) => id.includes(part));
    if (isRefused) response.writeHead(400).end(JSON.stringify({ message: 'No.' }));
    return isRefused;
  };
}

it('halves a refused batch until the leads to blame are found; the others are in the segment', async () => {
  refuseWith('bad');
  const change = await add('bad 1\n2\n3\n4\n5\nbad 6');
  expect(change).toMatchObject({ counts: { moved: 0, refused: 6 }, requests: 2 });
  await resolve(change, 1, 'halves');
  await until(change, isEnded);
  await resolve(change, 2, 'halves');
  const found = await until(change, ({ state, counts }) => state === 'ended' && counts.refused === 2);
  expect(found).toMatchObject({ leads: 6, counts: { moved: 4, refused: 2, waiting: 0, unknown: 0 } });
  expect(bench.members).toEqual(new Set(['2', '3', '4', '5']));
  expect(bench.taken).toEqual([['3'], ['2'], ['4', '5']]);
  const { leads } = await refusedOf(found);
  expect(leads.map(({ leadId, reason }) => [leadId, reason])).toEqual([
    ['bad 1', 'No.'],
    ['bad 6', 'No.'],
  ]);
});

it('is refused, too, when the service does not find the segment any more', async () => {
  bench.instead = (_request, response) => {
    response.writeHead(404).end(JSON.stringify({ message: 'No such segment' }));
    return true;
  };
  const change = await add('1\n2');
  expect(change).toMatchObject({ counts: { moved: 0, refused: 2, unknown: 0 } });
  expect((await refusedOf(change)).leads[0]?.reason).toMatch(/did not find .*: No such segment\./);
});

it('sends a refused batch one by one, without the leads that the service refused by name before', async () => {
  bench.instead = (_request, response, ids) => {
    const words = ids.includes('LEAD-9') ? 'LEAD-9 is on the do-not-call list.' : 'No.';
    const isRefused = ids.includes('LEAD-9') || ids.includes('bad');
    if (isRefused) response.writeHead(400).end(JSON.stringify({ message: words }));
    return isRefused;
  };
  const change = await add('1\nLEAD-9\nbad');
  expect(change.counts).toMatchObject({ moved: 0, refused: 3 });
  await resolve(change, 1, 'singly');
  const ended = await until(change, isEnded);
  expect(ended).toMatchObject({ leads: 3, batchCount: 2, counts: { moved: 1, refused: 2 } });
  expect(bench.taken).toEqual([['1']]);
  const { leads } = await refusedOf(ended);
  expect(leads.map(({ leadId }) => leadId)).toEqual(['LEAD-9', 'bad']);
  // One lead cannot be divided.
  await expect(resolve(ended, 2, 'halves')).rejects.toMatchObject({
    error: { message: expect.stringMatching(/known by now/) },
  });
});

it('gives up halving when the service takes nothing at all, and says so', async () => {
  refuseWith('');
  const change = await add('1\n2\n3\n4\n5\n6');
  const release = bench.hold();
  await resolve(change, 1, 'halves');
  await resolve(change, 2, 'halves');
  release();
  const paused = await until(change, ({ state }) => state === 'paused');
  expect(paused.reason).toBe('The service refused 5 batches one after the other: No.');
  expect(paused.counts).toMatchObject({ moved: 0 });
});

it('asks for a person after three refused batches, and sends nothing more meanwhile', async () => {
  refuseWith('');
  const change = await program.prepare({ text: Array.from({ length: 12 }, (_, at) => String(at)).join('\n') });
  await program.act('start', change);
  const paused = await until(change, ({ state }) => state !== 'running');
  const reason = 'The service refused 3 batches one after the other: No.';
  expect(paused).toMatchObject({ state: 'paused', reason, requests: 3, counts: { refused: 9, waiting: 3 } });
});

it('asks no more about a refused batch that a person leaves, and still sends it when they think again', async () => {
  refuseWith('bad');
  const change = await add('bad 1\n2');
  const left = await resolve(change, 1, 'left');
  expect(left.batches[0]).toMatchObject({ state: 'refused', isAccepted: true });
  expect(left.counts).toMatchObject({ moved: 0, refused: 2 });
  await resolve(change, 1, 'halves');
  const ended = await until(change, ({ state, counts }) => state === 'ended' && counts.moved === 1);
  expect(ended.batches.map(({ isAccepted }) => isAccepted)).toEqual([false, false]);
});

it('goes on after two refusals and an answer, however often: three one after the other ask for a person', async () => {
  bench.instead = (_request, response, ids) => {
    if (ids[0] === '7') return false;
    response.writeHead(400).end(JSON.stringify({ message: 'No.' }));
    return true;
  };
  const ids = Array.from({ length: 15 }, (_, at) => String(at + 1));
  const change = await program.prepare({ text: ids.join('\n') });
  await program.act('start', change);
  const ended = await until(change, ({ state, after }) => state === 'paused' || after !== null);
  expect(ended).toMatchObject({ state: 'ended', counts: { moved: 3, refused: 12, waiting: 0 } });
});

it('a change tells its end, also when the count of the segment comes long after the last batch', async () => {
  const { api } = program.session;
  const { listSegments } = api;
  const change = await program.prepare();
  api.listSegments = async (...args) => {
    await sleep(bench.clock, 2 * SECOND);
    return listSegments.apply(api, args);
  };
  await program.act('start', change);
  await until(change, isEnded);
  expect(program.told.at(-1)).toMatchObject({ id: change.id, state: 'ended' });
});

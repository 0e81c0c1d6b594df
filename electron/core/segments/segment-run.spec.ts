import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { AppError, Outcome } from '../../../shared/contract/errors.ts';
import { DAY, MINUTE } from '../../../shared/domain/time/time.ts';
import type { LeadsOfSegment, SegmentChangeOptions } from '../api/outcomes/segment-change.ts';
import type { ApiClient } from '../api/client.ts';
import { specFolder } from '../foundation/folder-fixture.ts';
import { openDurable } from '../storage/database.ts';
import { changeWith } from './change-fixture.ts';
import { SegmentChangeStore } from './change-store.ts';
import { ChangeLeads } from './change-leads.ts';
import { SegmentRun } from './segment-run.ts';

const change = changeWith('x', { listed: 3 });
const away: AppError = { code: 'network', message: 'away', sent: 'no' };
const full = (retryAt: number): AppError => ({
  code: 'rateLimited',
  message: 'full',
  service: 'S',
  period: 'minute',
  retryAt,
});

/** Sends three leads, one a batch, to a service that answers so; a step to the time at which a wait ends. */
async function ran(
  answers: readonly (AppError | null)[],
  {
    pausesAtWait = false,
    pausesAtRequest = false,
    leaves = true,
    restsAfter = 0,
    restsUntil = 0,
    yes = (_lead: string): unknown => ({ UnknownLeads: [] }),
    refusedBefore = '',
    isHalved = false,
    batchSize = 1,
    leads = ['a', 'b', 'c'],
  } = {},
) {
  using journal = openDurable(join(specFolder('segment-run'), 'journal.sqlite'));
  const store = new SegmentChangeStore(journal);
  await new ChangeLeads(journal, async () => undefined).keep({ ...change, batchSize }, leads);
  if (refusedBefore !== '') store.refuseLeads(change.id, 1, [refusedBefore], 'Gone.');
  store.begin('x', 2);
  if (isHalved) {
    store.answer('x', 1, { state: 'refused', at: 2, reason: '', missing: null });
    store.divide('x', 1, 'halves');
  }
  let now = 0;
  let held: SegmentRun['held'] = null;
  let isAborted = false;
  const seen: string[] = [];
  const waits: number[] = [];
  const reasons: string[] = [];
  const told: number[] = [];
  const left = [...answers];
  const changeSegment = async (
    { leadIds: batch }: LeadsOfSegment,
    options?: SegmentChangeOptions,
  ): Promise<Outcome<unknown>> => {
    if (leaves) options?.beforeSend?.();
    seen.push(batch.join());
    if (pausesAtRequest) run.pause();
    isAborted ||= options?.signal?.aborted === true;
    const error = left.shift() ?? null;
    return error === null ? { ok: true, value: yes(batch.join()) } : { ok: false, error };
  };
  const quota = () => ({
    offline: '',
    services: [
      {
        endpoints: [{ service: 'POST leadsegments' }],
        rowsRestUntil: seen.length >= restsAfter && now < restsUntil ? restsUntil : null,
      },
    ],
  });
  const run: SegmentRun = new SegmentRun(
    { ...change, batchSize },
    {
      api: { changeSegment, quota } as unknown as ApiClient,
      store,
      clock: {
        wallNow: () => now,
        monotonicNow: () => now,
        after: (milliseconds, callback) => {
          now += milliseconds;
          setImmediate(callback);
          return { cancel: () => undefined };
        },
      },
      random: () => 0,
      zone: 'UTC',
      onChange: () => {
        told.push(store.figures('x').counts.moved);
        if (run.held === null || run.held === held) return;
        held = run.held;
        waits.push(run.held.until - now);
        reasons.push(run.held.reason);
        if (pausesAtWait) run.pause();
      },
    },
  );
  const end = await run.run();
  return {
    end,
    isAborted,
    seen,
    waits,
    reasons,
    told,
    now,
    held: run.held,
    counts: store.figures('x').counts,
    batches: store.batchesShown('x'),
  };
}

it('waits longer each time for a service out of reach, and anew once it answered', async () => {
  const { end, seen, waits, held, counts } = await ran([away, away, null, away, null, null]);
  expect(seen).toEqual(['a', 'a', 'a', 'b', 'b', 'c']);
  // Half of one second, and of two: nothing is added at random.
  expect(waits).toEqual([500, 1000, 500]);
  expect([end.kind, held, counts.moved]).toEqual(['ended', null, 3]);
});

it('tells of each batch when it leaves, and when it has its answer', async () => {
  expect((await ran([])).told).toEqual([0, 1, 1, 2, 2, 3]);
});

it('waits for the quota until the time that the service named', async () => {
  const { seen, waits, counts } = await ran([full(7_000), null, full(9_000), null, null]);
  expect(seen).toEqual(['a', 'a', 'b', 'b', 'c']);
  expect(waits).toEqual([7_000, 2_000]);
  expect(counts).toMatchObject({ moved: 3, unknown: 0 });
});

it('looks again each minute, as the service may have room before the time that is known', async () => {
  const day = full(DAY);
  const { seen, waits, now, held } = await ran([day, day, null]);
  expect(seen).toEqual(['a', 'a', 'a', 'b', 'c']);
  expect(waits).toEqual([DAY, DAY - MINUTE]);
  expect([now, held]).toEqual([2 * MINUTE, null]);
});

it('is paused at once while it waits, although a batch left before', async () => {
  const { end, seen, now, counts } = await ran([null, full(7_000)], { pausesAtWait: true });
  expect(seen).toEqual(['a', 'b']);
  expect([end.kind, now, counts.waiting]).toEqual(['paused', 0, 2]);
});

it('is paused at once when the batch that was on its way is to wait for the quota', async () => {
  const { end, seen, now, counts } = await ran([full(7_000)], { pausesAtRequest: true });
  expect([end.kind, seen, now, counts.waiting]).toEqual(['paused', ['a'], 0, 3]);
});

it('takes a yes for no more than it says', async () => {
  const answers: Record<string, unknown> = {
    a: { failed: [{ id: 'a', message: 'Gone.' }] },
    b: { failed: 1 },
    c: { added: 0 },
  };
  const { end, counts, batches } = await ran([], { yes: (lead) => answers[lead] });
  expect(end).toEqual({ kind: 'ended', reason: '' });
  expect(counts).toEqual({ waiting: 0, moved: 1, missing: 0, refused: 1, unknown: 1 });
  expect(batches.map(({ state, reason }) => [state, reason])).toEqual([
    ['done', 'Gone.'],
    ['unknown', expect.stringMatching(/cannot tell which\. It answered: \{"failed":1\}$/)],
    ['done', 'The service counts 0 as added: others may have been in the segment before.'],
  ]);
});

it('keeps the reason of a lead that was refused before, whatever the service counts of the others', async () => {
  const { batches } = await ran([], { yes: () => ({ added: 0 }), refusedBefore: 'a', batchSize: 2 });
  expect(batches.map(({ reason }) => reason)).toEqual(['Gone.', expect.stringMatching(/^The service counts 0/)]);
});

it('says of a batch why leads of it were refused, not that fewer were counted', async () => {
  const yes = () => ({ failed: [{ id: 'a', message: 'Gone.' }], added: 1 });
  const { batches, counts } = await ran([], { yes, batchSize: 3 });
  expect(batches.map(({ reason }) => reason)).toEqual(['Gone.']);
  expect(counts).toMatchObject({ moved: 2, refused: 1 });
});

it('is paused after three yeses in a row that leave leads out, where more is to be sent', async () => {
  const { end, seen } = await ran([], { yes: () => false, leads: ['a', 'b', 'c', 'd'] });
  expect(seen).toEqual(['a', 'b', 'c']);
  expect(end).toEqual({ kind: 'paused', reason: expect.stringMatching(/^It is unknown what became of 3 batches/) });
  expect((await ran([], { yes: () => false })).end).toEqual({ kind: 'ended', reason: '' });
});

it('shows the beginning of a long answer that it cannot tell the leads of', async () => {
  const { batches } = await ran([], { yes: () => ({ failed: 1, note: 'x'.repeat(400) }) });
  const [, shown = ''] = batches[0]?.reason.split('It answered: ') ?? [];
  expect(shown).toMatch(/^\{"failed":1,"note":"x+…$/);
  expect(shown).toHaveLength(301);
});

it.each<[string, AppError, string]>([
  ['without a word by a person who stops it', { code: 'cancelled', message: 'It was cancelled.' }, ''],
  ['by a full disk', { code: 'file', message: 'The disk is full.', reason: 'ENOSPC' }, 'The disk is full.'],
])('is paused %s before a batch leaves; one that left is unknown', async (_what, error, reason) => {
  const before = await ran([error], { leaves: false });
  expect([before.end, before.counts.waiting, before.counts.unknown]).toEqual([{ kind: 'paused', reason }, 3, 0]);
  const { end, counts } = await ran([error]);
  expect([end.kind, counts.moved, counts.unknown]).toEqual(['ended', 2, 1]);
});

it('is paused with the words of the service when the login is refused, and the batch waits', async () => {
  const { end, seen, counts } = await ran([{ code: 'auth', message: 'Log in again.' }]);
  expect([end, seen]).toEqual([{ kind: 'paused', reason: 'Log in again.' }, ['a']]);
  expect(counts).toMatchObject({ waiting: 3, unknown: 0 });
});

const refused = (detail?: string): AppError => ({
  ...{ code: 'rejected', message: 'Bad request.', status: 400 },
  ...(detail === undefined ? {} : { detail }),
});

it.each([
  [
    'sends those again that a refusal does not name',
    'Not a lead: lead-2.',
    ['lead-1,lead-2,lead-3', 'lead-1,lead-3'],
    1,
  ],
  ['takes a refusal of all by name for one of the batch', 'lead-1 lead-2 lead-3', ['lead-1,lead-2,lead-3'], 3],
  ['takes a refusal without a name for one of the batch', undefined, ['lead-1,lead-2,lead-3'], 3],
])('%s', async (_what, detail, sent, count) => {
  const leads = ['lead-1', 'lead-2', 'lead-3'];
  const { end, seen, counts, batches } = await ran([refused(detail)], { leads, batchSize: 3 });
  expect([end.kind, seen]).toEqual(['ended', sent]);
  expect(counts).toMatchObject({ refused: count, moved: 3 - count, waiting: 0, unknown: 0 });
  expect(batches.map(({ reason }) => reason)).toEqual([detail ?? 'Bad request.']);
});

it('is paused by three refusals in a row, where more is to be sent; an answer between begins anew', async () => {
  const leads = ['a', 'b', 'c', 'd', 'e', 'f'];
  const gone: AppError = { code: 'notFound', message: 'No such segment.' };
  const three = await ran([refused(), gone, gone], { leads });
  expect([three.end, three.seen.length]).toEqual([
    { kind: 'paused', reason: 'The service refused 3 batches one after the other: No such segment.' },
    3,
  ]);
  const between = await ran([refused(), refused(), null, refused(), refused(), null], { leads });
  expect([between.end, between.counts.refused]).toEqual([{ kind: 'ended', reason: '' }, 4]);
});

it('never sends a batch again that may have arrived', async () => {
  const lost: AppError = { code: 'network', message: 'The line broke.', sent: 'maybe' };
  const { end, seen, counts, batches } = await ran([null, lost]);
  expect([end.kind, seen, counts.unknown]).toEqual(['ended', ['a', 'b', 'c'], 1]);
  expect(batches[1]).toMatchObject({ state: 'unknown', reason: 'The line broke.' });
});

it('says that it waits as long as the service asked for, where more is to be sent', async () => {
  const lost: AppError = { code: 'network', message: 'The service failed (503).', sent: 'maybe' };
  const first = await ran([lost], { restsAfter: 1, restsUntil: 7_000 });
  expect([first.end.kind, first.seen, first.waits]).toEqual(['ended', ['a', 'b', 'c'], [7_000]]);
  expect(first.reasons).toEqual(['The service failed (503) and asked for a pause until 00:00.']);
  expect(first.counts.unknown).toBe(1);
  const last = await ran([null, null, lost], { restsAfter: 3, restsUntil: 7_000 });
  expect([last.end.kind, last.seen.length, last.waits]).toEqual(['ended', 3, []]);
  const next = await ran([], { restsUntil: 7_000 });
  expect([next.end.kind, next.seen.length, next.waits]).toEqual(['ended', 3, [7_000]]);
});

it('halves what is refused of a batch that is halved, and asks for a person later: a half after the other may be', async () => {
  const halved = { isHalved: true, leads: ['a', 'b', 'c', 'd'], batchSize: 4 };
  const found = await ran([refused(), null, null, refused()], halved);
  expect(found.seen).toEqual(['a,b', 'a', 'c,d', 'b']);
  expect(found.counts).toMatchObject({ moved: 3, refused: 1 });
  const none = await ran(Array<AppError>(6).fill(refused()), halved);
  expect(none.end.reason).toBe('The service refused 5 batches one after the other: Bad request.');
  expect([none.end.kind, none.counts.waiting]).toEqual(['paused', 1]);
});

it('is paused when the batch that left has its answer; a request that has not left is ended', async () => {
  const { end, seen, isAborted, counts } = await ran([], { pausesAtRequest: true });
  expect([end.kind, seen, isAborted, counts.moved]).toEqual(['paused', ['a'], false, 1]);
  const ended: AppError = { code: 'cancelled', message: 'It was cancelled.' };
  const before = await ran([ended], { pausesAtRequest: true, leaves: false });
  expect([before.end.kind, before.isAborted, before.counts.waiting]).toEqual(['paused', true, 3]);
});

it.each<[string, AppError]>([
  ['the login is refused', { code: 'auth', message: 'Log in again.' }],
  ['the right is missing', { code: 'forbidden', message: 'Ask for the right.' }],
])('lets a batch wait as before when %s, whether or not it left', async (_what, error) => {
  for (const leaves of [true, false]) {
    const { end, counts, batches } = await ran([error], { leaves });
    expect([end, counts.waiting]).toEqual([{ kind: 'paused', reason: error.message }, 3]);
    expect(batches.map(({ state }) => state)).toEqual(['waiting', 'waiting', 'waiting']);
  }
});

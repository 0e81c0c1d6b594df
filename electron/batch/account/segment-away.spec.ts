import { setImmediate } from 'node:timers/promises';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { MINUTE } from '../../../shared/domain/time/time.ts';
import { VirtualClock } from '../../core/api/simulation/virtual-clock.ts';
import { jsonLines } from '../batch-fixture.ts';
import type { FollowTools } from '../program/follow-tools.ts';
import { createOutput } from '../program/output.ts';
import { EXIT } from '../program/trouble.ts';
import { changeSegment } from './segment-command.ts';

it('says ever more rarely that the service stays out of reach, and ends after a quarter of an hour, also when the change tells nothing', async () => {
  const clock = new VirtualClock();
  const began = clock.wallNow();
  const counts = { moved: 0, missing: 0, refused: 0, unknown: 0, waiting: 2 };
  const change = {
    id: 'x',
    segmentId: 'S',
    segmentName: 'Spring',
    kind: 'add',
    batches: [],
    batchCount: 1,
    counts,
    leads: 2,
    after: null,
  };
  const waiting = {
    ...change,
    state: 'running',
    reason: 'Out of reach.',
    heldUntil: clock.wallNow() + 1_000,
    before: null,
  };
  let pausedAt = Number.POSITIVE_INFINITY;
  const call = async (name: string) => {
    if (name !== 'segment:pause') return waiting;
    pausedAt = clock.monotonicNow();
    return { ...waiting, state: 'paused', reason: '', heldUntil: null };
  };
  let stdout = '';
  const tools = {
    core: { call, on: () => () => undefined, grant: () => 'token' },
    clock,
    output: createOutput(true, { out: (text) => (stdout += text), error: () => undefined }),
    interruption: { exitCode: null, onSignal: () => undefined },
  } as unknown as FollowTools;
  const options = { kind: 'add', segment: 'S', ids: 'ids.txt', repair: false } as const;
  const ending = changeSegment(tools, options, Readable.from([]));
  await clock.runAsync(20 * MINUTE, () => setImmediate());
  expect(await Promise.race([ending, setImmediate('still followed')])).toBe(EXIT.stopped);
  expect(pausedAt).toBe(16 * MINUTE);
  const held = { state: 'running', reason: 'Out of reach.' };
  const again = { ...held, waitingSince: new Date(began).toISOString() };
  // At 0, 1, 3, 7 and 15 minutes.
  expect(jsonLines(stdout).filter(({ state }) => state === 'running')).toEqual([held, again, again, again, again]);
  expect(jsonLines(stdout).at(-1)).toMatchObject({
    waiting: 2,
    error: { message: expect.stringMatching(/^Out of reach\./) },
  });
});

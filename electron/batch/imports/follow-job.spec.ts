import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { JobSummary } from '../../../shared/contract/jobs/jobs.ts';
import { MINUTE } from '../../../shared/domain/time/time.ts';
import { VirtualClock } from '../../core/api/simulation/virtual-clock.ts';
import { jsonLines } from '../batch-fixture.ts';
import type { FollowTools } from '../program/follow-tools.ts';
import { createOutput } from '../program/output.ts';
import { followJob } from './follow-job.ts';

const BEGAN = Date.UTC(2026, 11, 1, 14, 3);
const AWAY = 'The proxy of the network cannot be reached. Lead Console tries again on its own.';

const running = {
  id: 'job',
  sequence: 1,
  state: 'running',
  reason: '',
  ratePerMinute: 240,
  finishAt: null,
  resumeAt: null,
  counts: { rows: 60, created: 5, refused: 0, unknown: 0, skipped: 0, excluded: 0, waiting: 55 },
} as unknown as JobSummary;

/** What a command says while the service gets out of reach after 20 seconds and stays so. */
async function heardWhileAway(isJson: boolean): Promise<string> {
  const clock = new VirtualClock(BEGAN);
  let latest = running;
  let announce: (summary: JobSummary) => void = () => undefined;
  let heard = '';
  const tools = {
    core: {
      on: (_name: string, listener: typeof announce) => {
        announce = listener;
        return () => undefined;
      },
      call: async (name: string) => (name === 'job:rows' ? { total: 0 } : { summary: latest }),
    },
    clock,
    output: createOutput(isJson, { out: (text) => (heard += text), error: () => undefined }),
    interruption: { exitCode: null, onSignal: () => undefined },
    answerTimeout: null,
    teamWait: null,
  } as unknown as FollowTools;
  const ending = followJob(tools, { ...running, counts: { ...running.counts, created: 0, waiting: 60 } });
  await clock.runAsync(20_000, () => setImmediate());
  latest = { ...running, sequence: 2, state: 'waiting', reason: AWAY, holdKind: 'offline' };
  announce(latest);
  await clock.runAsync(20 * MINUTE, () => setImmediate());
  expect((await ending).why).toBe('unreachable');
  return heard;
}

it('says again, ever more rarely, that it still waits, why and since when', async () => {
  const lines = (await heardWhileAway(false)).trimEnd().split('\n');
  const away = lines.filter((line) => line.includes(AWAY));
  expect(away[0]).toBe(`5 of 60 rows done. ${AWAY}`);
  expect(away.slice(1)).toEqual(
    Array.from({ length: 4 }, () => `5 of 60 rows done. ${AWAY} Waiting since 2026-12-01T14:03Z.`),
  );
});

it('says so to programs, too', async () => {
  const since = jsonLines(await heardWhileAway(true)).flatMap(({ waitingSince }) => waitingSince ?? []);
  expect(since).toEqual(Array.from({ length: 4 }, () => '2026-12-01T14:03:20.000Z'));
});

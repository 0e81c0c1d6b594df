import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { jobSummary } from '../../../shared/domain/jobs/job-summary-fixture.ts';
import { MINUTE } from '../../../shared/domain/time/time.ts';
import { VirtualClock } from '../../core/api/simulation/virtual-clock.ts';
import { jsonLines } from '../batch-fixture.ts';
import type { FollowTools } from '../program/follow-tools.ts';
import { createOutput } from '../program/output.ts';
import { EXIT } from '../program/trouble.ts';
import { finishJob } from './end-job.ts';

/**
 * A signal interrupts an import of ten rows while one is on its way.
 *
 * @param answeredAt when its answer comes, milliseconds after the signal
 * @param answerTimeout as `--timeout` says it, milliseconds
 */
async function interrupted(answeredAt: number, answerTimeout: number | null = null) {
  const clock = new VirtualClock();
  const summary = () => {
    const created = clock.monotonicNow() < answeredAt ? 0 : 1;
    return jobSummary({
      state: 'paused',
      counts: { rows: 10, created, refused: 0, unknown: 0, skipped: 0, excluded: 0, waiting: 10 - created },
    });
  };
  const rowsIn = (state: string) => ({ total: state === 'onTheirWay' && clock.monotonicNow() >= answeredAt ? 0 : 1, rows: [] });
  const answers: Readonly<Record<string, (args: { readonly state: string }) => unknown>> = {
    'job:pause': summary,
    // Rows that a person put into the queue again while the import ran may wait before the one that is on its way.
    'job:rows': ({ state }) => rowsIn(state),
    'job:get': () => ({ summary: summary(), sentElsewhere: 0 }),
    'job:countAtEnd': () => ({ sentences: [] }),
  };
  let stdout = '';
  const tools = {
    core: { call: async (name: string, args: { readonly state: string }) => answers[name]?.(args), on: () => () => undefined },
    clock,
    output: createOutput(true, { out: (text) => (stdout += text), error: () => undefined }),
    interruption: { exitCode: EXIT.terminated, onSignal: () => undefined },
    answerTimeout,
    teamWait: null,
  };
  const ending = finishJob(tools as unknown as FollowTools, jobSummary(), null);
  await clock.runAsync(20 * MINUTE, () => setImmediate());
  return { code: await ending, last: jsonLines(stdout).at(-1) };
}

it('does not say of a row that it was answered when no answer is written down', async () => {
  expect(await interrupted(60 * MINUTE)).toMatchObject({
    code: EXIT.terminated,
    last: {
      created: 0,
      unknown: 1,
      waiting: 9,
      error: {
        code: 'cancelled',
        message:
          'Interrupted. 1 row was sent, and its answer is not written down: unknown now. The rows that were not sent wait. Resume it with "batch resume job-1".',
      },
    },
  });
});

it('waits for an answer as long as the command line gives it', async () => {
  const message = expect.stringContaining('Every row on its way was answered') as string;
  expect((await interrupted(2 * MINUTE)).last).toMatchObject({ created: 1, unknown: 0, error: { message } });
  expect((await interrupted(9 * MINUTE, 10 * MINUTE)).last).toMatchObject({ created: 1, unknown: 0, error: { message } });
});

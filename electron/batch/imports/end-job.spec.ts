import { setImmediate } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { JobSummary } from '../../../shared/contract/jobs/jobs.ts';
import { jobSummary } from '../../../shared/domain/jobs/job-summary-fixture.ts';
import { MINUTE } from '../../../shared/domain/time/time.ts';
import { VirtualClock } from '../../core/api/simulation/virtual-clock.ts';
import { jsonLines } from '../batch-fixture.ts';
import type { FollowTools } from '../program/follow-tools.ts';
import { createOutput } from '../program/output.ts';
import { EXIT, type ExitCode } from '../program/trouble.ts';
import { finishJob } from './end-job.ts';

/** A job of ten rows, as a core shows it that tells nothing by itself. */
interface Shown {
  /** @param now milliseconds since the command follows it */
  readonly summary: (now: number) => Partial<JobSummary>;
  readonly onTheirWay?: (now: number) => number;
  /** The signal that came before. */
  readonly signal?: ExitCode;
  /** When a signal comes, milliseconds since somebody listens for one. */
  readonly signalAt?: number;
  /** The last question for the count of the service gets no answer. */
  readonly hasNoCount?: boolean;
  /** As `--timeout` says it, milliseconds. */
  readonly answerTimeout?: number;
}

const created = (rows: number) => ({
  counts: { rows: 10, created: rows, refused: 0, unknown: 0, skipped: 0, excluded: 0, waiting: 10 - rows },
});

/** Follows it for twenty minutes at most. */
async function followed({ summary, onTheirWay = () => 0, signal, signalAt, hasNoCount, answerTimeout }: Shown) {
  const clock = new VirtualClock();
  const now = () => jobSummary(summary(clock.monotonicNow()));
  const answers: Readonly<Record<string, (args: { readonly state?: string }) => unknown>> = {
    'job:pause': now,
    // Rows that a person put into the queue again while the import ran may wait before one that is on its way.
    'job:rows': ({ state }) => ({ total: state === 'onTheirWay' ? onTheirWay(clock.monotonicNow()) : 10, rows: [] }),
    'job:get': () => ({ summary: now(), sentElsewhere: 0, countNotes: [] }),
    'job:countAtEnd': () => (hasNoCount === true ? new Promise(() => undefined) : {}),
  };
  let stdout = '';
  const tools = {
    core: {
      call: async (name: string, args: { readonly state?: string }) => answers[name]?.(args),
      on: () => () => undefined,
    },
    clock,
    output: createOutput(true, { out: (text) => (stdout += text), error: () => undefined }),
    interruption: {
      exitCode: signal ?? null,
      onSignal: (listener: () => void) => {
        if (signalAt !== undefined) clock.after(signalAt, listener);
      },
    },
    answerTimeout: answerTimeout ?? null,
    teamWait: null,
  };
  let endedAt = Number.POSITIVE_INFINITY;
  const ending = finishJob(tools as unknown as FollowTools, jobSummary(), null).finally(
    () => (endedAt = clock.monotonicNow()),
  );
  await clock.runAsync(20 * MINUTE, () => setImmediate());
  const code = await Promise.race([ending, setImmediate('still followed')]);
  return { code, endedAt, last: jsonLines(stdout).at(-1) };
}

/**
 * A signal comes while one row is on its way.
 *
 * @param answeredAt milliseconds until its answer comes
 */
const interrupted = (answeredAt: number, answerTimeout?: number) =>
  followed({
    summary: (now) => ({ state: 'paused', ...created(now < answeredAt ? 0 : 1) }),
    onTheirWay: (now) => (now < answeredAt ? 1 : 0),
    signal: EXIT.terminated,
    ...(answerTimeout === undefined ? {} : { answerTimeout }),
  });

it('ends with a job that had ended before anybody listened', async () => {
  expect(await followed({ summary: () => ({ state: 'complete', ...created(10) }) })).toMatchObject({
    code: EXIT.done,
    last: { created: 10, waiting: 0 },
  });
});

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

it('waits for an answer as long as the command line gives it, wherever its row stands in the queue', async () => {
  const error = { message: expect.stringContaining('Every row on its way was answered') as string };
  expect((await interrupted(2 * MINUTE)).last).toMatchObject({ created: 1, unknown: 0, error });
  expect((await interrupted(9 * MINUTE, 10 * MINUTE)).last).toMatchObject({ created: 1, unknown: 0, error });
});

it('waits two minutes for the last count of the service, or as long as the command line says, and not after a signal', async () => {
  const counting = (more: Partial<Shown> = {}) =>
    followed({ summary: () => ({ state: 'complete', ...created(10) }), hasNoCount: true, ...more });
  const ended = { code: EXIT.done, last: { created: 10, waiting: 0 } };
  expect(await counting()).toMatchObject({ ...ended, endedAt: 2 * MINUTE });
  expect(await counting({ answerTimeout: 5 * MINUTE })).toMatchObject({ ...ended, endedAt: 5 * MINUTE });
  expect(await counting({ signalAt: 7_000 })).toMatchObject({ ...ended, endedAt: 7_000 });
});

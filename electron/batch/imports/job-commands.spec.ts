import { setImmediate } from 'node:timers/promises';
import { beforeEach, expect, it } from 'vitest';
import type { JobSummary } from '../../../shared/contract/jobs/jobs.ts';
import { jobSummary } from '../../../shared/domain/jobs/job-summary-fixture.ts';
import { VirtualClock } from '../../core/api/simulation/virtual-clock.ts';
import { jsonLines } from '../batch-fixture.ts';
import type { FollowTools } from '../program/follow-tools.ts';
import { createOutput } from '../program/output.ts';
import { EXIT } from '../program/trouble.ts';
import { followJob } from './follow-job.ts';
import { endJob } from './job-commands.ts';
import { reconcileJob } from './reconcile-command.ts';

/* A row on its way behind more waiting rows than a page has: a person put those before it back. */

const ROWS = 150;
let isAnswered: boolean;
let timers: (() => void)[];
let lines: unknown[];

beforeEach(() => {
  [isAnswered, timers, lines] = [false, [], []];
});

function summary(state: JobSummary['state'] = 'paused'): JobSummary {
  const created = isAnswered ? 1 : 0;
  const counts = { created, refused: 0, unknown: 0, skipped: 0, excluded: 0, waiting: ROWS - created, rows: ROWS };
  return { id: 'job', state, reason: '', resumeAt: null, finishAt: null, sequence: 1, counts } as unknown as JobSummary;
}

function rows({ state, limit }: { state: string; limit: number }) {
  const all = Array.from({ length: ROWS }, (_, at) => ({ row: at + 1, state: at + 1 < ROWS ? 'ready' : 'intent' }));
  const left = isAnswered ? all.slice(0, -1) : all;
  const fitting = state === 'onTheirWay' ? left.filter((row) => row.state === 'intent') : left;
  return { total: fitting.length, rows: fitting.slice(0, limit) };
}

const answers: Readonly<Record<string, (args: never) => unknown>> = {
  'job:pause': () => summary(),
  'job:get': () => ({ summary: summary() }),
  'job:rows': rows,
};

function tools(exitCode: FollowTools['interruption']['exitCode']): FollowTools {
  return {
    core: { call: async (name: string, args: never) => answers[name]?.(args), on: () => () => undefined },
    clock: {
      wallNow: () => 0,
      monotonicNow: () => 0,
      after: (_: number, callback: () => void) => (timers.push(callback), { cancel: () => undefined }),
    },
    output: { tell: () => undefined, say: () => undefined, end: (text: string) => lines.push(text) },
    interruption: { exitCode, onSignal: () => undefined },
    answerTimeout: null,
    teamWait: null,
  } as unknown as FollowTools;
}

/** It waits, until the row is answered. */
async function answered(): Promise<void> {
  await expect.poll(() => timers.length).toBe(1);
  isAnswered = true;
  timers[0]?.();
}

it('a pause answers when the row has its answer', async () => {
  const ended = endJob(tools(null), 'job', 'pause');
  await answered();
  expect(await ended).toBe(EXIT.done);
  expect(lines).toEqual(['150 rows: 1 created, 149 waiting. Job job.']);
});

it.each(['pause', 'stop'] as const)('a %s that is interrupted says that it holds', async (how) => {
  await expect(endJob(tools(EXIT.interrupted), 'job', how)).rejects.toMatchObject({
    exitCode: EXIT.interrupted,
    message: `Interrupted. The import ${how}s all the same: "batch job job" shows how far it is.`,
  });
});

it('an import that is interrupted ends when the row has its answer', async () => {
  const followed = followJob(tools(EXIT.interrupted), summary('running'));
  await answered();
  expect(await followed).toMatchObject({ why: 'interrupted', unanswered: 0, summary: { counts: { waiting: 149 } } });
});

it('a pause counts the row whose answer came after it was asked for', async () => {
  const summary = (created: number) =>
    jobSummary({
      state: 'paused',
      counts: { rows: 10, created, refused: 0, unknown: 0, skipped: 0, excluded: 0, waiting: 10 - created },
    });
  const answers: Readonly<Record<string, unknown>> = {
    'job:pause': summary(0),
    'job:rows': { total: 0, rows: [] },
    'job:get': { summary: summary(1) },
  };
  let stdout = '';
  const tools = {
    core: { call: async (name: string) => answers[name] },
    clock: new VirtualClock(),
    output: createOutput(true, { out: (text) => (stdout += text), error: () => undefined }),
  };
  expect(await endJob(tools as unknown as FollowTools, 'job-1', 'pause')).toBe(0);
  expect(jsonLines(stdout)).toMatchObject([{ created: 1, waiting: 9, state: 'paused' }]);
});

it('what was found of unknown rows is applied beside the program that runs the import, which is left alone', async () => {
  const running = jobSummary({ id: 'job', isElsewhere: true });
  const answers: Readonly<Record<string, unknown>> = {
    'job:look': { exists: 0, absent: 1, several: 0, unclear: 0, leads: 1, looked: 1 },
    'job:verdicts': { verdicts: [] },
    'job:get': { summary: running },
    'job:applyVerdicts': running,
  };
  const called: string[] = [];
  let stdout = '';
  let stderr = '';
  const tools = {
    core: { call: async (name: string) => (called.push(name), answers[name]), on: () => () => undefined },
    clock: new VirtualClock(),
    output: createOutput(true, { out: (text) => (stdout += text), error: (text) => (stderr += text) }),
    interruption: { exitCode: null, onSignal: () => undefined },
  };
  const ended = reconcileJob(tools as unknown as FollowTools, { job: 'job', apply: true, result: 'result.csv' });
  expect(await Promise.race([ended, setImmediate('still followed')])).toBe(EXIT.unknown);
  expect([called.at(-1), stderr]).toEqual(['job:applyVerdicts', '']);
  expect(jsonLines(stdout).at(-1)).toMatchObject({ job: 'job', waiting: 10, absent: 1, state: 'running' });
});

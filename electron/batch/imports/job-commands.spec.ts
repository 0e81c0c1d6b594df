import { expect, it } from 'vitest';
import { jobSummary } from '../../../shared/domain/jobs/job-summary-fixture.ts';
import { VirtualClock } from '../../core/api/simulation/virtual-clock.ts';
import { jsonLines } from '../batch-fixture.ts';
import type { FollowTools } from '../program/follow-tools.ts';
import { createOutput } from '../program/output.ts';
import { endJob } from './job-commands.ts';

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

import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { exampleJob } from '../../testing/examples.ts';
import { show } from '../../testing/show.tsx';
import { RunningJob } from './RunningJob.tsx';

test('the name of a job that is cut can be read whole', async () => {
  await page.viewport(1366, 768);
  const name = 'Everybody who asked for an offer at the spring fair in Odense.xlsx';
  const { screen } = await show(<RunningJob />, {
    'job:list': () => ({ jobs: [exampleJob({ name, state: 'running' })] }),
  });
  await expect.element(screen.getByTitle(name)).toBeVisible();
});

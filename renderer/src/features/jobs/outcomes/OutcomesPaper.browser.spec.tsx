import { expect, test } from 'vitest';
import { exampleJob } from '../../../testing/examples.ts';
import { failing } from '../../../testing/host.ts';
import { showPage } from '../../../testing/show.tsx';
import { OutcomesPaper } from './OutcomesPaper.tsx';

const scope = { campaign: '', from: '', to: '' };

test('imports that cannot be listed are named as the trouble, in place of a page that is written for ever', async () => {
  const { screen } = await showPage(<OutcomesPaper scope={scope} />, {
    'job:list': failing('The journal cannot be read.'),
  });
  await expect.element(screen.getByText(/The journal cannot be read\./)).toBeVisible();
});

test('imports of which nothing was read say so', async () => {
  const { screen } = await showPage(<OutcomesPaper scope={scope} />, {
    'job:list': () => ({ jobs: [exampleJob()] }),
    'job:outcomes': () => ({ outcomes: null }),
  });
  await expect.element(screen.getByText(/^Nothing was read of these imports/)).toBeVisible();
});

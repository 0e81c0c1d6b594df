import { expect, test } from 'vitest';
import { exampleJob } from '../../../testing/examples.ts';
import { failing } from '../../../testing/host.ts';
import { show } from '../../../testing/show.tsx';
import { JobMenu } from './JobMenu.tsx';

test('a name that was not taken is not said to have failed when a person names the job again', async () => {
  const { screen } = await show(<JobMenu job={exampleJob()} />, {
    'job:rename': failing({ code: 'validation', message: 'The name is taken.', issues: [] }),
  });
  const menu = screen.getByRole('button', { name: /^More for/ });
  await menu.click();
  await screen.getByRole('menuitem', { name: 'Rename…' }).click();
  await screen.getByRole('button', { name: 'Rename', exact: true }).click();
  await expect.element(screen.getByText('The name is taken.')).toBeVisible();
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await menu.click();
  await screen.getByRole('menuitem', { name: 'Rename…' }).click();
  await expect.element(screen.getByLabelText('Name')).toBeVisible();
  await expect.element(screen.getByText('The name is taken.')).not.toBeInTheDocument();
});

import { expect, test } from 'vitest';
import { showPage } from '../../testing/show.tsx';
import { toast } from '../index.ts';

test('what has just happened is seen at once, and a failure stays while there is something else to give way', async () => {
  const { screen } = await showPage(<p>A page</p>);
  toast('First');
  toast('Second failed', null, { tone: 'error' });
  toast('Third');
  await expect.element(screen.getByText('Third')).toBeVisible();
  toast('Fourth');
  await expect.element(screen.getByText('Fourth')).toBeVisible();
  await expect.element(screen.getByText('First')).not.toBeInTheDocument();
  toast('Fifth');
  await expect.element(screen.getByText('Fifth')).toBeVisible();
  await expect.element(screen.getByText('Third')).not.toBeInTheDocument();
  await expect.element(screen.getByText('Second failed')).toBeVisible();
});

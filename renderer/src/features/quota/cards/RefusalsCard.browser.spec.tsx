import { expect, test } from 'vitest';
import { failing } from '../../../testing/host.ts';
import { show } from '../../../testing/show.tsx';
import { RefusalsCard } from './RefusalsCard.tsx';

const card = <RefusalsCard service="POST leads" title="Create leads" lastDay={2} now={Date.now()} zone="UTC" />;

test('answers that cannot be read are not said to be none', async () => {
  const { screen, host } = await show(card, {
    'quota:refusals': failing({ code: 'file', message: 'The disk cannot be read.', reason: '' }),
  });
  const none = screen.getByText(/The service has not throttled/);
  await expect.element(screen.getByText('The disk cannot be read.')).toBeVisible();
  await expect.element(none).not.toBeInTheDocument();
  host.answer({ 'quota:refusals': () => ({ total: 0, refusals: [] }) });
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(none).toBeVisible();
});

import { expect, test } from 'vitest';
import { failing } from '../../../testing/host.ts';
import { show } from '../../../testing/show.tsx';
import { RefusalsCard } from './RefusalsCard.tsx';

const card = <RefusalsCard service="POST leads" title="Create leads" lastDay={2} now={Date.now()} />;

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

test('the file has every answer once, also those that the card does not show, and one that comes meanwhile', async () => {
  const refusals = Array.from({ length: 650 }, (_, index) => ({
    at: 1_000 * index,
    service: 'POST leads',
    endpoint: 'POST leads',
    lane: 'import' as const,
    period: 'minute' as const,
    pause: 1000 * (index + 1),
  }));
  const { screen, host } = await show(card, {
    'quota:refusals': ({ offset, limit }) => {
      // The latest are kept: when one comes the oldest goes, and their number stays.
      const known = offset === 0 ? refusals : [{ ...refusals[0], pause: 0 } as (typeof refusals)[0], ...refusals];
      return { total: 650, refusals: known.slice(0, 650).slice(offset, offset + limit) };
    },
    'host:chooseTarget': () => ({ target: { token: 'file-0123456789abcdef', name: '429.csv' } }),
    'chart:save': () => ({ name: '429.csv', rows: 650, countedRows: 650, bytes: 1 }),
    deliverFile: () => undefined,
  });
  await expect.element(screen.getByText('The newest 100 of 650.')).toBeInTheDocument();
  await screen.getByRole('button', { name: 'Save Throttled' }).click();
  await screen.getByRole('menuitem', { name: 'Save the figures as CSV…' }).click();
  await expect.poll(() => host.calls('chart:save')).toHaveLength(1);
  const [saved] = host.calls('chart:save');
  const lines = saved?.content.trimEnd().split('\r\n');
  expect([lines?.length, lines?.at(-1)?.split(',').at(-1)]).toEqual([650, '649']);
});

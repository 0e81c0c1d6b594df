import { expect, onTestFinished, test, vi } from 'vitest';
import { DAY } from '../../../../shared/domain/time/time.ts';
import { exampleRequest } from '../../testing/examples.ts';
import { failing } from '../../testing/host.ts';
import { show } from '../../testing/show.tsx';
import { format } from '../format.ts';
import { RequestLog } from './RequestLog.tsx';

test('a log that cannot be read is not said to be empty', async () => {
  const { screen, host } = await show(<RequestLog />, {
    'quota:log': failing({ code: 'file', message: 'The disk cannot be read.', reason: '' }),
  });
  const none = screen.getByText(/^No request yet\./);
  await expect.element(screen.getByText('The disk cannot be read.')).toBeVisible();
  await expect.element(none).not.toBeInTheDocument();
  host.answer({ 'quota:log': () => ({ total: 0, entries: [] }) });
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(none).toBeVisible();
});

test('a request of an earlier day is shown with its day', async () => {
  const now = Date.UTC(2026, 10, 17, 12, 47, 8);
  vi.useFakeTimers({ toFake: ['Date'], now });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const { screen } = await show(<RequestLog />, {
    'quota:log': () => ({
      total: 2,
      entries: [exampleRequest({ at: now - 3 * DAY }), exampleRequest({ id: 2, at: now })],
    }),
  });
  await expect.poll(() => screen.getByRole('row').elements()).toHaveLength(3);
  const cells = [...screen.container.querySelectorAll('tbody td:first-child')];
  for (const cell of cells) expect(cell.scrollWidth).toBeLessThanOrEqual(cell.clientWidth);
  expect(cells.map((cell) => cell.textContent)).toEqual([
    format.timeWithSeconds(now),
    `${format.dayAndMonth(now - 3 * DAY)} ${format.timeWithSeconds(now - 3 * DAY)}`,
  ]);
});

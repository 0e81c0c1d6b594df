import { expect, onTestFinished, test } from 'vitest';
import { HOUR } from '../../../../shared/domain/time/time.ts';
import { showTimesIn } from '../../lib/format.ts';
import { emptyCharts, exampleAccount, exampleBudget } from '../../testing/examples.ts';
import { failing } from '../../testing/host.ts';
import { show } from '../../testing/show.tsx';
import { Dashboard } from './Dashboard.tsx';

const now = Date.UTC(2026, 10, 17, 12);
const budget = exampleBudget();
const unread = failing({ code: 'file', message: 'The disk cannot be read.', reason: '' });

const burnDown = () => ({
  service: budget.service,
  limit: 1_000,
  reserve: 0,
  now,
  startedAt: now - HOUR,
  resetsAt: now + 23 * HOUR,
  points: [{ at: now - HOUR, left: 1_000, isConfirmed: false }],
  earlier: [],
  forecast: [],
  outlook: budget.outlook,
  planned: [],
  productionHours: [],
});

test('figures that cannot be read any more are not shown as those of now', async () => {
  const { screen, host } = await show(<Dashboard service={budget} now={now} />, {
    'quota:burnDown': burnDown,
    ...emptyCharts,
  });
  await expect.element(screen.getByText(/1,000 of 1,000 units left at 13:00/)).toBeVisible();
  host.answer({ 'quota:burnDown': unread });
  host.emit('quota:series', { accountId: exampleAccount().id });
  await expect.element(screen.getByText('The disk cannot be read.')).toBeVisible();
});

test('jobs that cannot be read are not said to be none', async () => {
  const { screen } = await show(<Dashboard service={budget} now={now} />, {
    'quota:burnDown': unread,
    ...emptyCharts,
  });
  await expect.element(screen.getByText('The disk cannot be read.')).toBeVisible();
  await expect.element(screen.getByText(/No job is due/)).not.toBeInTheDocument();
});

test('times are written anew when another window chooses another zone for the account', async () => {
  const { screen } = await show(<Dashboard service={budget} now={now} />, {
    'quota:burnDown': burnDown,
    ...emptyCharts,
  });
  await expect.element(screen.getByText(/units left at 13:00/)).toBeVisible();
  onTestFinished(() => showTimesIn('Europe/Copenhagen'));
  showTimesIn('Asia/Tokyo');
  await screen.rerender(<Dashboard service={budget} now={now} />);
  await expect.element(screen.getByText(/units left at 21:00/)).toBeVisible();
});

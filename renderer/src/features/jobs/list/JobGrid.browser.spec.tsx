import { expect, onTestFinished, test, vi } from 'vitest';
import { userEvent } from 'vitest/browser';
import type { JobSummary } from '../../../../../shared/contract/jobs/jobs.ts';
import { MINUTE } from '../../../../../shared/domain/time/time.ts';
import { format, showTimesIn } from '../../../lib/format.ts';
import { placeHref } from '../../../lib/navigation.ts';
import { exampleJob } from '../../../testing/examples.ts';
import { showPage } from '../../../testing/show.tsx';
import { JobGrid } from './JobGrid.tsx';

/** The list of one job; its first cell has the focus. */
async function showGrid(changed: Partial<JobSummary>) {
  location.hash = placeHref('jobs');
  const job = exampleJob({ name: 'Nordlys', ...changed });
  const opened = await showPage(
    <div style={{ height: 300, width: 1100 }}>
      <JobGrid jobs={[job]} />
    </div>,
    { 'job:pause': () => job, 'job:resume': () => job },
  );
  const cell = opened.screen.getByRole('gridcell', { name: /Nordlys/ }).first();
  await expect.element(cell).toBeVisible();
  (cell.element() as HTMLElement).focus();
  return opened;
}

test('Space pauses a job that runs, once however long it is held, and Enter opens it', async () => {
  const { host } = await showGrid({});
  await userEvent.keyboard('{ >3/}');
  await userEvent.keyboard('{Enter}');
  await expect.poll(() => location.hash).toBe(placeHref('jobs', 'job-1'));
  expect(host.calls('job:pause')).toEqual([{ jobId: 'job-1' }]);
});

test.each([' ', 'Enter'])('%j on the button of the menu opens the menu, and does nothing else', async (key) => {
  const { screen, host } = await showGrid({});
  const button = screen.getByRole('button', { name: 'More for Nordlys' });
  await button.click();
  await expect.element(screen.getByRole('menuitem', { name: 'Rename…' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(screen.getByRole('menuitem', { name: 'Rename…' })).not.toBeInTheDocument();
  await expect.element(button).toHaveFocus();
  await userEvent.keyboard(`{${key}}`);
  await expect.element(screen.getByRole('menuitem', { name: 'Rename…' })).toBeVisible();
  expect(host.calls('job:pause')).toEqual([]);
  expect(location.hash).toBe(placeHref('jobs'));
});

test('Space resumes a paused job; a trial is looked at first, because all other rows go when it does', async () => {
  const paused = await showGrid({ state: 'paused' });
  await userEvent.keyboard('{ }');
  await expect.poll(() => paused.host.calls('job:resume')).toEqual([{ jobId: 'job-1' }]);
  await paused.screen.unmount();
  const { host } = await showGrid({ state: 'needsYou', holdKind: 'trial' });
  await userEvent.keyboard('{ }');
  await expect.poll(() => location.hash).toBe(placeHref('jobs', 'job-1'));
  expect(host.calls('job:resume')).toEqual([]);
});

test('times are written anew when another window chooses another zone for the account', async () => {
  const jobs = [exampleJob({ createdAt: Date.UTC(2026, 10, 17, 12, 47) })];
  const grid = () => (
    <div style={{ height: 300, width: 1100 }}>
      <JobGrid jobs={jobs} />
    </div>
  );
  const { screen } = await showPage(grid());
  await expect.element(screen.getByText('13:47', { exact: true })).toBeVisible();
  onTestFinished(() => showTimesIn('Europe/Copenhagen'));
  showTimesIn('Asia/Tokyo');
  await screen.rerender(grid());
  await expect.element(screen.getByText('21:47', { exact: true })).toBeVisible();
});

test('an estimate for tomorrow names its day until midnight, while the list stays open', async () => {
  const now = Date.UTC(2026, 10, 17, 22, 58);
  vi.useFakeTimers({ now, toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const { screen } = await showGrid({ state: 'running', finishAt: now + 30 * MINUTE });
  await expect
    .element(screen.getByText(`about, ${format.dayAndMonth(now + 30 * MINUTE)}`, { exact: true }))
    .toBeVisible();
  await vi.advanceTimersByTimeAsync(3 * MINUTE);
  await expect.element(screen.getByText('about', { exact: true })).toBeVisible();
});

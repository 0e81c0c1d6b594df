import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { renderHook } from 'vitest-browser-react';
import type { ServiceQuota } from '../../../../shared/contract/quota/quota.ts';
import { useNow, useNowWith } from '../../lib/use-now.ts';
import { emptyCharts, exampleBudget, exampleQuota } from '../../testing/examples.ts';
import { leaveRoom, showPage } from '../../testing/show.tsx';
import { QuotaPage } from './QuotaPage.tsx';

const NAMES = ['Create leads', 'Saved searches', 'Search leads', 'Segments', 'Users'];

/** What the service counts, with units of these budgets used. */
function counted(used: readonly string[], sequence: number) {
  const services: ServiceQuota[] = NAMES.map((title) => {
    const service = title === 'Create leads' ? 'POST leads' : title;
    const budget = exampleBudget({ service, title, endpoints: [{ service, title, isLikely: false }] });
    return used.includes(title) ? { ...budget, daily: { ...budget.daily, used: 1, remaining: 99_999 } } : budget;
  });
  return exampleQuota({ services, sequence });
}

test('a card stays where it is when a budget is used for the first time', async () => {
  const { screen, host } = await showPage(<QuotaPage />, {
    'quota:snapshot': () => counted([], 1),
    'quota:burnDown': () => Promise.withResolvers<never>().promise,
    ...emptyCharts,
  });
  const cards = screen.getByRole('list', { name: 'Budgets' }).getByRole('listitem');
  const order = () => cards.elements().map((card) => card.querySelector('h2')?.textContent);
  await expect.poll(order).toEqual(['Create leads', 'Saved searches', 'Search leads', 'Segments']);
  host.emit('quota:pulse', counted(['Segments'], 2));
  await expect.element(cards.getByText('99,999')).toBeVisible();
  expect(order()).toEqual(['Create leads', 'Saved searches', 'Search leads', 'Segments']);
  // One without a card takes the place of an idle one.
  host.emit('quota:pulse', counted(['Segments', 'Users'], 3));
  await expect.poll(order).toEqual(['Create leads', 'Saved searches', 'Users', 'Segments']);
});

test('long names of a counter and of a planned job are shown whole beside the figures', async () => {
  const long = 'LeadManagementWebApiLeadsWithALongNameThatSomebodyGaveToItsCounter';
  const job = { jobId: 'job-1', name: `${long}.xlsx`, from: 0, to: null, rows: 9, units: 9, spillsOver: true };
  const { service, outlook } = exampleBudget();
  const day = { service, limit: null, reserve: 0, now: 1, startedAt: null, resetsAt: null, outlook };
  const usual = counted(NAMES, 1);
  const services = usual.services.map((budget) => ({ ...budget, title: `${long}${budget.title}` }));
  const { screen } = await showPage(<QuotaPage />, {
    ...emptyCharts,
    'quota:snapshot': () => ({ ...usual, services }),
    'quota:burnDown': () => ({ ...day, points: [], forecast: [], earlier: [], productionHours: [], planned: [job] }),
  });
  await expect.element(screen.getByRole('link', { name: job.name })).toBeVisible();
  leaveRoom(1120);
  const names = [
    ...screen.getByRole('list', { name: 'Budgets' }).getByRole('heading').getByRole('button').elements(),
    screen.getByRole('link', { name: job.name }).element(),
  ];
  expect(names).toHaveLength(NAMES.length + 1);
  for (const name of names) {
    expect(name.scrollWidth).toBeLessThanOrEqual(name.clientWidth);
    const around = name.closest('li')?.getBoundingClientRect().right ?? 0;
    expect(name.getBoundingClientRect().right).toBeLessThanOrEqual(around);
  }
});

test('in a narrow window the buttons leave room for the title of the page', async () => {
  const { screen } = await showPage(<QuotaPage />, {
    'quota:snapshot': () => counted([], 1),
    'quota:burnDown': () => Promise.withResolvers<never>().promise,
    ...emptyCharts,
  });
  await page.viewport(640, 384);
  const log = screen.getByRole('button', { name: 'Request log' });
  await expect.element(log).toBeVisible();
  await expect.poll(() => log.element().getBoundingClientRect().width).toBeLessThan(40);
  await page.viewport(683, 384);
  await expect.element(log).toHaveTextContent('Request log');
});

/** The rail stands beside the page all the time. */
test('what was shown at different moments goes on at the same one, on the full second', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const start = Date.UTC(2026, 10, 17, 12);
  vi.setSystemTime(start + 200);
  const first = await renderHook(() => useNow(1000));
  vi.advanceTimersByTime(500);
  const second = await renderHook(() => useNow(1000));
  const shown = () => [first, second].map(({ result }) => result.current - start);
  expect(shown()).toEqual([200, 700]);
  const pass = async (milliseconds: number) => {
    await first.act(() => {
      vi.advanceTimersByTime(milliseconds);
    });
  };
  await pass(299);
  expect(shown()).toEqual([200, 700]);
  await pass(1);
  expect(shown()).toEqual([1000, 1000]);
  await pass(1000);
  expect(shown()).toEqual([2000, 2000]);
});

test('the clock beside figures goes on with them, and by itself when none came for a second', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const start = Date.UTC(2026, 10, 17, 12);
  vi.setSystemTime(start);
  const clock = await renderHook((news?: number) => useNowWith(news, 1000), { initialProps: 1 });
  const pass = (milliseconds: number) =>
    clock.act(() => {
      vi.advanceTimersByTime(milliseconds);
    });
  for (const news of [2, 3, 4]) {
    await pass(500);
    await clock.rerender(news);
    expect(clock.result.current - start).toBe((news - 1) * 500);
  }
  await pass(999);
  expect(clock.result.current - start).toBe(1500);
  await pass(1);
  expect(clock.result.current - start).toBe(2500);
  await pass(1000);
  expect(clock.result.current - start).toBe(3500);
});

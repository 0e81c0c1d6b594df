import { expect, test } from 'vitest';
import type { ServiceQuota } from '../../../../shared/contract/quota/quota.ts';
import { exampleBudget, exampleQuota } from '../../testing/examples.ts';
import { showPage } from '../../testing/show.tsx';
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
    'quota:minutes': () => ({ step: 60_000, limit: 240, points: [] }),
    'quota:hours': () => ({ zone: 'UTC', days: 0, cells: [] }),
    'quota:refusals': () => ({ total: 0, refusals: [] }),
    'quota:latency': () => ({ step: 300_000, points: [] }),
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

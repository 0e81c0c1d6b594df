import { expect, test } from 'vitest';
import { exampleJob } from '../../../testing/examples.ts';
import { showPage } from '../../../testing/show.tsx';
import { JobListPage } from './JobListPage.tsx';

test('a search that only imports in other states match says so, and leads back to all of them', async () => {
  const { screen } = await showPage(<JobListPage />, {
    'job:list': () => ({ jobs: [exampleJob({ id: '1', name: 'Nordlys' }), exampleJob({ id: '2', name: 'Sydhavn' })] }),
    'job:doubt': () => ({ doubt: null }),
    'job:outcomePlan': () => ({ plan: { minute: null, days: 30 }, last: null }),
  });
  const nordlys = screen.getByRole('gridcell', { name: /Nordlys/ }).first();
  const search = screen.getByRole('textbox', { name: 'Search imports' });
  await expect.element(nordlys).toBeVisible();
  await search.fill('nord');
  await screen.getByText(/^Finished 0$/).click();
  await expect.element(screen.getByRole('heading', { name: 'No imports in this state match “nord”.' })).toBeVisible();
  await search.fill('west');
  await expect.element(screen.getByRole('heading', { name: 'No imports match “west”.' })).toBeVisible();
  await expect.element(screen.getByText('2 imports are in the list.')).toBeVisible();
  expect(screen.getByText('No Rows To Show').elements()).toEqual([]);
  await screen.getByRole('button', { name: 'Show all imports' }).click();
  await expect.element(nordlys).toBeVisible();
  await expect.element(search).toHaveValue('');
});

test('the list is as it was left when a person comes back to it', async () => {
  const jobs = ['Nordlys', 'Sydhavn'].map((name) => exampleJob({ id: name, name, state: 'running' }));
  const { screen } = await showPage(<JobListPage />, {
    'job:list': () => ({ jobs }),
    'job:doubt': () => ({ doubt: null }),
    'job:outcomePlan': () => ({ plan: { minute: null, days: 30 }, last: null }),
  });
  const search = screen.getByRole('textbox', { name: 'Search imports' });
  await search.fill('sydhavn');
  await screen.getByText(/^Running or planned 1$/).click();
  await screen.rerender(<p>Another page</p>);
  await expect.element(search).not.toBeInTheDocument();
  await screen.rerender(<JobListPage />);
  await expect.element(search).toHaveValue('sydhavn');
  await expect.element(screen.getByRole('radio', { name: 'Running or planned 1' })).toBeChecked();
  await expect.element(screen.getByRole('gridcell', { name: /Sydhavn/ }).first()).toBeVisible();
  expect(screen.getByRole('gridcell', { name: /Nordlys/ }).elements()).toEqual([]);
});

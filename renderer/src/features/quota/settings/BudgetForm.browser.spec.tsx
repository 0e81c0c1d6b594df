import { expect, test } from 'vitest';
import { useChannel } from '../../../bridge/index.ts';
import { exampleBudget, exampleQuota } from '../../../testing/examples.ts';
import { failing, failure } from '../../../testing/host.ts';
import { show } from '../../../testing/show.tsx';
import { BudgetForm } from './BudgetForm.tsx';

/** The form with what is kept, as the drawer shows it. */
function Settings() {
  const { data } = useChannel('quota:snapshot', {});
  const [service] = data?.services ?? [];
  return service === undefined ? null : <BudgetForm service={service} />;
}

test('figures are said to be saved when all of them are, and no longer when one is changed', async () => {
  let budget = exampleBudget();
  let isFull = true;
  let sequence = 1;
  const quota = () => exampleQuota({ services: [budget], sequence: sequence++ });
  const { screen } = await show(<Settings />, {
    'quota:snapshot': quota,
    'quota:reserve': ({ units }) => {
      budget = { ...budget, reserve: { units: units ?? 0, isOwn: true } };
      return quota();
    },
    'quota:shares': ({ day }) => {
      if (isFull) throw failure({ code: 'file', message: 'The disk is full.', reason: '' });
      budget = { ...budget, shares: { ...budget.shares, day: { percent: day ?? 100, isOwn: true } } };
      return quota();
    },
  });
  const share = screen.getByLabelText('Share of the day');
  const save = screen.getByRole('button', { name: 'Save', exact: true });
  await screen.getByLabelText('Units a day that imports leave untouched').fill('500');
  await share.fill('50');
  await save.click();
  await expect.element(screen.getByText('The disk is full.')).toBeVisible();
  await expect.element(screen.getByText('Saved.')).not.toBeInTheDocument();
  isFull = false;
  await save.click();
  await expect.element(screen.getByText('Saved.')).toBeVisible();
  await share.fill('40');
  await expect.element(screen.getByText('Saved.')).not.toBeInTheDocument();
});

test('shares that could not be set back are shown as they are', async () => {
  const percent = { percent: 50, isOwn: true };
  const kept = exampleQuota({
    services: [exampleBudget({ shares: { minute: percent, day: percent }, ratePerMinute: 1 })],
  });
  const { screen } = await show(<Settings />, {
    'quota:snapshot': () => kept,
    'quota:reserve': () => kept,
    'quota:shares': failing({ code: 'file', message: 'The disk is full.', reason: '' }),
  });
  await expect.element(screen.getByText(/ The pace now is 1 request a minute\./)).toBeVisible();
  await screen.getByRole('button', { name: 'Use the defaults' }).click();
  await expect.element(screen.getByText('The disk is full.')).toBeVisible();
  await expect.element(screen.getByLabelText('Share of the day')).toHaveValue('50 %');
});

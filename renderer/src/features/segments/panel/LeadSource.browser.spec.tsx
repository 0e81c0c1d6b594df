import { expect, test } from 'vitest';
import { failing } from '../../../testing/host.ts';
import { show } from '../../../testing/show.tsx';
import { LeadSource } from './LeadSource.tsx';

test.each([
  ['An export', 'export:list', 'Result', 'No export has leads yet'],
  ['An import', 'job:list', 'Import', 'No import has created a lead yet'],
] as const)('%s: a list that cannot be read is not said to be empty', async (source, channel, label, none) => {
  const { screen } = await show(<LeadSource onChange={() => undefined} />, {
    [channel]: failing({ code: 'file', message: 'The disk cannot be read.', reason: '' }),
  });
  await screen.getByRole('combobox', { name: 'Leads from' }).click();
  await screen.getByRole('option', { name: source }).click();
  await expect.element(screen.getByText('The disk cannot be read.')).toBeVisible();
  await expect.element(screen.getByRole('combobox', { name: label })).toBeDisabled();
  expect(screen.getByPlaceholder(none).elements()).toEqual([]);
});

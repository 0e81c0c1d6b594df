import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { clean, open } from './plan-step-fixture.tsx';

test('phones that get no country are named before they go out as they are written', async () => {
  await page.viewport(1366, 768);
  const reason = 'So far United Kingdom for DK-NORDLYS, but this file names Germany.';
  const unsure = { ...clean, country: { ...clean.country, value: null, reason }, unprefixedPhones: 14 };
  const { screen } = await open({ 'check:run': () => unsure });
  const note = screen.getByRole('status').filter({ hasText: reason });
  await expect
    .element(note.getByText('14 phones without a country prefix are sent as they are written.'))
    .toBeVisible();
  await note.getByRole('button', { name: 'Back to Check' }).click();
  await expect.element(screen.getByText(/^14 phones have no country prefix/)).toBeVisible();
});

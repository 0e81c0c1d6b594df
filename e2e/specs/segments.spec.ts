import { expect, test } from '../fixtures.ts';
import { Frame } from '../pages/frame.ts';
import { SegmentsPage } from '../pages/segments-page.ts';

test('ids are pasted, added, and found in the history after a restart', async ({ page, host, troubles }) => {
  const segments = new SegmentsPage(page);
  await new Frame(page).goTo('Segments');
  await segments.choose('Energi Q1 pilot');
  await segments.paste(['nobody-1', 'nobody-2', 'nobody-2']);
  await expect(segments.before).toContainText('Listed twice');
  await segments.start(/^Add 2 leads$/);
  await expect(segments.count('skipped')).toHaveText(/^2/);
  await expect(segments.count('created')).toHaveText(/^0/);
  await expect(page.getByText('the service does not know')).toBeVisible();

  troubles.expect(/net::ERR_|Failed to load resource/);
  await host.stop();
  await host.start();
  await page.goto(host.address);
  await new Frame(page).goTo('Segments');
  await segments.choose('Energi Q1 pilot');
  await segments.history.getByRole('link', { name: 'Added 0 of 2' }).click();
  await page.getByRole('button', { name: 'Remove from the list…' }).click();
  await page.getByRole('button', { name: 'Remove from the list', exact: true }).click();
  await segments.choose('Energi Q1 pilot');
  await expect(segments.history).toContainText('None yet.');
});

test('the palette finds segments and users, and opens them', async ({ page }) => {
  const look = async (words: string, found: string | RegExp) => {
    await page.keyboard.press('ControlOrMeta+k');
    await page.getByRole('textbox', { name: 'Search or run a command' }).fill(words);
    await page.getByRole('dialog').getByRole('button', { name: found }).first().click();
  };
  await new Frame(page).goTo('Segments');
  await look('energi q1', /Energi Q1 pilot/);
  await expect(page.getByRole('region', { name: 'Change Energi Q1 pilot' })).toBeVisible();
  await look('åsa', /Åsa Holmgaard/);
  await expect(page.getByRole('row', { name: /Åsa Holmgaard/ })).toHaveAttribute('aria-current', 'true');
});

import { expect, testWithService as test } from '../fixtures.ts';
import { ExportPage } from '../pages/export-page.ts';
import { Frame } from '../pages/frame.ts';
import { WelcomePage } from '../pages/welcome-page.ts';

test.use({ viewport: { width: 1440, height: 900 } });

test('a saved query and its result are there after a restart, without the service and without the password', async ({
  page,
  host,
  service,
  troubles,
}) => {
  await new WelcomePage(page).connect(service);
  const exported = await ExportPage.goTo(page);
  await exported.projects('Energi*');
  await exported.chip('New').click();
  await exported.saveQuery('Energi, new');
  await exported.fetchAll();
  const leads = await exported.leads();
  expect(leads).toBeGreaterThan(0);

  // A new search has no filter left.
  await page.getByRole('button', { name: /^New search/ }).click();
  await expect(exported.request).toHaveText('/simpleleads?Projects=*');

  troubles.expect(/ERR_CONNECTION_REFUSED|ERR_INCOMPLETE_CHUNKED|Failed to load resource/);
  await host.stop();
  await service.stop();
  await host.start();
  await page.goto(host.address);
  await new Frame(page).goTo('Export');
  await expect(page.getByRole('button', { name: 'Sign in to fetch' })).toBeVisible();
  await exported.savedQuery('Energi, new').click();
  await expect(exported.request).toHaveText('/simpleleads?Projects=Energi*&Statuses=New');
  await exported.pastResult('Energi, new').click();
  expect(await exported.leads()).toBe(leads);
  await expect(exported.grid.getByRole('row').nth(2)).toBeVisible();
});

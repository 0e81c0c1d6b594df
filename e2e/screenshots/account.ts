import type { Page } from '@playwright/test';
import { expect, testWithService as test } from '../fixtures.ts';
import { AccountPage } from '../pages/account-page.ts';
import { Frame } from '../pages/frame.ts';
import { WelcomePage } from '../pages/welcome-page.ts';
import { pictureOf } from '../picture.ts';

test.setTimeout(240_000);

const picture = (page: Page, name: string) => pictureOf(page, 'account', name);

test('account: every state of a connection', async ({ page, service }) => {
  const frame = new Frame(page);
  const account = new AccountPage(page);
  await service.addFault({ kind: 'status', status: 404, match: { path: '/rawleads' } });
  await new WelcomePage(page).connect(service);
  await frame.goTo('Account');
  await expect(account.point('RawLeads path')).toBeVisible();
  await picture(page, 'settled');
  await service.addFault({ kind: 'status', status: 403, times: 'always', match: { path: '/simpleleads' } });
  await account.test();
  await picture(page, 'rights-gone');
  await account.point('Error body').getByRole('button').click();
  await expect(page.getByRole('dialog')).toBeVisible();
  await picture(page, 'evidence');
  await page.keyboard.press('Escape');
  await service.addFault({ kind: 'hang', match: { path: '/metadata' } });
  await page.getByRole('button', { name: 'Change…' }).click();
  await page.getByLabel('New address').fill('http://nordwind.example.com/api');
  await page.getByRole('button', { name: 'Test and change' }).click();
  await picture(page, 'address');
  await page.getByRole('button', { name: 'Cancel' }).click();
  await account.show('Users and org units');
  await expect(page.getByRole('rowheader', { name: 'Søren Kjær' })).toBeVisible();
  await page.getByLabel('Org code').fill('Danmark');
  await page.getByRole('button', { name: 'Look up' }).click();
  await expect(page.getByRole('tree')).toBeVisible();
  await picture(page, 'people');
  await page.getByRole('button', { name: 'Diagnostics…' }).click();
  await expect(page.getByRole('navigation', { name: 'Files of the bundle' })).toBeVisible();
  await picture(page, 'diagnostics');
  await page.keyboard.press('Escape');
  await account.show('Settings');
  await picture(page, 'settings');
});

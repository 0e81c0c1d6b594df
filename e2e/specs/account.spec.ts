import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectAccessible } from '../accessible.ts';
import { expect, testWithService as test } from '../fixtures.ts';
import { AccountPage } from '../pages/account-page.ts';
import { Frame } from '../pages/frame.ts';
import { ImportPage } from '../pages/import-page.ts';
import { QuotaPage } from '../pages/quota-page.ts';
import { PracticeService } from '../practice-service.ts';
import { WelcomePage } from '../pages/welcome-page.ts';
import { writeCompanies } from '../spreadsheets.ts';
import { saveBy } from '../save-by.ts';

test.beforeEach(({ page, service }) => new WelcomePage(page).connect(service));

test('the connection test settles what is open, names rights that are gone, and keeps it', async ({
  page,
  service,
}) => {
  await new Frame(page).goTo('Account');
  const account = new AccountPage(page);
  await expect(page.getByText('6 of 6 requests')).toBeVisible();
  await expect(account.point('RawLeads path')).toContainText('Confirmed');
  await expect(account.point('Price at night')).toContainText('Open');
  await expect(page.getByText('You can import, export and change segments.')).toBeVisible();

  await service.addFault({ kind: 'status', status: 403, times: 'always', match: { path: '/simpleleads' } });
  await account.test();
  await expect(page.getByText('One right is gone.')).toBeVisible();
  await expect(page.getByText(/Saved searches work: export through them/)).toBeVisible();
  await expectAccessible(page, 'Account with a right gone');
  await account.point('Error body').getByRole('button').click();
  await expect(page.getByRole('dialog', { name: 'Error body' })).toContainText('GET /metadata');
  await page.keyboard.press('Escape');
  await page.reload();
  await expect(page.getByText('One right is gone.')).toBeVisible();
  await page.getByRole('button', { name: 'Accept the new rights' }).click();
  await expect(page.getByText('One right is gone.')).toBeHidden();
});

test('another connection ends at its page, with its test, and the focus on the title', async ({ page }) => {
  await new Frame(page).goTo('Account');
  const other = new PracticeService(['--leads', '10']);
  await other.start();
  try {
    await page.getByRole('button', { name: 'Add a connection' }).click();
    await new WelcomePage(page).fillIn(other);
    await page.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(page).toHaveURL(/#\/account\/acc-/);
    await expect(page.getByRole('region', { name: 'Details' })).toContainText(other.address);
    await expect(page.getByText('6 of 6 requests')).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  } finally {
    await other.stop();
  }
});

test(
  'a connection is named and coloured, users are found, and an org unit is looked up',
  { tag: '@long' },
  async ({ page }) => {
    await new Frame(page).goTo('Account');
    const account = new AccountPage(page);
    await page.getByRole('button', { name: 'Name and colour…' }).click();
    const dialog = page.getByRole('dialog', { name: /^Name and colour of/ });
    await dialog.getByLabel('Name', { exact: true }).fill('Nordwind Contact');
    await dialog.getByRole('radio', { name: 'Amber' }).check();
    await dialog.getByRole('checkbox', { name: 'Production' }).check();
    await expectAccessible(page, 'Name and colour of a connection');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(page.getByRole('link', { name: /Nordwind Contact/ }).first()).toBeVisible();

    // On every page, and after a reload.
    await new Frame(page).goTo('Quota');
    await page.reload();
    await expect(page.getByRole('navigation').getByText('Production', { exact: true })).toBeVisible();
    await expectAccessible(page, 'a page of a connection that is production');
    await new Frame(page).goTo('Account');
    await account.show('Users and org units');
    await expect(page.getByRole('rowheader', { name: 'Søren Kjær' })).toBeVisible();
    await page.getByLabel('Find a user').fill('kjær');
    await expect(page.getByRole('rowheader')).toHaveCount(1);
    await page.getByLabel('Org code').fill('Danmark');
    await page.getByRole('combobox', { name: 'Include' }).fill('campaigns');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/returns the parents of both units and users/)).toBeVisible();
    await page.getByRole('button', { name: 'Look up' }).click();
    await expect(page.getByRole('tree', { name: 'Org unit' })).toContainText('Danmark');
    await expectAccessible(page, 'Users and org units');
  },
);

test('the request log opens a refusal, and the diagnostics bundle is shown before it is saved', async ({
  page,
  service,
  folder,
}) => {
  await new Frame(page).goTo('Account');
  const account = new AccountPage(page);
  await service.addFault({
    kind: 'status',
    status: 403,
    body: '{"message":"No right to users"}',
    match: { path: '/users' },
  });
  await account.show('Users and org units');
  await expect(page.getByText(/gives this account no right .*No right to users/)).toBeVisible();
  await new Frame(page).goTo('Quota');
  await new QuotaPage(page).openRequests();
  await page.getByText('Refused or not answered').click();
  await page.getByRole('button', { name: 'GET /users' }).first().click();
  await expect(page.getByRole('dialog')).toContainText('No right to users');
  await expect(page.getByRole('dialog')).toContainText('Basic •••');
  await expectAccessible(page, 'A request of the log');
  await page.keyboard.press('Escape');
  await saveBy(page.getByRole('button', { name: 'Save as CSV' }), join(folder, 'requests.csv'));
  expect(await readFile(join(folder, 'requests.csv'), 'utf8')).toContain('GET,/users,GET users,person,403');

  await new Frame(page).goTo('Account');
  await page.getByRole('button', { name: 'Diagnostics…' }).click();
  const dialog = page.getByRole('dialog', { name: 'Diagnostics bundle' });
  await dialog.getByRole('button', { name: /account-1-requests\.csv/ }).click();
  await expect(dialog.getByRole('region', { name: 'account-1-requests.csv' })).toContainText('/users');
  await expectAccessible(page, 'Diagnostics bundle');
  await saveBy(dialog.getByRole('button', { name: /^Save \d+ files…$/ }), join(folder, 'bundle.zip'));
  const bytes = await readFile(join(folder, 'bundle.zip'));
  expect(bytes.subarray(0, 2).toString()).toBe('PK');
  await new Frame(page).isTold(/^Saved \d+ files as/);
});

test(
  'a person who signs out while an import runs sees that it waits for the password, and that it goes on',
  { tag: '@long' },
  async ({ page, service, folder }) => {
    test.slow();
    const job = await new ImportPage(page).importCompanies(await writeCompanies(join(folder, 'companies.csv'), 60));
    await job.reaches('created', 1);
    await page.getByRole('navigation').locator('[aria-haspopup=menu]').click();
    await page.getByRole('menuitem', { name: /^Sign out of/ }).click();
    await expect(job.state('Needs you')).toBeVisible();
    await expect(page.getByText('not sending')).toBeVisible();
    await page.getByLabel(`Password of ${service.username}`).fill(service.password);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await expect(job.state('Complete')).toBeVisible({ timeout: 60_000 });
    expect(await service.acceptedLeads()).toHaveLength(60);
  },
);

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectAccessible } from '../accessible.ts';
import { expect, testWithService as test } from '../fixtures.ts';
import { Frame } from '../pages/frame.ts';
import { ImportPage } from '../pages/import-page.ts';
import { WelcomePage } from '../pages/welcome-page.ts';

const CAMPAIGN = 'DK-ENERGI-26';

const companies = (names: readonly string[], ...phones: readonly string[]) =>
  [names.join(','), ...phones.map((phone, index) => `Firma ${phone.slice(-2)},${phone},${index}`), ''].join('\n');

test('three files into one campaign: a lead in two of them is sent once', async ({ page, folder, service }) => {
  test.slow();
  const header = ['Firmanavn', 'Telefon1', 'KundeNr'];
  const files = [
    { name: 'nord.csv', content: companies(header, '+4520112201', '+4520112202', '+4520112203') },
    { name: 'syd.csv', content: companies(header, '+4520112203', '+4520112204') },
    { name: 'billede.csv', content: '\x89PNG\r\n\x1a\n' + '\0'.repeat(100) },
    { name: 'vest.csv', content: companies(header, '+4520112205', '+4520112201') },
  ];
  const paths = files.map(({ name }) => join(folder, name));
  for (const [index, { content }] of files.entries()) await writeFile(paths[index] ?? '', content, 'latin1');
  await new WelcomePage(page).connect(service);
  await new Frame(page).goTo('Import');
  const wizard = new ImportPage(page);
  await wizard.choose(paths);

  const queue = page.getByRole('region', { name: /^Queue of/ });
  const line = (name: string) => queue.getByRole('listitem').filter({ hasText: name });
  await expect(line('billede.csv')).toContainText('is a picture (PNG)');
  await expect(line('vest.csv')).toContainText('2 rows, ready to check');
  await expect(queue.getByRole('button', { name: 'Check all' })).toBeDisabled();
  await queue.getByPlaceholder('Campaign code').fill(CAMPAIGN);
  await page.keyboard.press('Enter');
  await expect(queue.getByText('Nothing is sent before you start it.')).toBeVisible();
  await expectAccessible(page, 'A queue of files');
  await queue.getByRole('button', { name: 'Check all' }).click();
  await expect(line('syd.csv')).toContainText('1 row goes on, 1 left out: 1 in an earlier file');
  await expect(queue).toContainText('5 rows go on. 2 rows are left out because an earlier file has the lead.');

  // In Check of its file stands which row of which file that is.
  await line('vest.csv').getByRole('link').click();
  await wizard.toColumns();
  await wizard.toCheck();
  await wizard.reason(/^In an earlier file/).click();
  await expect(page.getByText('1 in nord.csv.')).toBeVisible();
  await wizard.rows.getByText('20112201').first().click();
  await expect(page.getByText('In nord.csv, line 2, too.')).toBeVisible();
  await expectAccessible(page, 'Rows of an earlier file');

  // The queue is kept, also in a page that was loaded again; what changed is checked again.
  await new Frame(page).goTo('Import');
  await page.reload();
  await expect(queue.getByRole('listitem')).toHaveText([/nord/, /syd/, /vest/]);
  await queue.getByRole('button', { name: 'Check all' }).click();
  await queue.getByRole('button', { name: 'Start all…' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText(`Send 5 rows of 3 files to ${CAMPAIGN}?`);
  await expect(dialog.getByRole('list', { name: 'Rows of each file' }).getByRole('listitem')).toHaveText([
    'nord.csv3',
    'syd.csv1',
    'vest.csv1',
  ]);
  await expectAccessible(page, 'Start all files of a queue');
  await dialog.getByRole('button', { name: 'Send 5 rows' }).click();
  await expect(page.getByText('Complete', { exact: true })).toHaveCount(3, { timeout: 30_000 });
  const phones = new Set((await service.acceptedLeads()).map(({ data }) => data['Phone']));
  expect(await service.acceptedLeads()).toHaveLength(5);
  expect([...phones].toSorted((one = '', other = '') => one.localeCompare(other))).toEqual([
    '+4520112201',
    '+4520112202',
    '+4520112203',
    '+4520112204',
    '+4520112205',
  ]);
});

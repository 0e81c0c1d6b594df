import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { expect, testWithService as test } from '../fixtures.ts';
import { expectAccessible } from '../accessible.ts';
import { ColumnsPage } from '../pages/columns-page.ts';
import { Frame } from '../pages/frame.ts';
import { ImportPage } from '../pages/import-page.ts';
import { WelcomePage } from '../pages/welcome-page.ts';

async function openColumns(page: Page, folder: string, name: string, text: string): Promise<ImportPage> {
  const file = join(folder, name);
  await writeFile(file, text);
  return ImportPage.atColumns(page, file);
}

test.beforeEach(({ page, service }) => new WelcomePage(page).connect(service));

test('a campaign is named, its fields are looked up and suggested, and a choice stays', async ({ page, folder }) => {
  test.slow();
  const wizard = await openColumns(
    page,
    folder,
    'people.csv',
    'Vorname,Mobil,PLZ,Bemerkung\nAnna,+45 20 30 40 50,8000,ring op\nBent,+45 20 30 40 51,8200,\n',
  );
  const columns = new ColumnsPage(page);
  await expect(columns.known).toHaveText('Choose it first. Until then the usual fields are offered.');
  await expect(columns.lookUp).toHaveCount(0);
  await wizard.map('Bemerkung', 'Notiz');
  await columns.nameCampaign('DK-ENERGI-26');
  await expect(columns.known).toHaveText('Common fields; its own are not known yet');
  await expect(columns.lookUp).toHaveText('Look up fields (1 request)');
  await expectAccessible(page, 'Columns with a campaign');

  await columns.lookUp.click();
  await expect(columns.known).toHaveText(/^10 fields, from an export today \d\d:\d\d$/);
  await expect(wizard.field('Vorname')).toHaveAccessibleName(/: Fornavn$/);
  await expect(wizard.field('Mobil')).toHaveAccessibleName(/: cusTELEFONNR_MOBIL$/);
  await expect(wizard.field('PLZ')).toHaveAccessibleName(/: Postnr$/);
  await expect(wizard.field('Bemerkung')).toHaveAccessibleName(/: Notiz$/);
  await expect(columns.lookUp).toHaveText('Look up again (1 request)');
  await wizard.field('Bemerkung').click();
  await expect(page.getByRole('option', { name: /^Telefon1 phone · e\.g\. / })).toBeVisible();
  await expectAccessible(page, 'Fields of an export');
  await page.keyboard.press('Escape');

  // Kept: another file of the campaign has them without asking.
  await page.reload();
  await expect(columns.known).toHaveText(/^10 fields, from an export today/);
  await expect(columns.campaign).toHaveValue('DK-ENERGI-26');
  await expect(wizard.field('Bemerkung')).toHaveAccessibleName(/: Notiz$/);
});

test('a look-up says what was not found, what went wrong, and can be cancelled', async ({ page, service, folder }) => {
  await openColumns(page, folder, 'people.csv', 'Name,Phone\nA,+45 20 30 40 50\n');
  const columns = new ColumnsPage(page);
  await columns.nameCampaign('NOBODY-1');
  await columns.lookUp.click();
  await expect(columns.head.getByText('No lead of NOBODY-1 was found.')).toBeVisible();
  await expectAccessible(page, 'Nothing found');
  await columns.head.getByRole('button', { name: 'Close this note' }).click();
  await expect(columns.head.getByText('No lead of NOBODY-1 was found.')).toHaveCount(0);

  await service.addFault({ kind: 'status', status: 403, match: { path: '/simpleleads' } });
  await columns.nameCampaign('DK-ENERGI-26');
  await columns.lookUp.click();
  await expect(columns.head.getByRole('alert')).toContainText('The fields could not be looked up.');
  await expectAccessible(page, 'A refused look-up');
  await service.removeFaults();

  await service.addFault({ kind: 'hang', match: { path: '/simpleleads' } });
  await columns.head.getByRole('button', { name: 'Try again' }).click();
  await columns.head.getByRole('button', { name: 'Cancel' }).click();
  await expect(columns.lookUp).toBeVisible();
  await expect(columns.known).toHaveText('Common fields; its own are not known yet');
});

test(
  'with the campaign named above the columns, the check knows at once what was sent before',
  { tag: '@long' },
  async ({ page, folder }) => {
    test.slow();
    const wizard = await openColumns(
      page,
      folder,
      'first.csv',
      'LastName,Phone\nNielsen,+45 20 30 40 50\nJensen,+45 20 30 40 51\n',
    );
    await new ColumnsPage(page).nameCampaign('EU-MESSE-26');
    await wizard.toPlan();
    await expect(page.getByPlaceholder('Campaign code')).toHaveValue('EU-MESSE-26');
    await wizard.start();
    await expect(page.getByText('Complete', { exact: true }).first()).toBeVisible();

    await new Frame(page).goTo('Import');
    await openColumns(page, folder, 'second.csv', 'LastName,Phone\nHansen,20304051\nLarsen,+45 20 30 40 52\n');
    const columns = new ColumnsPage(page);
    await columns.nameCampaign('EU-MESSE-26');
    await expect(columns.known).toHaveText(/^\d fields?, from an earlier import$/);
    await columns.chooseCountry('Denmark +45');
    await wizard.toCheck();
    await expect(wizard.reason(/Sent before/)).toBeVisible();
  },
);

test(
  'one country holds for all phones of the file, in what is sent and after a reload',
  { tag: '@long' },
  async ({ page, folder }) => {
    const wizard = await openColumns(
      page,
      folder,
      'schools.csv',
      'Name,Telefon,Web\nA,030 901838210,www.a.de\nB,030 901838211,www.b.de\nC,,www.c.de\n',
    );
    const columns = new ColumnsPage(page);
    await expect(columns.country).toHaveValue('Germany +49');
    await expect(columns.country).toHaveAccessibleDescription('Guessed from 3 addresses in .de.');
    const line = page.getByRole('listitem').filter({ has: wizard.field('Telefon') });
    // The file shows the country, so phones are cleaned to it, until a person says otherwise.
    const chip = line.getByRole('button', { name: /^Phone \+49/ });
    await expect(chip).toHaveAttribute('aria-pressed', 'true');
    await expect(wizard.sentRow.getByText('+4930901838210')).toBeVisible();
    await chip.click();
    await expect(chip).toHaveAttribute('aria-pressed', 'false');
    await expect(wizard.sentRow.getByText('030 901838210', { exact: true })).toBeVisible();
    await chip.click();
    await expect(wizard.sentRow.getByText('+4930901838210')).toBeVisible();

    await columns.chooseCountry('Austria +43');
    await expect(line.getByText('Phone +43')).toBeVisible();
    await expect(wizard.sentRow.getByText('+4330901838210')).toBeVisible();
    await expect(columns.head.getByText(/You chose it/)).toHaveCount(1);
    await expect(columns.country).toHaveAccessibleDescription('You chose it.');
    await page.reload();
    await expect(columns.country).toHaveValue('Austria +43');
    await columns.chooseCountry('Take back my choice');
    await expect(columns.country).toHaveValue('Germany +49');
  },
);

test('a field is filled from several columns by keyboard alone, and their order changed by keys and mouse', async ({
  page,
  folder,
}) => {
  const wizard = await openColumns(page, folder, 'addresses.csv', 'Straat,Huisnummer\nDamrak,12\n');
  const link = page.getByRole('button', { name: 'Field from several columns' });
  await link.focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Field from several columns' });
  await expect(dialog.getByRole('combobox', { name: 'Field', exact: true })).toBeFocused();
  await page.keyboard.type('Anschrift');
  const add = dialog.getByRole('combobox', { name: 'Add a column' });
  for (const column of ['Straat', 'Huisnummer']) {
    await add.focus();
    await page.keyboard.type(column);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('listitem').filter({ hasText: column })).toBeVisible();
  }
  const rows = dialog.getByRole('region', { name: 'First rows' });
  await expect(rows.getByText('Damrak 12', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Remove Huisnummer' }).focus();
  await page.keyboard.press('Alt+ArrowUp');
  await expect(rows.getByText('12 Damrak', { exact: true })).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Remove Huisnummer' })).toBeFocused();
  await expectAccessible(page, 'Field from several columns');
  const line = (column: string) => dialog.getByRole('listitem').filter({ hasText: column });
  await line('Huisnummer').dragTo(line('Straat'));
  await expect(rows.getByText('Damrak 12', { exact: true })).toBeVisible();
  await dialog.getByRole('button', { name: 'Add field' }).focus();
  await page.keyboard.press('Enter');
  await expect(dialog).toBeHidden();
  await expect(link).toBeFocused();
  await expect(wizard.sentRow.getByText('Damrak 12')).toBeVisible();
});

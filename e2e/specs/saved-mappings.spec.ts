import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { expectAccessible } from '../accessible.ts';
import { Frame } from '../pages/frame.ts';
import { ImportPage } from '../pages/import-page.ts';

test('a mapping is saved, offered for the next file with what it changes, used and taken back', async ({
  page,
  folder,
}) => {
  test.slow();
  const first = join(folder, 'schools.csv');
  await writeFile(first, 'BSN,Name,Telefon,Anrede\n01A04,Berlin-Kolleg,030 1234567,Herr\n');
  const next = join(folder, 'schools-november.csv');
  await writeFile(next, 'Name,Internet,TELEFON,BSN\nKolleg,k.example,030 7654321,01A05\n');
  const wizard = new ImportPage(page);
  await wizard.open(first);
  await wizard.toColumns();
  await wizard.map('BSN', 'KundeNr');
  await wizard.map('Name', 'Firma');
  await wizard.map('Anrede', 'Title');
  await page.getByRole('button', { name: 'More for column Anrede' }).click();
  await page.getByRole('menuitem', { name: 'Columns and cleaning of Title…' }).click();
  await page.getByRole('button', { name: 'Replace a value' }).click();
  await page.getByLabel('Value 1 in the file').fill('Herr');
  await page.getByLabel('Value 1 as it is sent').fill('Mr');
  await expectAccessible(page, 'How a field is filled');
  await page.getByRole('button', { name: 'Done' }).click();
  await expect(wizard.sentRow.getByText('Mr', { exact: true })).toBeVisible();

  await page.getByRole('button', { name: 'Save mapping' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Berliner Schulen');
  await page.getByRole('button', { name: 'Save this mapping' }).click();
  await expect(page.getByText('“Berliner Schulen” is saved.')).toBeVisible();

  await new Frame(page).goTo('Import');
  await wizard.open(next);
  await wizard.toColumns();
  await expect(wizard.field('BSN')).toHaveAccessibleName('Field for column BSN: KundeNr');
  const number = page.getByRole('listitem').filter({ has: wizard.field('BSN') });
  await expect(number).toContainText('Saved mapping “Berliner Schulen”');
  const banner = page.getByRole('region', { name: 'Saved mapping' });
  await expect(banner).toContainText('Saved mapping “Berliner Schulen” fits 3 of 4 columns.');
  await expect(banner).toContainText('which this file does not have');
  await expectAccessible(page, 'Columns with the banner');
  await banner.getByRole('button', { name: 'Compare' }).click();
  const compared = page.getByRole('dialog');
  // What the mapping knows is suggested already, with its name as the reason; the rest is what using it would change.
  await expect(compared).toContainText('Internet');
  await expectAccessible(page, 'Compare');
  await compared.getByRole('button', { name: 'Use it' }).click();
  await expect(banner).toBeHidden();
  await expect(wizard.field('Internet')).toHaveAccessibleName('Field for column Internet: choose a field');
  await expect(wizard.field('Name')).toBeFocused();
  await page.keyboard.press('Control+z');
  await expect(wizard.field('Internet')).toHaveAccessibleName('Field for column Internet: Website');

  await page.getByRole('button', { name: 'Save mapping' }).click();
  const saved = page.getByRole('region', { name: 'Saved mappings' });
  await expect(saved).toContainText('used once');
  await expectAccessible(page, 'Saved mappings');
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    saved.getByRole('button', { name: 'Save Berliner Schulen as a file' }).click(),
  ]);
  const file = join(folder, download.suggestedFilename());
  await download.saveAs(file);
  await saved.getByRole('button', { name: 'Remove Berliner Schulen' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(saved.getByText('Berliner Schulen')).toBeHidden();
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    saved.getByRole('button', { name: 'Read from a file' }).click(),
  ]);
  await chooser.setFiles(file);
  await expect(saved.getByText('Berliner Schulen')).toBeVisible();
});

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { expectAccessible } from '../accessible.ts';
import { Frame } from '../pages/frame.ts';
import { ImportPage } from '../pages/import-page.ts';

const CAMPAIGN = 'DK-ENERGI-26';
const FIRST = [
  'BSN,Navn,Telefon,Anrede',
  'K1,Nordlys ApS,20 11 22 33,Herr',
  'K2,Sydvest A/S,20112233,Frau',
  'K3,Vestkyst,86123456,Herr',
  '',
].join('\n');
const SECOND = [
  'Navn,Internet,TELEFON,BSN,Anrede',
  'Havblik,h.example,30112233,K8,Frau',
  'Skovbo,s.example,30 11 22 33,K9,Herr',
  '',
].join('\n');

test('the second file of a supplier is on its way in four clicks', async ({ page, folder }) => {
  test.slow();
  const first = join(folder, 'nordlys-2026-10.csv');
  await writeFile(first, FIRST);
  const second = join(folder, 'nordlys-2026-11.csv');
  await writeFile(second, SECOND);
  const wizard = new ImportPage(page);
  const steps = page.getByLabel('Next steps');

  await wizard.open(first);
  await wizard.toColumns();
  await wizard.map('BSN', 'KundeNr');
  await wizard.map('Navn', 'Firmanavn');
  await wizard.map('Telefon', 'Telefon1');
  await wizard.map('Anrede', 'Title');
  await page.getByRole('button', { name: 'More for column Anrede' }).click();
  await page.getByRole('menuitem', { name: 'Columns and cleaning of Title…' }).click();
  await page.getByRole('button', { name: 'Replace a value' }).click();
  await page.getByLabel('Value 1 in the file').fill('Herr');
  await page.getByLabel('Value 1 as it is sent').fill('Mr');
  await expectAccessible(page, 'How a field is filled');
  await page.getByRole('button', { name: 'Done' }).click();
  await wizard.toCheck();
  await page.getByRole('button', { name: 'Denmark +45' }).click();
  await wizard.reason(/Phone repeats in this file/).click();
  await page.getByRole('button', { name: 'Leave out 1 row' }).click();
  await wizard.goesOn({ goOn: 2, leftOut: 1, withProblem: 0 });
  await wizard.toPlan();
  await wizard.plan({ campaign: CAMPAIGN, pool: 'Nordlys' });
  await steps.getByRole('button', { name: 'Save template' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByLabel('Name', { exact: true })).toHaveValue('nordlys');
  await expect(dialog).toContainText('4 fields with their cleaning');
  await expect(dialog).toContainText('Phones without a prefix are of Denmark');
  await expect(dialog).toContainText('Among rows with the same phone, the first is sent');
  await dialog.getByLabel('Lead pool').fill('Nordlys {month}');
  await expectAccessible(page, 'Save as a template');
  await dialog.getByRole('button', { name: 'Save this template' }).click();
  await expect(page.getByText('Template “nordlys” is saved.')).toBeVisible();
  await wizard.start();

  await new Frame(page).goTo('Import');
  // One: the file. A drop needs no click at all.
  await wizard.open(second);
  const banner = page.getByRole('region', { name: 'Template' });
  await expect(banner).toContainText('Template “nordlys” fits 4 of 5 columns and the name of the file.');
  await expect(banner).toContainText(`Campaign ${CAMPAIGN}`);
  await expectAccessible(page, 'File with the banner');
  // Two.
  await banner.getByRole('button', { name: 'Use template' }).click();
  await expect(page.getByText('Template “nordlys” is used.').first()).toBeVisible();
  await wizard.goesOn({ goOn: 1, leftOut: 1, withProblem: 0 });
  await expect(steps).toContainText('1 phone cleaned');
  // Three.
  await steps.getByRole('button', { name: 'Plan' }).click();
  await expect(page.getByRole('textbox', { name: 'Name of the lead pool' })).toHaveValue(/^Nordlys \d{4}-\d{2}$/);
  const start = page.getByRole('button', { name: /^(?:Start|Send)/ });
  await expect(start).toBeEnabled();
  // Four.
  await start.click();
  await page.getByRole('region', { name: 'Where the rows are' }).waitFor();
});

test('a template is declined, compared, used and taken back, and kept as a file', async ({ page, folder }) => {
  test.slow();
  const first = join(folder, 'schools.csv');
  await writeFile(first, FIRST);
  const second = join(folder, 'others.csv');
  await writeFile(second, SECOND);
  const wizard = await ImportPage.atColumns(page, first);
  await wizard.map('BSN', 'KundeNr');
  await wizard.map('Navn', 'Firmanavn');
  await page.getByRole('button', { name: 'Save template' }).click();
  await page.getByLabel('Name', { exact: true }).fill('Schools');
  await page.getByRole('button', { name: 'Save this template' }).click();

  await new Frame(page).goTo('Import');
  await wizard.open(second);
  const banner = page.getByRole('region', { name: 'Template' });
  await banner.getByRole('button', { name: 'Do not use a template' }).click();
  await expect(banner).toBeHidden();
  await wizard.toColumns();
  await expect(banner).toBeHidden();
  const internet = () => wizard.field('Internet').getAttribute('aria-label');
  const before = await internet();
  await page.reload();
  await banner.getByRole('button', { name: 'Compare' }).click();
  const compared = page.getByRole('dialog');
  await expect(compared).toContainText('Internet');
  await expectAccessible(page, 'Compare');
  await compared.getByRole('button', { name: 'Use template' }).click();
  await expect(page.getByRole('listbox', { name: 'What was found' })).toBeVisible();
  await page.getByLabel('Next steps').getByRole('button', { name: 'Back' }).click();
  await expect(wizard.field('Internet')).toHaveAccessibleName('Field for column Internet: choose a field');
  await expect(banner).toContainText('Template “Schools” is used.');
  await expectAccessible(page, 'Columns with a template');
  await banner.getByRole('button', { name: 'Undo template' }).click();
  await expect(wizard.field('Internet')).toHaveAccessibleName('Field for column Internet: Website');
  expect(await internet()).toBe(before);

  await new Frame(page).goTo('Import');
  await page.getByRole('button', { name: 'Templates' }).click();
  const kept = page.getByRole('region', { name: 'Templates' });
  await expect(kept).toContainText('used once');
  await expectAccessible(page, 'Templates');
  await kept.getByRole('button', { name: 'Rename Schools' }).click();
  await page.getByRole('dialog', { name: 'Rename this template' }).getByRole('textbox').fill('Danish schools');
  await page.getByRole('button', { name: 'Rename', exact: true }).click();
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    kept.getByRole('button', { name: 'Save Danish schools as a file' }).click(),
  ]);
  const file = join(folder, download.suggestedFilename());
  await download.saveAs(file);
  await kept.getByRole('button', { name: 'Remove Danish schools' }).click();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(kept).toContainText('No templates yet.');
  const [chooser] = await Promise.all([
    page.waitForEvent('filechooser'),
    kept.getByRole('button', { name: 'Read from a file' }).click(),
  ]);
  await chooser.setFiles(file);
  await expect(kept.getByText('Danish schools', { exact: true })).toBeVisible();
});

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectAccessible } from '../accessible.ts';
import { expect, test } from '../fixtures.ts';
import { CheckPage } from '../pages/check-page.ts';
import { ImportPage } from '../pages/import-page.ts';

type Page = ConstructorParameters<typeof ImportPage>[0];

async function checkOf(page: Page, folder: string, lines: readonly string[]) {
  const file = join(folder, 'list.csv');
  await writeFile(file, [...lines, ''].join('\r\n'), 'utf8');
  const wizard = await ImportPage.atColumns(page, file);
  await wizard.toCheck();
  return { wizard, check: new CheckPage(page) };
}

test('phones of no known country are asked about once, and judged by the answer', async ({ page, folder }) => {
  const { check } = await checkOf(page, folder, ['Name,Phone', 'Anna,39884177', 'Bent,39884178', 'Cara,39884179']);
  const question = page.getByText('3 phones have no country prefix: which country are they from?');
  await expect(question).toBeVisible();
  await expect(
    page.getByText('Nothing in the file shows the country. Until you choose, they are sent as written.'),
  ).toBeVisible();
  await expectAccessible(page, 'a country that is not known');
  await check.choose('Country of numbers without a prefix', 'Germany +49');
  await expect(check.reason(/Area code is missing/)).toBeVisible();
  await expect(question).toHaveCount(0);
});

test('where several countries are likely they are a click away, and a number that is cleaned is no reason', async ({
  page,
  folder,
}) => {
  const { check } = await checkOf(page, folder, [
    'Vorname,Nachname,Telefon',
    'Anna,Bo,030 901838210',
    'Bent,Bo,49 30 901838211',
    'Cara,Bo,1711234567',
  ]);
  await expect(page.getByText('Perhaps Germany or Austria: headers such as Vorname and Nachname.')).toBeVisible();
  await page.getByRole('button', { name: 'Germany +49' }).click();
  await expect(page.getByLabel('Next steps')).toContainText('3 phones cleaned');
  await expect(check.reason(/Plus is missing|Leading 0/)).toHaveCount(0);
});

test('a repair that changes nothing says so, and what was sent before is not said to be none', async ({
  page,
  folder,
}) => {
  const { check } = await checkOf(page, folder, [
    'Name,PLZ,Straße,Ort,Telefon,Email',
    'Anna,10115,Weg 1,Berlin,39884177,bad-mail',
    'Bent,10115,Weg 2,Berlin,39884178,b@schule.de',
    'Cara,10115,Weg 3,Berlin,39884178,c@schule.de',
  ]);
  await expect(page.getByText('no country prefix')).toHaveCount(0);
  await check.reason(/is not an address/).click();
  await expect(page.getByText('these are no addresses either')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Repair/ })).toHaveCount(0);
  await check.reason(/Area code is missing/).click();
  await expect(page.getByRole('button', { name: 'Repair 3 rows' })).toBeVisible();
  await page.getByRole('textbox', { name: 'Area code' }).fill('abc');
  await expect(page.getByText('An area code has only digits.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Repair/ })).toHaveCount(0);
  await check.reason(/Phone repeats/).click();
  await expect(page.getByText('39884178', { exact: true }).first()).toBeVisible();
  await expect(page.getByText('DE 39884178')).toHaveCount(0);
  await page.getByRole('radiogroup', { name: 'Details of' }).getByText('Overview', { exact: true }).click();
  const standing = page.getByRole('term').filter({ hasText: 'Sent before' });
  await expect(standing.locator('xpath=following-sibling::dd')).toHaveText('not known');
  await expect(page.getByText('Name the campaign under Columns')).toBeVisible();
});

test('an edit that empties its reason leaves the focus in the list, at a reason that is in sight', async ({
  page,
  folder,
}) => {
  await page.setViewportSize({ width: 1366, height: 460 });
  const { wizard, check } = await checkOf(page, folder, [
    'Name,Telefon,Email,Web',
    'Anna,20304050,anna@a.dk,www.a.dk',
    'Bent,2030,bad,b.dk',
    '"Cara,",20304052,cara@c.dk,c d',
    'Dora,siehe Notiz,d@d.dk,https://d.dk',
  ]);
  const reasons = page.getByRole('listbox', { name: 'What was found' });
  await check.reason(/is not a number/).click();
  await wizard.rows.getByText('siehe Notiz').click();
  await check.type('+45 20 30 99 40');
  await page.keyboard.press('Enter');
  await expect(check.reason(/is not a number/)).toHaveCount(0);
  await expect(reasons).toBeFocused();
  await expect(reasons.getByRole('option', { selected: true })).toBeInViewport({ ratio: 1 });
  await page.keyboard.press('?');
  for (const words of ['Next problem', 'Previous problem', 'Undo the last edit, repair or leaving out'])
    await expect(page.getByRole('dialog').getByText(words)).toBeVisible();
});

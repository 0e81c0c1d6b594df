import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectAccessible } from '../accessible.ts';
import { expect, testWithService as test } from '../fixtures.ts';
import { CheckPage } from '../pages/check-page.ts';
import { ColumnsPage } from '../pages/columns-page.ts';
import { Frame } from '../pages/frame.ts';
import { ImportPage } from '../pages/import-page.ts';
import { WelcomePage } from '../pages/welcome-page.ts';

const CAMPAIGN = 'DK-ENERGI-26';

/** Sent from here first: the second file says something else about the last one. */
const FIRST = ['Firma;Telefon1;E-mail', 'Nordlys ApS;20 30 40 51;post@nordlys.example', 'Sydhavn A/S;20 30 40 52;', ''];
const SECOND = [
  'Firma;Telefon1;E-mail',
  'Nordlys ApS;20 30 40 51;post@nordlys.example',
  'Sydhavn Marina A/S;20 30 40 52;',
  'Vestbo;20 30 40 61;kontor@vestbo.example',
  'Østerbro Cykler med et meget langt navn og to værksteder;20 30 40 71;hej@cykler.example',
  'Bageriet;20 30 40 54;',
  '',
];

test('what the campaign holds is found, laid beside the rows, and only the new is sent', async ({
  page,
  service,
  folder,
}) => {
  test.slow();
  await new WelcomePage(page).connect(service);
  const importPage = new ImportPage(page);
  const columns = new ColumnsPage(page);
  const check = new CheckPage(page);

  const first = join(folder, 'første.csv');
  await writeFile(first, FIRST.join('\r\n'));
  await importPage.open(first);
  await importPage.toColumns();
  await columns.nameCampaign(CAMPAIGN);
  await importPage.map('E-mail', 'Email');
  await importPage.toCheck();
  await importPage.toPlan();
  const job = await importPage.start();
  await expect(job.state('Complete')).toBeVisible({ timeout: 20_000 });

  await service.createLead(CAMPAIGN, { Company: 'Vestbo', Phone: '20304061', Email: 'kontor@vestbo.example' });
  await service.createLead(CAMPAIGN, { Company: 'Østerbro Cykler', Phone: '+4520304070', Email: 'HEJ@cykler.example' });

  await new Frame(page).goTo('Import');
  const second = join(folder, 'anden.csv');
  await writeFile(second, SECOND.join('\r\n'));
  await importPage.open(second);
  await importPage.toColumns();
  await columns.nameCampaign(CAMPAIGN);
  await importPage.toCheck();

  await page.getByRole('radiogroup', { name: 'Details of' }).getByText('Overview', { exact: true }).click();
  await expect(page.getByText('Not compared with the campaign')).toBeVisible();
  await page.getByRole('button', { name: 'Compare (1 request)' }).click();
  await expect(check.reason(/Put there elsewhere/)).toContainText('2');
  await expect(check.reason(/Sent from here, same/)).toContainText('1');
  await expect(check.reason(/Sent from here, changed/)).toContainText('1');
  await importPage.goesOn({ goOn: 1, leftOut: 4, withProblem: 0 });

  await check.reason(/Put there elsewhere/).click();
  const rows = page.getByRole('group', { name: 'Rows that the campaign holds' });
  await expect(rows.getByRole('gridcell', { name: /Vestbo/ })).toBeVisible();
  await expect(rows.getByRole('gridcell', { name: /E-mail new phone/ })).toBeVisible();
  await expect(page.getByRole('table', { name: /beside its lead/ })).toBeVisible();
  await expectAccessible(page, 'rows that the campaign holds');
  await page.getByText(/^Only the new 1$/).click();
  await expect(page.getByText('1 row brings a phone the campaign does not hold.')).toBeVisible();
  await importPage.goesOn({ goOn: 2, leftOut: 3, withProblem: 0 });

  // A row is sent after all, and that is undone.
  await rows.getByRole('gridcell', { name: /Vestbo/ }).click();
  await page.keyboard.press(' ');
  await importPage.goesOn({ goOn: 3, leftOut: 2, withProblem: 0 });
  await page.keyboard.press('Control+z');
  await importPage.goesOn({ goOn: 2, leftOut: 3, withProblem: 0 });

  // What the comparison decided is not a step of a person: however often undo is pressed, its rows stay left out.
  for (let press = 0; press < 6; press += 1) await page.keyboard.press('Control+z');
  await importPage.goesOn({ goOn: 1, leftOut: 4, withProblem: 0 });
  await page.keyboard.press('Control+Shift+z');
  await importPage.goesOn({ goOn: 2, leftOut: 3, withProblem: 0 });

  // The comparison is still there after a reload.
  await page.reload();
  await expect(check.reason(/Put there elsewhere/)).toContainText('1 left out');
  await importPage.toPlan();
  await expect(page.getByText(/4 rows there already, 3 left out: 3 by phone, 1 by e-mail\./)).toBeVisible();
  await importPage.start();
  await expect(job.state('Complete')).toBeVisible({ timeout: 20_000 });
  const sent = (await service.acceptedLeads()).map(({ data }) => data['Company']);
  expect(sent.slice(-2)).toEqual(['Østerbro Cykler med et meget langt navn og to værksteder', 'Bageriet']);
});

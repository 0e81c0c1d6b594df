import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from '../../fixtures.ts';
import { ImportPage } from '../../pages/import-page.ts';
import { invitationBy, test } from '../../team-fixtures.ts';

const FILE = ['Kundenavn,Nummer', 'Nordlys,20112233', 'Vestkyst,86123456', ''].join('\n');

// Two programs and a database start before a test does.
test.describe.configure({ mode: 'serial', timeout: 280_000 });

test('Anna’s mapping fills Bent’s columns and says whose it is, and no word of it is in the database', async ({
  anna,
  bent,
  host,
  service,
  server,
  folder,
}) => {
  const invitation = await invitationBy(server, service, host);
  await anna.joins(invitation);
  await bent.joins(invitation);
  const file = join(folder, 'kunder.csv');
  await writeFile(file, FILE);

  await anna.frame.goTo('Import');
  const hers = new ImportPage(anna.page);
  await hers.open(file);
  await hers.toColumns();
  await hers.map('Kundenavn', 'Firmanavn');
  await hers.map('Nummer', 'Telefon1');
  await anna.page.getByRole('button', { name: 'Save template' }).click();
  const form = anna.page.getByRole('dialog');
  await form.getByLabel('Name', { exact: true }).fill('Energi');
  await form.getByRole('button', { name: 'Save this template' }).click();
  await expect(anna.page.getByText('Template “Energi” is saved.')).toBeVisible();

  await bent.frame.goTo('Import');
  const his = new ImportPage(bent.page);
  await his.open(file);
  await his.toColumns();
  for (const [column, field] of [
    ['Kundenavn', 'Firmanavn'],
    ['Nummer', 'Telefon1'],
  ] as const)
    await expect(his.field(column)).toHaveAccessibleName(`Field for column ${column}: ${field}`);

  await expect(bent.page.getByRole('list', { name: 'Columns of the file' })).toContainText(
    /Template “Energi”, from Anna, \d/,
  );

  const told = server.database.received.join('\n');
  for (const word of ['Kundenavn', 'Firmanavn', 'Nordlys', 'Energi', 'kunder']) expect(told).not.toContain(word);
});

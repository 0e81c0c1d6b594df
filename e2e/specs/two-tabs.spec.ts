import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { ImportPage } from '../pages/import-page.ts';
import { writeCompanies } from '../spreadsheets.ts';

const CHANGED = 'This draft was changed in another window.';

test(
  'two tabs on one draft see the change of the other, in the columns and under Check',
  { tag: '@long' },
  async ({ page, folder, context, host, troubles }) => {
    test.slow();
    const file = await writeCompanies(join(folder, 'companies.csv'), 6, (row) =>
      row === 3 ? { phone: 'siehe Notiz' } : {},
    );
    const one = await ImportPage.atColumns(page, file);
    const second = await context.newPage();
    await troubles.watch(second);
    await second.goto(`${new URL(host.address).origin}/${new URL(page.url()).hash}`);
    const other = new ImportPage(second);
    await expect(other.field('Firma')).toBeVisible();

    await one.map('Firma', 'Firmanavn');
    await expect(other.field('Firma')).toHaveAccessibleName('Field for column Firma: Firmanavn');
    await expect(second.getByText(CHANGED)).toBeVisible();
    await expect(page.getByText(CHANGED)).toHaveCount(0);
    await other.map('Email', 'E-mail 2');
    await expect(one.field('Email')).toHaveAccessibleName('Field for column Email: E-mail 2');

    await one.toCheck();
    await other.toCheck();
    await one.goesOn({ goOn: 6, leftOut: 0, withProblem: 1 });
    await other.goesOn({ goOn: 6, leftOut: 0, withProblem: 1 });
    await one.reason(/Phone is not a number/).click();
    await page.getByRole('button', { name: 'Leave out 1', exact: true }).click();
    for (const wizard of [one, other]) await wizard.goesOn({ goOn: 5, leftOut: 1, withProblem: 0 });
  },
);

test('a tab that has not heard of a change does not undo it, and says that its own was not kept', async ({
  page,
  folder,
  context,
  host,
  troubles,
}) => {
  const file = await writeCompanies(join(folder, 'companies.csv'), 6);
  const one = await ImportPage.atColumns(page, file);
  const deaf = await context.newPage();
  await troubles.watch(deaf);
  // As after a break of the connection: calls are answered, and no event comes.
  troubles.expect(/Failed to load resource/);
  await deaf.route('**/events', (route) => route.abort());
  await deaf.goto(`${new URL(host.address).origin}/${new URL(page.url()).hash}`);
  const other = new ImportPage(deaf);
  await expect(other.field('Firma')).toBeVisible();
  const before = await other.field('Email').getAttribute('aria-label');
  await one.map('Firma', 'Firmanavn');
  await expect(page.getByText(/^Draft saved/)).toBeVisible();

  await other.map('Email', 'E-mail 2');
  await expect(deaf.getByText(/Your last change was not kept; make it again\./)).toBeVisible();
  await expect(other.field('Firma')).toHaveAccessibleName('Field for column Firma: Firmanavn');
  expect(await other.field('Email').getAttribute('aria-label')).toBe(before);
  await other.map('Email', 'E-mail 2');
  await expect(one.field('Email')).toHaveAccessibleName('Field for column Email: E-mail 2');
  await expect(one.field('Firma')).toHaveAccessibleName('Field for column Firma: Firmanavn');
});

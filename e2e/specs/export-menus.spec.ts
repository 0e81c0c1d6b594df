import { expectAccessible, MENU_RULES } from '../accessible.ts';
import { expect, test } from '../fixtures.ts';
import { ExportPage } from '../pages/export-page.ts';

const SIZES = [
  ['1440 × 900', { width: 1440, height: 900 }],
  ['200 %', { width: 720, height: 450 }],
] as const;

for (const [at, [size, viewport]] of SIZES.entries())
  test(
    `a beginning that moves with the day, conditions and the menu of a cell, at ${size}`,
    { tag: at === 0 ? [] : '@long' },
    async ({ page }) => {
      // Each look of axe goes over all cells of the grid.
      test.setTimeout(300_000);
      await page.setViewportSize(viewport);
      const exported = await ExportPage.goTo(page);
      await page.getByRole('button', { name: 'A beginning that moves with the day' }).click();
      await expectAccessible(page, 'beginnings that move with the day', MENU_RULES);
      await page.getByRole('menuitem', { name: 'Since 30 days ago' }).click();
      await exported.fetchAll();

      const name = exported.grid.getByRole('columnheader', { name: /^Name / });
      await expect(name).toBeVisible();
      const cell = exported.grid.getByRole('gridcell', { name: 'Not set', exact: true }).first();
      await cell.click({ button: 'right' });
      const cells = page.getByRole('menu');
      await expectAccessible(page, 'menu of a cell', MENU_RULES);
      await cells.getByRole('menuitem', { name: /^Only/ }).click();
      // Whoever works by keys goes on there.
      await expect(page.locator(':focus')).toHaveText('Not set');
      await page.getByRole('button', { name: 'Add a condition' }).click();
      await expectAccessible(page, 'another condition', MENU_RULES);
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: /^Where, before: / }).click();
      await expectAccessible(page, 'how a condition is joined', MENU_RULES);
      await page.getByRole('menuitem', { name: 'not' }).click();
      await expect(page.getByRole('group', { name: /^Filters: .*not/ })).toBeVisible();
      await expectAccessible(page, 'a condition that is negated');
    },
  );

test('by keys alone: the button that takes back the filter which left no lead has the focus, then a cell', async ({
  page,
}) => {
  const exported = await ExportPage.goTo(page);
  await exported.fetchAll();
  const filterBy = async (cell: string | RegExp, item: string): Promise<void> => {
    await exported.grid.getByRole('gridcell', { name: cell, exact: true }).first().click();
    await page.keyboard.press('Shift+F10');
    await page.getByRole('menuitem', { name: item }).press('Enter');
  };
  await filterBy(/^G[\dA-F]{12}$/, 'Only this value');
  await expect(exported.grid.getByRole('gridcell', { name: 'New', exact: true })).toHaveCount(1);
  await filterBy('New', 'Without this value');
  const back = page.getByRole('button', { name: 'Take back the last filter' });
  await expect(back).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.locator(':focus')).toHaveRole('gridcell');
});

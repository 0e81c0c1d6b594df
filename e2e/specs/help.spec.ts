import { expect, test } from '../fixtures.ts';
import { expectAccessible } from '../accessible.ts';
import { ExportPage } from '../pages/export-page.ts';
import { Frame } from '../pages/frame.ts';
import { HelpPage } from '../pages/help-page.ts';

test('the life cycle is reached from the list of keys, the palette, the menu and F1', async ({ page }) => {
  const help = new HelpPage(page);
  const frame = new Frame(page);
  await frame.goTo('Jobs');
  await page.keyboard.press('?');
  await page.getByRole('link', { name: 'The life cycle of a lead' }).click();
  await help.isShown();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await frame.goTo('Jobs');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('textbox', { name: 'Search or run a command' })).toBeFocused();
  await page.keyboard.type('life cycle');
  await page.keyboard.press('Enter');
  await help.isShown();
  await frame.goTo('Jobs');
  await page.keyboard.press('F1');
  await help.isShown();
  await frame.goTo('Jobs');
  await page
    .getByRole('button', { name: /Practice/ })
    .first()
    .click();
  await page.getByRole('menuitem', { name: /life cycle/ }).click();
  await help.isShown();
});

test('statuses and moves are read by keys and as tables; axe finds nothing', async ({ page }) => {
  const help = new HelpPage(page);
  await expect(page.getByRole('link', { name: 'Import' }).first()).toBeVisible();
  await page.keyboard.press('F1');
  await help.isShown();
  await expect(help.statuses).toHaveCount(15);
  await expectAccessible(page, 'Life cycle');
  await help.status('Unresolved').focus();
  await expect(help.note).toContainText('Comes from a called lead: the agent does not save the page');
  await expectAccessible(page, 'Life cycle, a status');
  await expect(help.note).toContainText('Can become Abandoned, Failed');
  await page.keyboard.press('Tab');
  await expect(help.status('Processed')).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(help.status('Processed')).toHaveAttribute('aria-current', 'true');
  await expect(help.note).toContainText('Comes from a called lead: the agent closes the lead');
  await page.keyboard.press('Escape');
  await expect(help.note).toHaveCount(0);
  await page.keyboard.press('t');
  await expect(help.table(/^Moves/).getByRole('row')).toHaveCount(15);
  await expect(help.table(/^Closures/)).toContainText('Unqualified');
  await expect(help.table(/^Call statuses/)).toContainText('199');
  await expect(help.table(/^End causes/)).toContainText('Dialing cancelled');
  await expectAccessible(page, 'Life cycle, as tables');
});

test(
  'a status explains itself in chips, cells, facets and details, and leads to its place',
  { tag: '@long' },
  async ({ page }) => {
    const help = new HelpPage(page);
    const exported = await ExportPage.goTo(page);
    await exported.projects('Energi*');
    await exported.chip('Unresolved').hover();
    await expect(help.card).toContainText('150');
    await expect(help.card).toContainText('without saving');
    await help.card.getByRole('link', { name: 'Life cycle of a lead' }).click();
    await help.isShown();
    await expect(help.status('Unresolved')).toBeFocused();
    await page.goBack();

    await exported.fetchAll();
    const cell = page
      .getByRole('gridcell')
      .filter({ has: page.locator('[data-help^="status:"]') })
      .first();
    await cell.hover();
    await expect(help.card).toContainText('Status of a lead');
    await expectAccessible(page, 'Export with a card');
    await page.keyboard.press('Escape');
    await expect(help.card).toHaveCount(0);
    const label = (await cell.innerText()).trim();
    await cell.click();
    await page.keyboard.press('F1');
    await expect(help.status(label)).toBeFocused();
  },
);

test('the address of a closure or an end cause leads to its row', async ({ page }) => {
  await page.evaluate(() => (window.location.hash = '#/help/callEndCause%3ADroppedCall'));
  await expect(page.getByRole('row', { name: /Dropped call/ })).toBeFocused();
  await page.evaluate(() => (window.location.hash = '#/help/nonsense'));
  await new HelpPage(page).isShown();
});

test('the life cycle is printed on two pages: the drawing, and the tables', async ({ page }) => {
  await page.evaluate(() => (window.location.hash = '#/help'));
  await new HelpPage(page).isShown();
  const printed = (await page.pdf({ preferCSSPageSize: true })).toString('latin1');
  expect(printed.match(/\/Type\s*\/Page\b/g)).toHaveLength(2);
});

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from '../fixtures.ts';
import { ImportPage } from '../pages/import-page.ts';

const COLUMNS = 2_000;

test('a file of two thousand columns is mapped by keyboard and wheel', async ({ page, folder }) => {
  const file = join(folder, 'wide.csv');
  const header = Array.from({ length: COLUMNS }, (_, index) => (index === 1_500 ? 'Telefon' : `Feld ${index}`));
  const rows = Array.from({ length: 5 }, (_, row) =>
    header.map((_name, index) => (index === 1_500 ? `+45 20 30 40 5${row}` : `v${row}-${index}`)),
  );
  await writeFile(file, [header, ...rows].map((cells) => cells.join(';')).join('\n'));
  const wizard = await ImportPage.atColumns(page, file);
  const lines = page.getByRole('list', { name: 'Columns of the file' }).getByRole('listitem');
  await expect(lines.first()).toHaveAttribute('aria-setsize', String(COLUMNS));
  // Not a line for each: the page would stand still.
  expect(await lines.count()).toBeLessThan(60);

  // By keyboard, further than what is drawn at first; the focus goes along.
  await wizard.field('Feld 0').focus();
  for (let times = 0; times < 40; times += 1) await page.keyboard.press('ArrowDown');
  await expect(wizard.field('Feld 40')).toBeFocused();
  // A held key comes again before anything is drawn, and no step is lost.
  await page.evaluate(() => {
    for (let times = 0; times < 60; times += 1)
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'ArrowDown', bubbles: true, cancelable: true }),
      );
  });
  await expect(wizard.field('Feld 100')).toBeFocused();

  // The line with the focus is still there when it is scrolled away, and the one looked for is drawn.
  const pane = page.getByRole('region', { name: 'Columns and fields' });
  await expect(async () => {
    await pane.evaluate((element, part) => {
      element.scrollTop = element.scrollHeight * part;
    }, 1_500 / COLUMNS);
    await expect(wizard.field('Telefon')).toBeVisible({ timeout: 500 });
  }).toPass();
  await expect(wizard.field('Feld 100')).toBeFocused();
  await expect(wizard.field('Telefon')).not.toHaveAccessibleName(/choose a field/);
});

import AxeBuilder from '@axe-core/playwright';
import { expect, type Page } from '@playwright/test';

/** A menu is reached from its button and gives the focus back to it: it needs no landmark around it. */
export const MENU_RULES = ['region'] as const;

const COLOUR_RULES = ['color-contrast', 'link-in-text-block'];

/**
 * Axe finds nothing on the page as it stands, light, nor in its colours when they turn dark or are those of a person's
 * high contrast.
 * @param place named when it does
 * @param wrongRules rules in which axe itself is wrong there
 */
export async function expectAccessible(page: Page, place: string, wrongRules: readonly string[] = []): Promise<void> {
  await expectNothing(axeOn(page).disableRules([...wrongRules]), place);
  await turn(page, 'dark');
  await expectNothing(axeOn(page).withRules(COLOUR_RULES), `${place}, dark`);
  await turn(page, 'light');
  await page.emulateMedia({ forcedColors: 'active' });
  await expectNothing(axeOn(page).withRules(COLOUR_RULES), `${place}, forced colours`);
  await page.emulateMedia({ forcedColors: 'none' });
}

function axeOn(page: Page): AxeBuilder {
  // Its other mode opens an empty page for each look, to be safe from frames of strangers: this page has none.
  const axe = new AxeBuilder({ page }).setLegacyMode();
  // Rules that hold name one element then, not all of them with their paths.
  return axe.options({ resultTypes: ['violations'] });
}

async function expectNothing(axe: AxeBuilder, place: string): Promise<void> {
  const { violations } = await axe.analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(' ')).join(' | ')}`);
  expect(found, place).toEqual([]);
}

async function turn(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme);
}

import type { RenderResult } from 'vitest-browser-react';

type Name = string | RegExp;
type Screen = Pick<RenderResult, 'getByRole'>;

/** Opens the list of a field and chooses one of its options. */
export async function choose(screen: Screen, field: Name, option: Name): Promise<void> {
  await screen.getByRole('combobox', { name: field }).click();
  await screen.getByRole('option', { name: option }).click();
}

/** Opens a menu by its button and chooses one of its items. */
export async function chooseItem(screen: Screen, button: Name, item: Name): Promise<void> {
  await screen.getByRole('button', { name: button }).click();
  await screen.getByRole('menuitem', { name: item }).click();
}

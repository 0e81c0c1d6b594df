import { expect, type Locator, type Page } from '@playwright/test';

/** Presses Tab until the control has the focus. */
export async function tabTo(page: Page, control: Locator, most: number): Promise<void> {
  for (let times = 0; times < most; times += 1) {
    if (await control.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(control, `reached by ${most} tabs`).toBeFocused();
}

import type { Page } from '@playwright/test';

/**
 * Controls that a person cannot get at, a line each: they have no size, stand beside what is shown, or something lies on
 * them wherever the page is scrolled to. Controls of grids, of words for screen readers and of closed parts are left out.
 */
export function outOfReach(page: Page): Promise<string[]> {
  return page.evaluate(findOutOfReach);
}

/** Runs in the page: no name from outside of it. */
function findOutOfReach(): string[] {
  const CONTROLS = 'button, a[href], input, textarea, [role="tab"], [role="slider"]';
  const AROUND = 'label, .mantine-Switch-root, .mantine-Checkbox-root, .mantine-Radio-root';
  const words = (element: Element): string =>
    (element.getAttribute('aria-label') ?? element.textContent).trim().slice(0, 60);
  const found: string[] = [];
  /** Nobody looks beside a pane; tables and the drawing of a lead's life keep their width, and scroll. */
  const cutsSideways = (target: Element): boolean => {
    let isCut = false;
    for (let around = target.parentElement; around !== null; around = around.parentElement) {
      if (around.scrollLeft === 0 || target.closest('table, [aria-label^="The life cycle"]') !== null) continue;
      around.scrollLeft = 0;
      isCut = true;
    }
    return isCut;
  };
  for (const control of document.querySelectorAll<HTMLElement>(CONTROLS)) {
    if (control.closest('[class*="ag-"], [inert], [aria-hidden="true"]') !== null) continue;
    if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    // What a person presses of a box is its label.
    const target = control.matches('input') ? (control.closest<HTMLElement>(AROUND) ?? control) : control;
    if (getComputedStyle(target).clipPath !== 'none') continue;
    target.scrollIntoView({ block: 'center', inline: 'center', behavior: 'instant' });
    if (cutsSideways(target)) found.push(`“${words(control)}” is cut at the side`);
    const { left, right, top, bottom, width, height } = target.getBoundingClientRect();
    const middle = (from: number, to: number, end: number) => (Math.max(0, from) + Math.min(end, to)) / 2;
    const at = document.elementFromPoint(middle(left, right, innerWidth), middle(top, bottom, innerHeight));
    const isSeen = at !== null && (target.contains(at) || at.contains(target) || at.closest('label') === target);
    if (width < 2 || height < 2) found.push(`“${words(control)}” has no size`);
    else if (!isSeen) found.push(`“${words(control)}” lies under “${at === null ? '' : words(at)}”`);
    else if (left < -1 || right > innerWidth + 1)
      found.push(`“${words(control)}” leaves the window: ${left.toFixed(0)} to ${right.toFixed(0)}`);
  }
  return found;
}

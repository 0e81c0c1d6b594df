// Why: decision 0220.
import { useEffect } from 'react';

/** What Tab stops at. */
const TABBABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), [tabindex="0"]';
/** Elements around the one with the focus whose place is remembered; farther out the title of the page is as good. */
const REMEMBERED = 5;

interface Surrounding {
  readonly element: Element;
  /** Place of the focused element among what Tab stops at in it. */
  readonly place: number;
}

interface Lost {
  readonly element: Element;
  readonly around: readonly Surrounding[];
  /** The dialog or menu that the element is in; null: in the page. */
  readonly dialog: Element | null;
  /** What had the focus before the dialog was opened. */
  readonly opener: Lost | null;
}

/**
 * Keeps the focus from falling to the page when what has it is removed or disabled: it goes to what takes that place, or to
 * the title of the page, and comes back when a disabled control is enabled again. Focus that a person takes away with a
 * click stays away.
 */
export function useKeptFocus(): void {
  useEffect(() => {
    let last: Lost | null = null;
    /** The element that keeps the focus while the one that had it is disabled. */
    let away: { readonly from: Element; readonly at: Element } | null = null;
    let frame = 0;

    const remember = ({ target }: FocusEvent): void => {
      if (!(target instanceof Element) || target === document.body) return;
      if (away !== null && target !== away.at) away = null;
      if (away !== null) return;
      const dialog = target.closest('[role="dialog"], [role="alertdialog"], [role="menu"]');
      const opener = dialog === null ? null : dialog === last?.dialog ? last.opener : last;
      last = { element: target, around: surroundings(target), dialog, opener };
    };
    const look = (): void => {
      frame = 0;
      if (away !== null && !(away.from.isConnected && isOff(away.from))) {
        const { from, at } = away;
        away = null;
        const isWaiting = document.activeElement === at || isNowhere();
        if (isWaiting && last !== null) focusOn(from.isConnected ? from : whatTookThePlace(last));
        return;
      }
      // The browser takes the focus from a disabled control when it has drawn it, however long that takes.
      if (last !== null && document.activeElement === last.element && isOff(last.element)) {
        soon();
        return;
      }
      if (last === null || !isNowhere() || (last.element.isConnected && !isOff(last.element))) return;
      const { element } = last;
      const next = element.isConnected ? whereToWait(element) : whatTookThePlace(last);
      if (element.isConnected && next !== null) away = { from: element, at: next };
      focusOn(next);
    };
    // Dialogs and pages move the focus themselves first; one frame is theirs.
    const soon = (): void => {
      if (frame === 0) frame = requestAnimationFrame(() => (frame = requestAnimationFrame(look)));
    };
    const observer = new MutationObserver(() => {
      // A disabled control still has the focus until the page is drawn.
      if (away !== null || isNowhere() || (last !== null && isOff(last.element))) soon();
    });
    const onPlace = (): void => {
      // Opened by a key while nothing had the focus: the page that comes begins at its title.
      if (isNowhere() && last === null) requestAnimationFrame(() => isNowhere() && focusOn(pageTitle()));
    };
    observer.observe(document.body, {
      subtree: true,
      childList: true,
      attributes: true,
      attributeFilter: ['disabled'],
    });
    document.addEventListener('focusin', remember);
    window.addEventListener('hashchange', onPlace);
    return () => {
      observer.disconnect();
      cancelAnimationFrame(frame);
      document.removeEventListener('focusin', remember);
      window.removeEventListener('hashchange', onPlace);
    };
  }, []);
}

function isNowhere(): boolean {
  return document.activeElement === null || document.activeElement === document.body;
}

function isOff(element: Element): boolean {
  return element.matches(':disabled');
}

function focusOn(element: Element | null): void {
  if (element instanceof HTMLElement) element.focus({ preventScroll: true });
}

function pageTitle(): Element | null {
  return document.querySelector('[data-page-title]');
}

/** None inside a table of cells, which keeps its focus itself, and none that holds the whole page. */
function surroundings(element: Element): Surrounding[] {
  const found: Surrounding[] = [];
  if (element.closest('[role="grid"], [role="treegrid"]') !== null) return found;
  for (
    let around = element.parentElement;
    around !== null && !isWhole(around) && found.length < REMEMBERED;
    around = around.parentElement
  )
    found.push({ element: around, place: [...around.querySelectorAll(TABBABLE)].indexOf(element) });
  return found;
}

function isWhole(element: Element): boolean {
  return element === document.body || element.matches('main') || element.querySelector('main') !== null;
}

/** The nearest surrounding that can have the focus: a step, a pane, a dialog. */
function whereToWait(element: Element): Element | null {
  return element.parentElement?.closest('[tabindex]') ?? pageTitle();
}

function whatTookThePlace({ around, dialog, opener }: Lost): Element | null {
  if (dialog !== null && !dialog.isConnected && opener !== null)
    return opener.element.isConnected && !isOff(opener.element) ? opener.element : whatTookThePlace(opener);
  for (const { element, place } of around) {
    if (!element.isConnected) continue;
    const stops = element.querySelectorAll(TABBABLE);
    const next = stops[Math.min(Math.max(0, place), stops.length - 1)];
    if (next !== undefined) return next;
  }
  return pageTitle();
}

import { useEffect, useState } from 'react';
import { navigate, parsePlace, railPages, wantTitleFocus } from '../../lib/navigation.ts';
import { helpAt } from '../../lib/help.ts';
import { hasModifier, isApple, shortcutKey } from '../../lib/shortcuts.ts';
import { isDialogOpen } from '../../lib/use-page-keys.ts';

const heldMilliseconds = 400;

/** Keys of the frame: pages by digit, a file with O, F6 through the panes. Answers whether Ctrl is held: digits show then. */
export function useFrameKeys(openFile: () => void): boolean {
  const [areDigitsShown, setAreDigitsShown] = useState(false);

  useEffect(() => {
    let timer = 0;
    const modifier = isApple ? 'Meta' : 'Control';
    const hide = (): void => {
      window.clearTimeout(timer);
      setAreDigitsShown(false);
    };
    const onKeyDown = (event: KeyboardEvent): void => {
      if (event.key === modifier && !event.repeat)
        timer = window.setTimeout(() => setAreDigitsShown(true), heldMilliseconds);
      if (event.key === 'F6' || event.key === 'F1') event.preventDefault();
      if (isDialogOpen()) return;
      if (event.key === 'F6') {
        focusNextPane(event.shiftKey ? -1 : 1);
        return;
      }
      if (event.key === 'F1') {
        const address = helpAt(document.activeElement);
        // What was asked about takes the focus itself.
        if (address === null) wantTitleFocus();
        navigate('help', address);
        return;
      }
      if (!hasModifier(event) || event.altKey || event.shiftKey) return;
      const page = railPages[Number(shortcutKey(event)) - 1];
      if (page !== undefined) {
        event.preventDefault();
        if (page === parsePlace(window.location.hash).page) {
          document.querySelector<HTMLElement>('[data-page-title]')?.focus();
        } else {
          wantTitleFocus();
        }
        navigate(page);
      } else if (shortcutKey(event) === 'o') {
        event.preventDefault();
        openFile();
      }
    };
    const onKeyUp = (event: KeyboardEvent): void => {
      if (event.key === modifier) hide();
    };
    const ending = new AbortController();
    const { signal } = ending;
    window.addEventListener('keydown', onKeyDown, { signal });
    window.addEventListener('keyup', onKeyUp, { signal });
    window.addEventListener('blur', hide, { signal });
    return () => {
      hide();
      ending.abort();
    };
  }, [openFile]);

  return areDigitsShown;
}

/** Panes in reading order: rail, head, then what the page marks with `data-pane`. */
function focusNextPane(step: 1 | -1): void {
  const panes = [...document.querySelectorAll<HTMLElement>('[data-pane]')].filter(
    (pane) => pane.offsetParent !== null || pane.getClientRects().length > 0,
  );
  if (panes.length === 0) return;
  // The innermost pane with the focus: a page's panes stand inside its body.
  const current = panes.findLastIndex((pane) => pane.contains(document.activeElement));
  const next = panes[(current + step + panes.length) % panes.length] ?? panes[0];
  if (next === undefined) return;
  const inside = next.querySelector<HTMLElement>('[aria-current="page"], [data-page-title], [data-autofocus]');
  (inside ?? next).focus();
}

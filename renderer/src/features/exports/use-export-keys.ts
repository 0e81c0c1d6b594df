import { hasModifier } from '../../lib/shortcuts.ts';
import { usePageKeys } from '../../lib/use-page-keys.ts';

interface ExportKeys {
  /** Null: there is nothing to fetch now. */
  readonly fetchLeads: (() => void) | null;
  /** Null: no leads are arriving. */
  readonly cancel: (() => void) | null;
}

/** Ctrl+Enter fetches from anywhere on the page; Escape cancels while leads arrive, unless it closes something. */
export function useExportKeys({ fetchLeads, cancel }: ExportKeys): void {
  // Before fields and menus, which close on the same press: what is open then is still open here.
  usePageKeys(
    (event) => {
      if (event.defaultPrevented || event.repeat || isOverlayOpen()) return;
      if (event.key === 'Enter' && hasModifier(event) && fetchLeads !== null) {
        event.preventDefault();
        fetchLeads();
      } else if (event.key === 'Escape' && cancel !== null && !holdsText(event.target)) {
        event.preventDefault();
        cancel();
      }
    },
    { capture: true },
  );
}

/** A dialog, a menu, the list of a field, or the panel beside the leads. */
function isOverlayOpen(): boolean {
  if (document.querySelector('[data-side-panel]') !== null) return true;
  const overlays = document.querySelectorAll('[role="dialog"], [role="menu"], [role="listbox"]');
  return [...overlays].some((overlay) => overlay.closest('[data-pane]') === null && overlay.checkVisibility());
}

/** In a field with text Escape clears or leaves the field. */
function holdsText(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement && target.type !== 'checkbox' && target.value !== '';
}

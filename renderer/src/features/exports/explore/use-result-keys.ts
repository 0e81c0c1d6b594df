import type { RefObject } from 'react';
import { hasModifier, shortcutKey } from '../../../lib/shortcuts.ts';
import { usePageKeys } from '../../../lib/use-page-keys.ts';
import type { SidePanelState } from './use-side-panel.ts';
import type { Search } from './use-search.ts';

interface Keys {
  readonly field: RefObject<HTMLInputElement | null>;
  readonly search: Search;
  readonly panel: SidePanelState;
  readonly hasSearch: boolean;
}

/** Ctrl+F goes to the search, F3 and Shift+F3 to its hits, Escape closes the panel. */
export function useResultKeys({ field, search, panel, hasSearch }: Keys): void {
  usePageKeys((event) => {
    // A dialog or a menu that is open has its own keys.
    if (event.defaultPrevented || document.querySelector('[role="dialog"], [role="menu"]') !== null) return;
    if (hasModifier(event) && !event.shiftKey && shortcutKey(event) === 'f') field.current?.select();
    else if (event.key === 'F3' && hasSearch) (event.shiftKey ? search.previous : search.next)();
    else if (event.key === 'Escape' && panel.shown !== null) panel.close();
    else return;
    event.preventDefault();
  });
}

import { useSyncExternalStore } from 'react';

/** Page and item stand in the address's fragment (`#/jobs/42`), so that a reload keeps the place. */
export const railPages = ['import', 'jobs', 'export', 'segments', 'quota', 'account'] as const;
/** All pages: those of the rail, and those that only links lead to. */
export const pageNames = [...railPages, 'help'] as const;
export type PageName = (typeof pageNames)[number];

export interface Place {
  readonly page: PageName;
  /** Job, draft or export that is open, or what help is wanted about; null for the page itself. */
  readonly id: string | null;
}

export function parsePlace(hash: string): Place {
  const [page = '', id = ''] = hash.replace(/^#\/?/, '').split('/');
  const known = pageNames.find((name) => name === page);
  if (known === undefined) return { page: 'import', id: null };
  return { page: known, id: id === '' ? null : safeDecode(id) };
}

function safeDecode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

export function placeHref(page: PageName, id: string | null = null): string {
  return id === null ? `#/${page}` : `#/${page}/${encodeURIComponent(id)}`;
}

/** `replace` leaves no step in the history, for places a person would not want to go back to. */
export function navigate(page: PageName, id: string | null = null, options: { readonly replace?: boolean } = {}): void {
  const href = placeHref(page, id);
  if (options.replace === true) {
    window.history.replaceState(null, '', href);
    window.dispatchEvent(new HashChangeEvent('hashchange'));
  } else {
    window.location.hash = href;
  }
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

let lastHash = '';
let lastPlace: Place = { page: 'import', id: null };

function currentPlace(): Place {
  if (window.location.hash !== lastHash) {
    lastHash = window.location.hash;
    lastPlace = parsePlace(lastHash);
  }
  return lastPlace;
}

export function usePlace(): Place {
  return useSyncExternalStore(subscribe, currentPlace);
}

let isTitleFocusWanted = false;

/** After a key has opened another page, its title takes the focus: screen readers name the page, and Tab continues from there. */
export function wantTitleFocus(): void {
  isTitleFocusWanted = true;
}

/** Whether the page that has just opened takes the focus; true once. */
export function takeTitleFocus(): boolean {
  const isWanted = isTitleFocusWanted;
  isTitleFocusWanted = false;
  return isWanted;
}

import { useMemo, useSyncExternalStore } from 'react';

/** Page, item and its part stand in the address's fragment (`#/import/42/check`), so that a reload keeps the place. */
export const railPages = ['import', 'jobs', 'export', 'segments', 'quota', 'account'] as const;
/** All pages: those of the rail, and those that only links lead to. */
export const pageNames = [...railPages, 'help'] as const;
export type PageName = (typeof pageNames)[number];

export interface Place {
  readonly page: PageName;
  /** Job, draft or export that is open, or what help is wanted about; null for the page itself. */
  readonly id: string | null;
  /** Step of a draft; null: wherever it was left. */
  readonly part: string | null;
}

export function parsePlace(hash: string): Place {
  const [page = '', id = '', part = ''] = hash.replace(/^#\/?/, '').split('/');
  const known = pageNames.find((name) => name === page);
  if (known === undefined) return { page: 'import', id: null, part: null };
  const item = id === '' ? null : safeDecode(id);
  return { page: known, id: item, part: item === null || part === '' ? null : safeDecode(part) };
}

function safeDecode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

export function placeHref(page: PageName, id: string | null = null, part: string | null = null): string {
  const parts = id === null ? [] : [id, ...(part === null ? [] : [part])];
  return [`#/${page}`, ...parts.map((text) => encodeURIComponent(text))].join('/');
}

interface NavigateOptions {
  readonly part?: string;
  /** Leaves no step in the history, for places a person would not want to go back to. */
  readonly replace?: boolean;
}

export function navigate(page: PageName, id: string | null = null, options: NavigateOptions = {}): void {
  const href = placeHref(page, id, options.part ?? null);
  if (options.replace === true) {
    window.history.replaceState(null, '', href);
    window.dispatchEvent(new HashChangeEvent('hashchange'));
  } else {
    window.location.hash = href;
  }
}

/** Goes from an item that is gone to its page, unless the person has gone elsewhere before the answer came. */
export function leaveItem(page: PageName, id: string): void {
  const place = parsePlace(window.location.hash);
  if (place.page === page && place.id === id) navigate(page, null, { replace: true });
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

export function usePlace(): Place {
  const hash = useSyncExternalStore(subscribe, () => window.location.hash);
  return useMemo(() => parsePlace(hash), [hash]);
}

const FIND = 'find:';

/** The place that shows one entry of a page's list: a segment, a user. */
export const findPlace = (entry: string): string => `${FIND}${entry}`;

/** The entry that a place shows; null for any other place. */
export const foundIn = (id: string | null): string | null =>
  id?.startsWith(FIND) === true ? id.slice(FIND.length) : null;

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

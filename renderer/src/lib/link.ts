// Why: decision 0290.
import { createStore, useStore } from './store.ts';

/**
 * `gone`: the program behind the page does not answer. `locked`: it answers, but does not know this page. `restarting` and
 * `failed`: the desktop app's window lives, its core does not.
 */
export type LinkState = 'live' | 'gone' | 'locked' | 'restarting' | 'failed';

export interface Link {
  readonly state: LinkState;
  /**
   * Unix milliseconds of the last sign of life: what the page shows is from then. Null while the program lives, and in a page
   * that it has never answered.
   */
  readonly asOf: number | null;
  /** What the program itself said about its end; empty when it could not. */
  readonly message: string;
}

export type LinkKeeper = ReturnType<typeof createLink>;

export function createLink(now: () => number = Date.now) {
  const store = createStore<Link>({ state: 'live', asOf: null, message: '' });
  let host: 'live' | 'gone' | 'locked' = 'live';
  let core: { readonly state: 'live' | 'restarting' | 'failed'; readonly message: string } = live;
  let brokeAt: number | null = null;
  let wasLive = false;
  const settle = (): void => {
    const state = host === 'live' ? core.state : host;
    const known = store.get();
    if (state === 'live') {
      if (known.state !== 'live') store.set({ state, asOf: null, message: '' });
      return;
    }
    const message = host === 'live' ? core.message : '';
    if (state === known.state && message === known.message) return;
    const wasSeen = wasLive || host === 'live';
    store.set({ state, asOf: wasSeen ? (known.asOf ?? brokeAt ?? now()) : null, message });
  };
  return {
    get: store.get,
    subscribe: store.subscribe,
    /** The program answered. */
    heard: () => {
      wasLive = true;
      host = 'live';
      brokeAt = null;
      settle();
    },
    /** The stream of events ended: the program may have ended with it. */
    broke: () => {
      brokeAt ??= now();
    },
    lost: (state: 'gone' | 'locked') => {
      host = state;
      settle();
    },
    core: (state: 'running' | 'restarting' | 'failed', message: string) => {
      core = state === 'running' ? live : { state, message };
      settle();
    },
  };
}

const live = { state: 'live', message: '' } as const;

/** The link of this page. The bridge keeps it. */
export const link = createLink();

export function useLink(): Link {
  return useStore(link);
}

/** The moment that everything on the page is from; null while the program lives. */
export function useAsOf(): number | null {
  return useLink().asOf;
}

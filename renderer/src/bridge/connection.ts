/**
 * Whether the host behind the page answers. On the desktop the host holds the window, so it is always there.
 * `locked`: the host answers, but this page may not talk to it (the address was used without its token).
 */
export type ConnectionState = 'open' | 'gone' | 'locked';

export const goneMessage = 'Lead Console is not running any more. Start it again; nothing is lost.';
export const lockedMessage =
  'This page may not talk to Lead Console. The address that was shown when it started opens one page, once, and only with the part after the #. Go back to that page, or start Lead Console again for a new address.';

export interface Connection {
  readonly get: () => ConnectionState;
  readonly set: (state: ConnectionState) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function createConnection(): Connection {
  let current: ConnectionState = 'open';
  const listeners = new Set<() => void>();
  return {
    get: () => current,
    set: (state) => {
      if (state === current) return;
      current = state;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/**
 * Whether the host answers the page. On the desktop it always does, because the window belongs to it.
 * `locked`: the host answers, but refuses this page (its address was opened without the token).
 */
export type ConnectionState = 'open' | 'gone' | 'locked';

export const goneMessage = 'Lead Console is not running any more. Start it again.';
export const lockedMessage =
  'This page has no access to Lead Console. The address that was shown at the start opens one page, once, and only with the part after the #. Go back to that page, or run npm start again for a new address; what runs goes on.';

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

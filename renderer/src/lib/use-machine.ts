import { useCallback, useRef, useState } from 'react';
import { type Store, useStore } from './store.ts';

/** A state that only events change, as a pure reducer says. */
export interface Machine<State, Event> {
  readonly state: State;
  /** Returns the state after the event. */
  readonly send: (event: Event) => State;
  /** The latest state, also in work that began before the last rendering. */
  readonly now: () => State;
}

/** `useReducer` for work that goes on between renderings: `send` and `now` answer at once. */
export function useMachine<State, Event>(
  reduce: (state: State, event: Event) => State,
  start: () => State,
): Machine<State, Event> {
  const [state, setState] = useState(start);
  const latest = useRef(state);
  const send = useCallback(
    (event: Event): State => {
      latest.current = reduce(latest.current, event);
      setState(latest.current);
      return latest.current;
    },
    [reduce],
  );
  const now = useCallback(() => latest.current, []);
  return { state, send, now };
}

/** As `useMachine`, with a state that outlives the component. */
export function useKeptMachine<State, Event>(
  reduce: (state: State, event: Event) => State,
  kept: Store<State>,
): Machine<State, Event> {
  const send = (event: Event): State => {
    kept.set(reduce(kept.get(), event));
    return kept.get();
  };
  return { state: useStore(kept), send, now: kept.get };
}

/** A value with the way back. At most 100 steps are kept. */
export interface History<Value> {
  readonly past: readonly Value[];
  readonly present: Value;
}

const KEPT_STEPS = 100;

export function startHistory<Value>(present: Value): History<Value> {
  return { past: [], present };
}

export function change<Value>(history: History<Value>, next: Value): History<Value> {
  if (Object.is(history.present, next)) return history;
  return { past: [...history.past, history.present].slice(-KEPT_STEPS), present: next };
}

export function undo<Value>(history: History<Value>): History<Value> {
  const previous = history.past.at(-1);
  return previous === undefined ? history : { past: history.past.slice(0, -1), present: previous };
}

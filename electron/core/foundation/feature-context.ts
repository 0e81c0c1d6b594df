import { AsyncLocalStorage } from 'node:async_hooks';

/** The name follows promises and timers, so that the log can say which feature caused an uncaught error. */
const current = new AsyncLocalStorage<string>();

/** Runs `work` under the name of a feature or a channel; what it starts and does not wait for keeps the name. */
export function inFeature<Value>(name: string, work: () => Value): Value {
  return current.run(name, work);
}

/** The name under which this code runs. */
export function featureNow(): string {
  return current.getStore() ?? 'no feature';
}

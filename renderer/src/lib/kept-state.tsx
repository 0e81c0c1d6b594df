import { createContext, type ReactNode, use, useState } from 'react';
import { createStore, type Store } from './store.ts';

const KeptStateContext = createContext<Map<string, Store<unknown>> | null>(null);

/** Keeps what was typed and chosen on a page while other pages are shown. Give it the account as its key. */
export function KeptStateProvider({ children }: { readonly children: ReactNode }) {
  const [stores] = useState(() => new Map<string, Store<unknown>>());
  return <KeptStateContext value={stores}>{children}</KeptStateContext>;
}

/**
 * A state of one page that outlives it, until the window closes or another account is shown.
 *
 * @param name of the state alone; who asks by it first says how it begins
 */
export function useKeptState<Value>(name: string, initial: Value): Store<Value> {
  const stores = use(KeptStateContext);
  if (stores === null) throw new Error(`“${name}” was rendered outside of the provider that keeps it.`);
  const known = stores.get(name);
  if (known !== undefined) return known as Store<Value>;
  const made = createStore(initial);
  stores.set(name, made as Store<unknown>);
  return made;
}

import { createContext, type ReactNode, use, useMemo, useState } from 'react';
import type { ExportQuery } from '../../../shared/contract/exports/queries.ts';

interface LastQuery {
  /** Null: none was edited or fetched yet. */
  readonly query: ExportQuery | null;
  readonly remember: (query: ExportQuery) => void;
}

const LastQueryContext = createContext<LastQuery | null>(null);

/** Keeps the last query of the page Export while other pages are shown. Give it the account as its key. */
export function LastQueryProvider({ children }: { readonly children: ReactNode }) {
  const [query, remember] = useState<ExportQuery | null>(null);
  const last = useMemo(() => ({ query, remember }), [query]);
  return <LastQueryContext value={last}>{children}</LastQueryContext>;
}

export function useLastQuery(): LastQuery {
  const last = use(LastQueryContext);
  if (last === null) throw new Error('The page Export was rendered outside of the provider of its last query.');
  return last;
}

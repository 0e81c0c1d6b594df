import { createContext, type Dispatch, type ReactNode, type SetStateAction, use, useMemo, useState } from 'react';
import type { QueryDraft } from './query-draft.ts';

/** What stands in the query builder. */
export interface OpenQuery {
  readonly draft: QueryDraft;
  /** The saved query it began as; null: none. */
  readonly savedId: string | null;
  /** The result it belongs to; null: nothing was fetched with it yet. */
  readonly exportId: string | null;
}

interface LastQuery {
  /** Null: nothing was edited, opened or fetched yet. */
  readonly open: OpenQuery | null;
  readonly remember: Dispatch<SetStateAction<OpenQuery | null>>;
}

const LastQueryContext = createContext<LastQuery | null>(null);

/** Keeps the query of the page Export while other pages are shown. Give it the account as its key. */
export function LastQueryProvider({ children }: { readonly children: ReactNode }) {
  const [open, remember] = useState<OpenQuery | null>(null);
  const last = useMemo(() => ({ open, remember }), [open]);
  return <LastQueryContext value={last}>{children}</LastQueryContext>;
}

export function useLastQuery(): LastQuery {
  const last = use(LastQueryContext);
  if (last === null) throw new Error('The page Export was rendered outside of the provider of its last query.');
  return last;
}

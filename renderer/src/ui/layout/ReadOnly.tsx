// Why: decision 0291.
import { createContext, use, type ReactNode } from 'react';

/** What the page shows can be read and not changed: the password of the account is missing. */
export const ReadOnlyContext = createContext(false);

export function useIsReadOnly(): boolean {
  return use(ReadOnlyContext);
}

/** Around controls that change or send something; what only looks stands outside. For the layout it is not there. */
export function Changes({ children }: { readonly children: ReactNode }) {
  return (
    <fieldset className="contents" role="presentation" disabled={useIsReadOnly()}>
      {children}
    </fieldset>
  );
}

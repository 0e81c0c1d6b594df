import { useCallback, useEffect, useRef, useState } from 'react';

/** Takes a promise that a handler or an effect started and does not wait for. */
export type Owner = (work: Promise<unknown>) => void;

/**
 * Owns the promises a component starts. Expected failures are handled in the work itself; what still rejects is a bug: it
 * goes to the error boundary or, once the component is gone, to the page's last-resort handler.
 */
export function useOwner(): Owner {
  const [, raise] = useState<never>();
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return useCallback((work) => {
    work.catch((failure: unknown) => {
      if (!isShown.current) reportError(failure);
      else
        raise(() => {
          throw failure;
        });
    });
  }, []);
}

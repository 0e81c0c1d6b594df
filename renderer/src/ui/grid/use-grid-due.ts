import { startTransition, useEffect, useState } from 'react';

/**
 * The grid is heavy: what it draws comes in tasks of their own, so that none holds up a key. True in a task after the one in
 * which this was drawn with `isReady`.
 */
export function useGridDue(isReady = true): boolean {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    if (isReady) startTransition(() => setIsDue(true));
  }, [isReady]);
  return isDue;
}

import { startTransition, useEffect, useState } from 'react';

/**
 * What is heavy to draw (a grid, a panel of many parts) comes in tasks of its own, so that none holds up a key. True in a
 * task after the one in which this was drawn with `isReady`.
 */
export function useOwnTask(isReady = true): boolean {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    if (isReady) startTransition(() => setIsDue(true));
  }, [isReady]);
  return isDue;
}

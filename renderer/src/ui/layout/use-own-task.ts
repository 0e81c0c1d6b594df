import { startTransition, useEffect, useState } from 'react';

/**
 * What is heavy to draw (a grid, a panel of many parts) comes in tasks of its own, so that none holds up a key. True in a
 * task after the frame in which this was drawn with `isReady`: the heavy part asks for sizes, and the browser would otherwise
 * have to style and lay out everything around it in the same task.
 */
export function useOwnTask(isReady = true): boolean {
  const [isDue, setIsDue] = useState(false);
  useEffect(() => {
    if (!isReady) return undefined;
    let task = 0;
    const frame = requestAnimationFrame(() => {
      task = window.setTimeout(() => startTransition(() => setIsDue(true)));
    });
    return () => {
      cancelAnimationFrame(frame);
      window.clearTimeout(task);
    };
  }, [isReady]);
  return isDue;
}

import { useEffect, useState } from 'react';

/** True once `active` has been true for `delay` milliseconds, so that short work shows no progress. */
export function useDelayed(active: boolean, milliseconds = 150): boolean {
  const [isOver, setIsOver] = useState(false);
  useEffect(() => {
    if (!active) return undefined;
    const timer = window.setTimeout(() => setIsOver(true), milliseconds);
    return () => {
      window.clearTimeout(timer);
      setIsOver(false);
    };
  }, [active, milliseconds]);
  return active && isOver;
}

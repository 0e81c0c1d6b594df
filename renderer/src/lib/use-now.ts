import { useEffect, useState } from 'react';
import { useAsOf } from './link.ts';

/**
 * The time now in Unix milliseconds, renewed every `every` milliseconds while the component is shown. It stands still while
 * the program behind the page is gone: nothing that is shown has happened since.
 */
export function useNow(every: number): number {
  const [now, setNow] = useState(() => Date.now());
  const asOf = useAsOf();
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), every);
    return () => window.clearInterval(timer);
  }, [every]);
  return asOf ?? now;
}

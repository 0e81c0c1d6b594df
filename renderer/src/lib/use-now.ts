import { useEffect, useState } from 'react';
import { useAsOf } from './link.ts';

/** As `useNow`, also while the program behind the page is gone: for how long ago that was. */
export function useClock(every: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    let timer = 0;
    const wait = (): void => {
      timer = window.setTimeout(
        () => {
          setNow(Date.now());
          wait();
        },
        every - (Date.now() % every),
      );
    };
    wait();
    return () => window.clearTimeout(timer);
  }, [every]);
  return now;
}

/**
 * The time now in Unix milliseconds, renewed every `every` milliseconds while the component is shown, on the full second or
 * minute: what stands in two places of the page changes in both at once. It stands still while the program behind the page
 * is gone: nothing that is shown has happened since.
 */
export function useNow(every: number): number {
  const now = useClock(every);
  return useAsOf() ?? now;
}

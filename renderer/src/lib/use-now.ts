import { useEffect, useState } from 'react';
import { useAsOf } from './link.ts';

/**
 * The time now in Unix milliseconds, renewed every `every` milliseconds while the component is shown, on the full second or
 * minute: what stands in two places of the page changes in both at once. It stands still while the program behind the page
 * is gone: nothing that is shown has happened since.
 */
export function useNow(every: number): number {
  const [now, setNow] = useState(() => Date.now());
  const asOf = useAsOf();
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
  return asOf ?? now;
}

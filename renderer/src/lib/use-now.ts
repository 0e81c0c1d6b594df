import { useEffect, useLayoutEffect, useState } from 'react';
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

/**
 * As `useNow`, for what is shown beside `news`: the time goes on with them, and by itself only when none came for `every`
 * milliseconds. Figures that change twice a second then do not change a third time for their clock.
 */
export function useNowWith(news: unknown, every: number): number {
  const [now, setNow] = useState(() => Date.now());
  const asOf = useAsOf();
  // Before the page is drawn: it would be drawn twice.
  useLayoutEffect(() => {
    const renew = () => setNow(Date.now());
    renew();
    const timer = window.setInterval(renew, every);
    return () => window.clearInterval(timer);
  }, [news, every]);
  return asOf ?? now;
}

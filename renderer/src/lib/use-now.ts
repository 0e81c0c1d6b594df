import { useEffect, useState } from 'react';

/** The time now in Unix milliseconds, renewed every so many milliseconds for as long as it is shown. */
export function useNow(every: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), every);
    return () => window.clearInterval(timer);
  }, [every]);
  return now;
}

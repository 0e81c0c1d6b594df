import { useEffect, useState } from 'react';

/** The time now in Unix milliseconds, renewed every `every` milliseconds while the component is shown. */
export function useNow(every: number): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = window.setInterval(() => setNow(Date.now()), every);
    return () => window.clearInterval(timer);
  }, [every]);
  return now;
}

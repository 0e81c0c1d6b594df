import { useEffect, useEffectEvent, useState } from 'react';
import type { QuotaSnapshot } from '../../../../shared/contract/quota/quota.ts';
import { useAsOf } from '../../lib/link.ts';

/** Milliseconds. The page changes at most twice a second, whatever comes. */
const SHOWN_EVERY = 500;
/** Milliseconds. Without news only the ages and the gauge go on. */
const TICKS_EVERY = 1000;

export interface Live {
  readonly snapshot: QuotaSnapshot;
  /** Unix milliseconds, of the moment in which the snapshot was taken over. */
  readonly now: number;
}

/** The newest snapshot and the time, taken over together. */
export function useLive(snapshot: QuotaSnapshot): Live {
  const [live, setLive] = useState<Live>(() => ({ snapshot, now: Date.now() }));
  const take = useEffectEvent(() => {
    const now = Date.now();
    setLive((last) => {
      const isTimeToTick = now - last.now >= TICKS_EVERY || now < last.now;
      return last.snapshot === snapshot && !isTimeToTick ? last : { snapshot, now };
    });
  });
  useEffect(() => {
    const timer = window.setInterval(() => take(), SHOWN_EVERY);
    return () => window.clearInterval(timer);
  }, []);
  // The figures of another account must not stand under its name for a moment.
  if (live.snapshot.accountId !== snapshot.accountId) setLive({ snapshot, now: live.now });
  const asOf = useAsOf();
  return asOf === null ? live : { ...live, now: asOf };
}

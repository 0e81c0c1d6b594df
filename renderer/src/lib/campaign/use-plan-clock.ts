import { useActiveAccount, useChannel } from '../../bridge/index.ts';
import { useNow } from '../use-now.ts';

/** Until the account or the service names its own. */
const DEFAULT_ZONE = 'Europe/Copenhagen';

/** By which the times of plans are read. */
export function usePlanClock(): {
  /** Unix milliseconds; moves on every five seconds. */
  readonly now: number;
  /** Time zone of the account's times of day. */
  readonly zone: string;
} {
  const now = useNow(5000);
  const account = useActiveAccount();
  const { data: quota } = useChannel('quota:snapshot', {});
  return { now, zone: account?.dialect.timeZone ?? quota?.timeZone ?? DEFAULT_ZONE };
}

import type { SegmentChange } from '../../../shared/contract/segments/segment-changes.ts';
import { MINUTE } from '../../../shared/domain/time/time.ts';
import type { Clock } from '../../core/foundation/ports.ts';

/** Milliseconds. A change that waits longer than this for its quota or for the service ends; the same command goes on. */
const LONGEST_HOLD = 15 * MINUTE;

type Held = Pick<SegmentChange, 'heldUntil'>;

/**
 * Whether a change has waited too long, or would. Out of reach is many short waits: they are one until a request has left.
 * It is called for everything that a change tells.
 */
export function watchHold(clock: Clock): (change: Held) => boolean {
  let since: number | null = null;
  return ({ heldUntil }) => {
    if (heldUntil === null) {
      since = null;
      return false;
    }
    since ??= clock.monotonicNow();
    const ahead = heldUntil - clock.wallNow();
    return Math.max(ahead, clock.monotonicNow() - since) > LONGEST_HOLD;
  };
}

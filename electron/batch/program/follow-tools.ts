import type { Clock } from '../../core/foundation/ports.ts';
import type { BatchCore } from './batch-core.ts';
import type { Interruption } from './interruption.ts';
import type { Output } from './output.ts';

/** What a command needs that stays until something has ended. */
export interface FollowTools {
  readonly core: BatchCore;
  readonly clock: Clock;
  readonly output: Output;
  readonly interruption: Interruption;
  /** Output files that are there are replaced, as `--force` says it. */
  readonly force: boolean;
  /** Milliseconds that one complete answer may take, as `--timeout` says it; null: nobody said. */
  readonly answerTimeout: number | null;
  /** Milliseconds for which an import waits for its team, as `--team-wait` says it; null: nobody said. */
  readonly teamWait: number | null;
}

import type { Dialect } from '../../../shared/contract/account/account.ts';

/** Options of every command. */
export interface CommonOptions {
  readonly url: string | null;
  readonly dataFolder: string | null;
  readonly json: boolean;
  readonly force: boolean;
  /** Milliseconds for one complete answer; null: the client's own. */
  readonly answerTimeout: number | null;
  /** Milliseconds for which an import waits for its team; null: the usual time. */
  readonly teamWait: number | null;
  /** Settings of the account that are given; the others stay as they are. */
  readonly dialect: Partial<Dialect>;
}

// Why: decision 0540.
import type { AccountSummary } from '../../shared/contract/account/account.ts';
import { Failure } from './foundation/failure.ts';
import { OpenAccounts, type OpenAccountsOptions } from './sessions/open-accounts.ts';
import type { AccountTeam } from './team/team-feature.ts';

const STAYS =
  'Nothing was removed. If you remove it without telling the team, up to 26 leads that this computer has claimed and not sent stay taken: the rows that colleagues have of them are skipped until a person there takes them over, and colleagues see this computer as one that was not heard for long.';

/** Takes a computer out of its team, with what its account has on the disk: its password is not needed, and nothing is sent. */
export class LeavingAccounts {
  readonly #accounts: OpenAccounts<AccountTeam>;

  constructor(options: OpenAccountsOptions<AccountTeam>) {
    this.#accounts = new OpenAccounts(options);
  }

  /**
   * Gives back what is claimed and not sent, and leaves.
   *
   * @param account that is not open
   * @param isForced also when the team cannot be told
   * @throws Failure as `team:leave`, with what that means for colleagues
   */
  async leave(account: AccountSummary, isForced: boolean): Promise<void> {
    const { features: team } = await this.#accounts.open({ ...account, signedIn: false }, null);
    try {
      await team.handlers['team:leave']({ isForced }, { signal: new AbortController().signal });
    } catch (error) {
      if (!(error instanceof Failure)) throw error;
      const message = `The team was not told that this computer leaves. ${error.message} ${STAYS}`;
      throw new Failure({ ...error.error, message }, { cause: error });
    } finally {
      await this.#accounts.close(account.id);
    }
  }
}

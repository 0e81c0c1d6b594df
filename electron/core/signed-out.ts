// Why: decision 0126.
import type { AccountSummary } from '../../shared/contract/account/account.ts';
import type { CoreChannelName } from '../../shared/contract/channels.ts';
import { openExports } from './exports/exports-feature.ts';
import { openKeptViews } from './exports/kept-views-feature.ts';
import { openSavedQueries } from './exports/queries/saved-queries.ts';
import { Failure } from './foundation/failure.ts';
import type { FeatureServices, Handlers } from './sessions/feature.ts';
import { OpenAccounts, type OpenAccountsOptions } from './sessions/open-accounts.ts';

/** Channels that read and change only what is on this computer. */
type SignedOutChannel = Extract<
  CoreChannelName,
  `export:${string}` | `compare:${string}` | `query:${string}` | `leadView:${string}`
>;

export function worksSignedOut(channel: CoreChannelName): channel is SignedOutChannel {
  return /^(export|compare|query|leadView):/.test(channel);
}

/**
 * Results and saved queries of an account whose password is missing: they were paid for and can be read offline. Nothing
 * is sent. An account is opened with the first question and closed before it is signed in, out or removed.
 */
export class SignedOutAccounts {
  readonly #accounts: OpenAccounts<Handlers<SignedOutChannel>>;
  /** Settles with the opening before: a second one would close the account under the first question. Never rejects. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(options: Omit<OpenAccountsOptions<unknown>, 'openFeatures'>, services: FeatureServices) {
    this.#accounts = new OpenAccounts({
      ...options,
      openFeatures: (session, held) => ({
        ...held.use(openExports(services, session, () => undefined)).handlers,
        ...openSavedQueries(services, session),
        ...openKeptViews(services, session),
        'export:start': async () => {
          throw passwordMissing(session.account.name);
        },
        'export:refresh': async () => {
          throw passwordMissing(session.account.name);
        },
      }),
    });
  }

  async handlersOf(account: AccountSummary): Promise<Handlers<SignedOutChannel>> {
    const opened = this.#turn.then(() => this.#accounts.find(account.id) ?? this.#accounts.open(account, null));
    this.#turn = opened.catch(() => undefined);
    return (await opened).features;
  }

  isOpen(accountId: string): boolean {
    return this.#accounts.find(accountId) !== undefined;
  }

  closeAll(): Promise<void> {
    return this.#accounts.closeAll();
  }
}

function passwordMissing(name: string): Failure {
  return new Failure({
    code: 'auth',
    message: `Lead Console does not have the password of ${name}. Enter it to fetch leads.`,
  });
}

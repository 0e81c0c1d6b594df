// Why: decision 0126 and decision 0291.
import type { AccountSummary } from '../../shared/contract/account/account.ts';
import type { CoreChannelName } from '../../shared/contract/channels.ts';
import { openExports } from './exports/exports-feature.ts';
import { openKeptViews } from './exports/records/kept-views-feature.ts';
import { openSavedQueries } from './exports/queries/saved-queries.ts';
import type { AccountImports } from './imports/imports-feature.ts';
import type { JobChannel } from './imports/jobs/jobs.ts';
import { Failure } from './foundation/failure.ts';
import { inTurn } from './foundation/in-turn.ts';
import { NOTHING_SHARED } from './foundation/shared-texts.ts';
import type { AnyHandler, CallContext, FeatureServices, Handlers } from './sessions/feature.ts';
import type { AccountSession } from './sessions/session.ts';
import { OpenAccounts, type OpenAccountsOptions } from './sessions/open-accounts.ts';

/** Channels that read and change only what is on this computer, and those of jobs, which are read only. */
type SignedOutChannel =
  | Extract<CoreChannelName, `export:${string}` | `compare:${string}` | `query:${string}` | `leadView:${string}`>
  | ReadJobChannel;

/** What can be known of a job without asking the service and without changing it. */
const READ_JOB_CHANNELS = [
  'job:list',
  'job:get',
  'job:rows',
  'job:find',
  'job:refusedValues',
  'job:trial',
  'job:answers',
  'job:verdicts',
  'job:receipt',
  'job:outcomes',
  'job:saveOutcomes',
  'job:saveResult',
  'job:doubt',
  'job:noCount',
  'job:saveDoubt',
] as const satisfies readonly JobChannel[];
type ReadJobChannel = (typeof READ_JOB_CHANNELS)[number];

export function worksSignedOut(channel: CoreChannelName): channel is SignedOutChannel {
  return /^(export|compare|query|leadView):/.test(channel) || isOfJobs(channel);
}

function isOfJobs(channel: CoreChannelName): channel is ReadJobChannel {
  return READ_JOB_CHANNELS.some((known) => known === channel);
}

/** Drafts belong to the installation; what an account knows of their fields and of rows that were sent does not. */
export function readsKnowledge(channel: CoreChannelName): boolean {
  return /^(import|check):/.test(channel);
}

interface SignedOutFeatures {
  readonly imports: AccountImports;
  readonly handlers: Handlers<SignedOutChannel>;
}

/**
 * What is on this computer of an account whose password is missing: results and saved queries, jobs and what they taught. It
 * was paid for and can be read offline. Nothing is sent. An account is opened with the first question and closed before it
 * is signed in, out or removed.
 */
export class SignedOutAccounts {
  readonly #accounts: OpenAccounts<SignedOutFeatures>;
  /** Opens and closes one after the other: another one would close the account under a question. */
  readonly #inTurn = inTurn();
  readonly #asked = new Set<Promise<unknown>>();

  constructor(
    options: Omit<OpenAccountsOptions<unknown>, 'openFeatures'>,
    services: FeatureServices,
    openImports: (session: AccountSession) => AccountImports,
  ) {
    this.#accounts = new OpenAccounts({
      ...options,
      openFeatures: (session, held) => {
        const imports = held.use(openImports(session));
        return {
          imports,
          handlers: {
            ...imports.handlers,
            ...held.use(openExports(services, session, imports.fields)).handlers,
            ...openSavedQueries(services, session, NOTHING_SHARED),
            ...openKeptViews(services, session, NOTHING_SHARED),
            'export:start': async () => {
              throw passwordMissing(session.account.name);
            },
            'export:refresh': async () => {
              throw passwordMissing(session.account.name);
            },
          },
        };
      },
    });
  }

  async open(account: AccountSummary): Promise<SignedOutFeatures> {
    const { features } = await this.#inTurn(
      async () => this.#accounts.find(account.id) ?? this.#accounts.open(account, null),
    );
    return features;
  }

  /** Null while nobody has asked for anything of the account. */
  find(accountId: string): SignedOutFeatures | null {
    return this.#accounts.find(accountId)?.features ?? null;
  }

  /** The account stays open until what was asked of its jobs is answered. @param args those of the channel */
  answer(account: AccountSummary, channel: SignedOutChannel, args: unknown, context: CallContext): Promise<unknown> {
    const answered = this.open(account).then(({ handlers }) => (handlers[channel] as AnyHandler)(args, context));
    if (!isOfJobs(channel)) return answered;
    const forget = () => this.#asked.delete(answered);
    this.#asked.add(answered);
    answered.then(forget, forget);
    return answered;
  }

  /** What is asked meanwhile waits, and opens its account anew. */
  closeAll(): Promise<void> {
    const asked = [...this.#asked];
    return this.#inTurn(async () => {
      await Promise.allSettled(asked);
      await this.#accounts.closeAll();
    });
  }
}

function passwordMissing(name: string): Failure {
  return new Failure({
    code: 'auth',
    message: `Lead Console does not have the password of ${name}. Enter it to fetch leads.`,
  });
}

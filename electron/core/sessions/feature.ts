// Why: decision 0100.
import type {
  ChannelArgs,
  ChannelResult,
  CoreChannelName,
  EventName,
  EventPayload,
} from '../../../shared/contract/channels.ts';
import type { Clock, GrantedFile, Log, Random } from '../foundation/ports.ts';

export interface CallContext {
  /** Aborted when the page cancels the call. */
  readonly signal: AbortSignal;
}

export type Handlers<Name extends CoreChannelName> = {
  readonly [Key in Name]: (args: ChannelArgs<Key>, context: CallContext) => Promise<ChannelResult<Key>>;
};

/** Any of them. The contract ties each channel to its arguments; TypeScript cannot follow that through a variable name. */
export type AnyHandler = (args: unknown, context: CallContext) => Promise<unknown>;

export type Emit = <Name extends EventName>(name: Name, payload: EventPayload<Name>) => void;

/** What every feature of the core may use. Features do not know each other; they know this. */
export interface FeatureServices {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly emit: Emit;
  /** A larger number at every call, and after a restart, so that a page never takes an old snapshot for a new one. */
  readonly nextSequence: () => number;
  /** The file a person chose. Fails with `notFound` for a token that was not granted with this access. */
  grantedFile(token: string, access: GrantedFile['access']): GrantedFile;
  /** Root of all data of this installation. */
  readonly dataFolder: string;
}

/**
 * A feature that is open: for one account (`OpenAccounts` opens and closes it), or for the whole installation. Disposing
 * of it stops its work, waits for the answers to its requests and writes everything to the disk.
 */
export interface OpenFeature<Name extends CoreChannelName> extends AsyncDisposable {
  readonly handlers: Handlers<Name>;
}

/** How a feature of the installation reaches what a feature opened for the active account. */
export interface ActiveAccount<Opened> {
  /** Null when no account is connected. That of an account whose password is missing can be read and sends nothing. */
  find(): Opened | null;
  /** Fails with `notFound` when no account is connected, with `auth` when its password is missing. */
  get(): Opened;
}

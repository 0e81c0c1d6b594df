import type { DatabaseSync } from 'node:sqlite';
import type { AccountSummary } from '../../../shared/contract/account/account.ts';
import type {
  CoreChannelName,
  ChannelArgs,
  ChannelResult,
  EventName,
  EventPayload,
} from '../../../shared/contract/channels.ts';
import type { ApiClient } from '../api/client.ts';
import type { Clock, Log, Random } from '../foundation/ports.ts';

/** One account that can work: its client, its journal and its folder. */
export interface AccountSession {
  readonly account: AccountSummary;
  readonly api: ApiClient;
  /** `account/<id>/journal.sqlite`, open. */
  readonly journal: DatabaseSync;
  /** `account/<id>`, exists. */
  readonly folder: string;
}

/** A file the person chose; the path never leaves the host and the core. */
export interface GrantedFile {
  readonly token: string;
  readonly path: string;
  readonly name: string;
  readonly access: 'read' | 'write';
}

export interface CallContext {
  readonly signal: AbortSignal;
}

export type Handlers<Name extends CoreChannelName> = {
  readonly [Key in Name]: (args: ChannelArgs<Key>, context: CallContext) => Promise<ChannelResult<Key>>;
};

export type Emit = <Name extends EventName>(name: Name, payload: EventPayload<Name>) => void;

/** What every feature of the core may use. Features do not know each other; they know this. */
export interface FeatureServices {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  readonly emit: Emit;
  /** The session of the active account. Fails with `notFound` when none is connected, `auth` when its password is missing. */
  session(): AccountSession;
  /** Every session that is open now. */
  sessions(): readonly AccountSession[];
  /** Path of a chosen file. Fails with `notFound` for a token that was not granted with this access. */
  grantedFile(token: string, access: 'read' | 'write'): GrantedFile;
  /** Root of all data of this installation. */
  readonly dataFolder: string;
}

/** A feature's face towards the core. */
export interface Feature<Name extends CoreChannelName> {
  readonly handlers: Handlers<Name>;
  /** A session was opened: recover what a crash left, go on with what was running. */
  sessionOpened?(session: AccountSession): void;
  /** The session ends (sign-out, other password, end of program): stop, wait for what is on its way, keep everything. */
  sessionClosing?(session: AccountSession): Promise<void>;
}

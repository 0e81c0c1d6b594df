import { join } from 'node:path';
import type { SentLeads } from '../foundation/lead-claims.ts';
import { inTurn } from '../foundation/in-turn.ts';
import { type Clock, type Log, sleep } from '../foundation/ports.ts';
import { type Lease, takeLease } from '../storage/lease.ts';
import { TeamChain } from './chain/team-chain.ts';
import type { TeamJournal } from './chain/team-journal.ts';
import { TeamKeys } from './keys/team-keys.ts';
import { type TeamLink, TeamTrouble } from './link/team-link.ts';
import type { KeptAccess, TeamAccess } from './team-access.ts';

/** Milliseconds between two tries for the lease of the chain, and how long another program may take. */
const PAUSE = 60;
const LONGEST_MOVE = 30_000;

const NO_ACCESS =
  'This account is in a team, and Lead Console does not have the invitation and the login here. Rows wait so that no colleague’s lead is sent twice. Join again with the invitation; in a command set LEAD_CONSOLE_TEAM, LEAD_CONSOLE_TEAM_LOGIN and LEAD_CONSOLE_TEAM_PASSWORD.';
const BUSY =
  'Another Lead Console on this computer is talking to the team. Rows wait; Lead Console tries again on its own.';

export interface TeamDeskOptions {
  readonly journal: TeamJournal;
  readonly access: KeptAccess;
  readonly linkTo: (access: TeamAccess) => TeamLink;
  readonly leads: () => SentLeads;
  readonly clock: Clock;
  readonly log: Pick<Log, 'note'>;
  /** The folder of the account. */
  readonly folder: string;
  /** The address of the service. */
  readonly address: string;
  readonly zone: string;
}

export interface OpenChain {
  readonly chain: TeamChain;
  readonly keys: TeamKeys;
  readonly link: TeamLink;
}

/** One conversation with the team at a time, also over all programs that have the journal open. */
export class TeamDesk implements AsyncDisposable {
  readonly #options: TeamDeskOptions;
  #open: OpenChain | null = null;
  #awaySince: number | null = null;
  readonly #inTurn = inTurn();
  readonly #closing = new AbortController();

  constructor(options: TeamDeskOptions) {
    this.#options = options;
  }

  /** Whether the team was reached in this run. */
  get isOpen(): boolean {
    return this.#open !== null;
  }

  /** Unix milliseconds of the first question that had no answer; null: the last one had. */
  get awaySince(): number | null {
    return this.#awaySince;
  }

  /** @throws TeamTrouble when the team cannot be asked */
  talk<Value>(work: (open: OpenChain) => Promise<Value>): Promise<Value> {
    return this.#inTurn(async () => {
      if (this.#closing.signal.aborted) throw new TeamTrouble('team', BUSY);
      const at = this.#options.clock.wallNow();
      try {
        using _lease = await this.#lease();
        const answer = await work((this.#open ??= await this.#enter()));
        this.#awaySince = null;
        return answer;
      } catch (error) {
        if (error instanceof TeamTrouble) this.#awaySince ??= at;
        throw error;
      }
    });
  }

  /** The account has other access now, or none. */
  async reset(): Promise<void> {
    await this.#inTurn(() => this.#drop());
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#closing.abort();
    await this.#inTurn(() => this.#drop());
  }

  async #drop(): Promise<void> {
    const open = this.#open;
    this.#open = null;
    this.#awaySince = null;
    await open?.link[Symbol.asyncDispose]();
  }

  async #enter(): Promise<OpenChain> {
    const { access: kept, linkTo, journal, leads, log, address, zone } = this.#options;
    const access = await kept.read();
    if (access === null) throw new TeamTrouble('teamPerson', NO_ACCESS);
    const keys = new TeamKeys(access.secret);
    const link = linkTo(access);
    const chain = new TeamChain({ journal, link, keys, leads: leads(), log, address, zone });
    try {
      await chain.check();
    } catch (error) {
      await link[Symbol.asyncDispose]();
      throw error;
    }
    return { chain, keys, link };
  }

  async #lease(): Promise<Lease> {
    const { clock, folder } = this.#options;
    const giveUpAt = clock.monotonicNow() + LONGEST_MOVE;
    for (;;) {
      const lease = takeLease(join(folder, 'locks', 'team.sqlite'));
      if (lease !== null) return lease;
      const { signal } = this.#closing;
      if (clock.monotonicNow() < giveUpAt) await sleep(clock, PAUSE, signal).catch(() => undefined);
      if (clock.monotonicNow() >= giveUpAt || signal.aborted) throw new TeamTrouble('team', BUSY);
    }
  }
}

// Why: decision 0428.
import { randomUUID } from 'node:crypto';
import { type OthersLead, takenSentence } from '../../../shared/domain/team/team-words.ts';
import { MINUTE } from '../../../shared/domain/time/time.ts';
import { storageTrouble } from '../foundation/failure.ts';
import {
  type ClaimableRow,
  type ClaimTrouble,
  type LeadClaims,
  NotClaimed,
  type SeenLead,
  type SentLeads,
} from '../foundation/lead-claims.ts';
import type { Clock, Log } from '../foundation/ports.ts';
import { nameOf } from './chain/office-state.ts';
import type { OtherClaim } from './chain/team-answers.ts';
import { KEY_FORMS, type TeamJournal, type TeamSelf } from './chain/team-journal.ts';
import type { TeamKeys } from './keys/team-keys.ts';
import { TeamTrouble } from './link/team-link.ts';
import type { ToldMarks } from './told-marks.ts';
import type { TeamDesk } from './team-desk.ts';

/** Milliseconds for which a claim counts. An older one may have been handed to somebody by a person meanwhile. */
const LASTS = MINUTE;

/** The rows were checked by the rules of another team. */
const OTHER_TEAM = 'This account has come into another team meanwhile. Rows wait; Lead Console tries again on its own.';

function isByPhone(self: Pick<TeamSelf, 'keyForm'> | null): boolean {
  return self?.keyForm === KEY_FORMS.phone;
}

export interface TeamClaimsOptions {
  readonly journal: TeamJournal;
  readonly desk: TeamDesk;
  readonly marks: ToldMarks;
  readonly clock: Clock;
  readonly log: Log;
  readonly zone: string;
  /** Called when rows were claimed, or told as done. */
  readonly onMove: () => void;
  /** A command names its team: then this account is in one, whatever its journal says. */
  readonly isGiven: boolean;
}

/** The claims of one account in its team. */
export class TeamClaims implements LeadClaims, AsyncDisposable {
  readonly #options: TeamClaimsOptions;
  /** Names this run of the program: nothing leaves before it has asked the team itself. */
  readonly #run = randomUUID();
  /** By job and row: monotonic milliseconds before the question. */
  readonly #askedAt = new Map<string, Map<number, number>>();
  #sent: SentLeads | null = null;
  #isTeam: boolean;
  #isByPhone: boolean;
  #telling: Promise<void> | null = null;

  constructor(options: TeamClaimsOptions) {
    this.#options = options;
    const self = options.journal.self();
    this.#isTeam = options.isGiven || self !== null;
    this.#isByPhone = isByPhone(self);
  }

  get isTeam(): boolean {
    return this.#isTeam;
  }

  get isByPhone(): boolean {
    return this.#isByPhone;
  }

  /** What the imports have said of the leads of this account. */
  get sent(): SentLeads {
    if (this.#sent === null) throw new Error('nobody has said what was sent');
    return this.#sent;
  }

  connect(sent: SentLeads): void {
    this.#sent = sent;
  }

  refresh(): void {
    const { journal, isGiven } = this.#options;
    journal.refresh();
    const self = journal.self();
    this.#isTeam = isGiven || self !== null;
    this.#isByPhone = isByPhone(self);
  }

  isMine(job: string, n: number): boolean {
    const { journal, clock } = this.#options;
    const at = journal.claimedAt(job, n, this.#run);
    const askedAt = this.#askedAt.get(job)?.get(n);
    if (at === null || askedAt === undefined) return false;
    const age = clock.wallNow() - at;
    // Both clocks count: the wall clock goes on while the computer sleeps, and the monotonic clock cannot be set back.
    return age >= 0 && age < LASTS && clock.monotonicNow() - askedAt < LASTS;
  }

  async claim(
    job: string,
    rows: readonly ClaimableRow[],
    onTaken: (n: number, reason: string) => void,
  ): Promise<ClaimTrouble | null> {
    const { journal, desk, clock, zone } = this.#options;
    if (this.#isByPhone !== isByPhone(journal.self())) {
      this.refresh();
      return { kind: 'team', reason: OTHER_TEAM };
    }
    try {
      await desk.talk(async ({ chain, keys }) => {
        const [at, askedAt] = [clock.wallNow(), clock.monotonicNow()];
        await chain.move({
          job,
          rows,
          settle: (row, other) => {
            if (other !== null)
              return onTaken(row.n, takenSentence(this.ownerOf(keys, other), zone, row.isPhone === true));
            journal.claimed(job, row, this.#run, at);
            const asked = this.#askedAt.get(job) ?? new Map<number, number>();
            this.#askedAt.set(job, asked.set(row.n, askedAt));
          },
        });
      });
      this.#options.onMove();
      return null;
    } catch (error) {
      if (error instanceof TeamTrouble) return { kind: error.kind, reason: error.message };
      throw error;
    }
  }

  /** Whose lead it is, as a person reads it. */
  ownerOf(keys: TeamKeys, { office, isCreated, at }: Pick<OtherClaim, 'office' | 'isCreated' | 'at'>): OthersLead {
    const { journal } = this.#options;
    const isFormer = journal.self()?.formers.includes(office) === true;
    const colleague = journal.colleagues().find(({ id }) => id === office);
    const name = colleague === undefined ? '' : nameOf(keys, colleague);
    return { name: isFormer ? null : name, isCreated, at };
  }

  use(job: string, n: number, digest: Uint8Array | null): void {
    const isUsed = digest !== null && this.isMine(job, n) && this.#options.journal.use(job, n, this.#run, digest);
    if (!isUsed) throw new NotClaimed();
    this.#askedAt.get(job)?.delete(n);
  }

  created(digest: Uint8Array): void {
    if (this.#options.journal.self() !== null) this.#options.journal.createdLater(digest);
  }

  notCreated(digest: Uint8Array): void {
    if (this.#options.journal.self() !== null && !this.sent.mayHaveArrived(digest))
      this.#options.journal.giveLater(digest);
  }

  insist(job: string, n: number, saw?: SeenLead): void {
    if (this.#options.journal.self() !== null) this.#options.journal.insist(job, n, saw);
  }

  letGo(job: string): void {
    const { journal, log } = this.#options;
    this.#askedAt.delete(job);
    if (journal.self() === null) return;
    try {
      journal.letGo(job, (digest) => this.sent.mayHaveArrived(digest));
    } catch (error) {
      // What stays claimed is given back when the job begins again.
      if (storageTrouble(error) === null) log.bug('give back what was claimed', error);
      return;
    }
    this.#tellSoon();
  }

  /** As `letGo`, for every job: the account leaves its team. */
  letGoAll(): void {
    for (const job of this.#options.journal.jobsWithClaims()) this.letGo(job);
  }

  /** Gives back and tells what there is, if the team was reached in this run; else the next move does. */
  #tellSoon(): void {
    if (!this.#options.desk.isOpen || this.#telling !== null) return;
    this.#telling = this.tell()
      .catch((error: unknown) => {
        if (!(error instanceof TeamTrouble) && storageTrouble(error) === null)
          this.#options.log.bug('tell the team', error);
      })
      .finally(() => (this.#telling = null));
  }

  /** @throws TeamTrouble */
  async tell(): Promise<void> {
    const { journal, desk, marks } = this.#options;
    while (journal.hasNews())
      await desk.talk(({ chain }) => chain.move({ job: '', rows: [], settle: () => undefined }));
    // Marks follow the claims, because only leads of this computer get a mark.
    while (journal.self() !== null && (await desk.talk((open) => marks.tell(open))));
    this.#options.onMove();
  }

  /** Tells the team what is left to tell, if it answers. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#telling;
    this.#tellSoon();
    await this.#telling;
  }
}

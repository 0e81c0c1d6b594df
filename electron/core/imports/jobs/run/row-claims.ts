// Why: decision 0428.
import type { ClaimTrouble } from '../../../foundation/lead-claims.ts';
import { journalTrouble } from '../journal/records/journal-trouble.ts';
import type { JobRecord, ReadyRow } from '../journal/records/job-records.ts';
import type { JobStore } from '../journal/job-store.ts';
import { RowConflict } from '../journal/rows/row-steps.ts';
import type { JobRunnerOptions } from './runner-options.ts';

/**
 * Rows claimed at once, when the client has the last claimed one. Nearly as many wait there, so sending goes on while
 * the team's database is asked.
 */
const STOCK = 13;

export interface RowClaimsOptions extends Pick<JobRunnerOptions, 'claims' | 'log' | 'run'> {
  readonly job: Pick<JobRecord, 'id'>;
  readonly store: Pick<JobStore, 'rows' | 'sentElsewhere' | 'claimed'>;
  readonly clock: { wallNow(): number };
  /** The team has answered, or cannot be asked. */
  readonly onDue: () => void;
}

/** Which rows of a job may go in a team: those that this computer has claimed, shortly before they go. */
export class RowClaims {
  readonly #options: RowClaimsOptions;
  #isAsking = false;
  #trouble: ClaimTrouble | null = null;

  constructor(options: RowClaimsOptions) {
    this.#options = options;
  }

  /** Rows to look at beyond those that can be handed over now. */
  get ahead(): number {
    return this.#options.claims.isTeam ? STOCK : 0;
  }

  /** The team is being asked. */
  get isAsking(): boolean {
    return this.#isAsking;
  }

  /** Those of the rows that may go now, or are not sent anyway. When none is left, it asks the team for the others. */
  mayGo(rows: readonly ReadyRow[]): readonly ReadyRow[] {
    if (!this.#options.claims.isTeam) return rows;
    const going = rows.filter(({ n }) => this.#goes(n));
    const others = rows.filter((row) => !going.includes(row));
    if (others.length > 0 && going.length === 0 && !this.#isAsking && this.#trouble === null)
      this.#ask(others.slice(0, STOCK));
    return going;
  }

  /** The row has nothing by which a team could know its lead, so nobody can claim it. */
  cannotBeTold(row: ReadyRow): boolean {
    const { claims, store, job } = this.#options;
    return claims.isTeam && store.claimed.of(job.id, row.n) === null;
  }

  /** Why the team could not be asked. Forgets it, so that the team is asked again. */
  takeTrouble(): ClaimTrouble | null {
    const trouble = this.#trouble;
    this.#trouble = null;
    return trouble;
  }

  /** Gives back the claims of rows that did not leave. */
  letGo(): void {
    this.#options.claims.letGo(this.#options.job.id);
  }

  #goes(n: number): boolean {
    const { claims, store, job } = this.#options;
    if (claims.isMine(job.id, n)) return true;
    return store.claimed.of(job.id, n) === null || store.sentElsewhere.reasonOf(job.id, n) !== null;
  }

  #ask(rows: readonly ReadyRow[]): void {
    const { claims, store, job, log, onDue } = this.#options;
    const wanted = rows.flatMap(({ n }) => {
      const claim = store.claimed.of(job.id, n);
      return claim === null ? [] : [{ n, ...claim }];
    });
    this.#isAsking = true;
    claims
      .claim(job.id, wanted, (n, reason) => this.#passOver(n, reason))
      .catch((error: unknown): ClaimTrouble => {
        const { isExpected, sentence } = journalTrouble(error);
        if (!isExpected) log.bug('claim rows in the team', error);
        return { kind: 'journal', reason: sentence };
      })
      .then((trouble) => {
        this.#isAsking = false;
        this.#trouble = trouble;
        onDue();
      })
      .catch((error: unknown) => void log.bug('claim rows in the team', error));
  }

  /** A person may have stopped the job meanwhile. */
  #passOver(n: number, reason: string): void {
    const { store, job, clock, run } = this.#options;
    try {
      store.rows.step(job.id, n, 'sentElsewhere', { at: clock.wallNow(), run, reason });
    } catch (error) {
      if (!(error instanceof RowConflict)) throw error;
    }
  }
}

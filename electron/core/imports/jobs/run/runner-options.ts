import type { CreateLeadOptions, CreateLeadOutcome, NewLead } from '../../../api/outcomes/lead-outcome.ts';
import type { LeadClaims } from '../../../foundation/lead-claims.ts';
import type { Clock, Log, Random } from '../../../foundation/ports.ts';
import type { JobStore } from '../journal/job-store.ts';
import type { JobRecord } from '../journal/records/job-records.ts';

/** A row that was not handed to the client: a person has to say first that its job may go on. */
interface HeldBack {
  readonly outcome: 'heldBack';
  readonly reason: string;
}

/** A row that was not handed to the client: the service has not said yet how many leads it counted. */
interface Uncounted {
  readonly outcome: 'uncounted';
  readonly reason: string;
  /** Unix milliseconds; null: nobody knows. */
  readonly retryAt: number | null;
}

export type HandedOutcome = CreateLeadOutcome | HeldBack | Uncounted;

/** Sends leads, or holds them back. */
export interface LeadSender {
  createLead(lead: NewLead, options: CreateLeadOptions): Promise<HandedOutcome>;
}

export interface JobRunnerOptions {
  readonly job: JobRecord;
  readonly store: JobStore;
  readonly api: LeadSender;
  /** The claims of the account in its team. */
  readonly claims: LeadClaims;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Names this run of the program in the list of attempts, for example "started at 2026-11-21T08:00:00.000Z". */
  readonly run: string;
  /** Zone of the account, in which planned hours are meant. */
  readonly zone: string;
  /** Rows a minute that the service allows now. */
  readonly pacePerMinute: () => number;
  /** Something on the screen has changed. */
  readonly onChange: () => void;
  /** Nothing is left to do, and nothing is on its way. */
  readonly onDone: () => void;
  /** A person is needed, nothing is on its way, and the reason is in the journal. */
  readonly onHeld: () => void;
  /** A row was held back: another program wrote into the journal that the job is to pause or stop. */
  readonly onUnwished: () => void;
}

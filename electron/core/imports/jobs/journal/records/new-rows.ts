import type { SeenLead } from '../../../../foundation/lead-claims.ts';

/** A row that becomes a row of a job. */
export interface NewRow {
  /** From 1, without gaps. */
  readonly n: number;
  /** Line of the file. */
  readonly line: number;
  /** JSON, as the staging file keeps them; a damaged one stays damaged, and the row is not sent. */
  readonly cells: string;
  /** The title under which it was left out; null: it is sent. */
  readonly leftOut: string | null;
  /** A result file says that the row is answered: it is skipped then, not left out by a person. */
  readonly isAnswered: boolean;
  /** A person sends the row knowing that it was sent before. */
  readonly isAgreed: boolean;
  /** A person sends the row knowing that a colleague of the team has its lead: what they saw of it; null: nobody did. */
  readonly insisted: SeenLead | null;
}

/** The rows of a job that is being made, page by page: they are read more than once, and stay the same meanwhile. */
export interface NewRows extends Disposable {
  readonly total: number;
  /** Those after row `n` in the file's order. */
  after(n: number, limit: number): NewRow[];
}

import type { Terms } from '../../../shared/contract/imports/imports.ts';

/** What the quota needs to know of the jobs of the account; the imports answer it. */
export interface JobView {
  /** Jobs that go on without a person, in the order in which they were started. `rows`: still to be sent. */
  demands(): readonly { readonly id: string; readonly name: string; readonly rows: number; readonly terms: Terms }[];
  /** Rows of which nobody knows whether they arrived. `since`: Unix milliseconds of the oldest. */
  unknownRows(): readonly {
    readonly jobId: string;
    readonly name: string;
    readonly rows: number;
    readonly since: number;
  }[];
}

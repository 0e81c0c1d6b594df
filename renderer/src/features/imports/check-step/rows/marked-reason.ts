import type { RepairParameters } from '../../../../../../shared/contract/check/check-acts.ts';
import type { CheckReason } from '../../../../../../shared/contract/check/check.ts';

/** What the grid marks in the rows. */
export interface MarkedReason {
  /** Null: no reason is marked. */
  readonly reason: CheckReason | null;
  /** Columns the reason is about. */
  readonly judged: readonly number[];
  /** Of its repair, when a person has changed them. */
  readonly parameters: RepairParameters | undefined;
}

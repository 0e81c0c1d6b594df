import type { AlertFacts } from '../../../shared/domain/quota/alert-rules.ts';
import type { JobDemand } from '../../../shared/domain/schedule/row-course.ts';

/** What the quota needs to know of the jobs of the account; the imports answer it. */
export interface JobView {
  /** Jobs that go on without a person, in the order in which they were started. */
  demands(): readonly JobDemand[];
  /** From now on their ends are worked out with what `perMinute` says: units a minute that everything but jobs uses. */
  countWith(perMinute: () => number): void;
  /** Colleagues of a team import into the account, too. */
  isInTeam(): boolean;
  /** Rows of which nobody knows whether they arrived. `since`: Unix milliseconds of the oldest. */
  unknownRows(): AlertFacts['unknownRows'];
}

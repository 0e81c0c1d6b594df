import type { DatabaseSync } from 'node:sqlite';
import {
  lastPlannedSchema,
  type OutcomePlan,
  type PlannedReadings,
} from '../../../../../shared/contract/jobs/outcome-plan.ts';
import { migrate } from '../../../storage/database.ts';
import { storedJson } from '../../../storage/stored-json.ts';

/** `begun_on`: the day (`yyyy-MM-dd`, on the account's clock) of the last reading that a program began; none begins twice on it. */
const PLAN_SCHEMA = [
  `CREATE TABLE outcome_plan (
     id INTEGER PRIMARY KEY CHECK (id = 1), minute INTEGER, days INTEGER NOT NULL, begun_on TEXT, last TEXT
   ) STRICT;`,
] as const;

const UNPLANNED: PlannedReadings = { plan: { minute: null, days: 30 }, last: null };

/** When the outcomes of an account's imports are read without a person, and how that went. */
export class OutcomePlanStore {
  readonly #journal: DatabaseSync;

  constructor(journal: DatabaseSync) {
    migrate(journal, 'outcome plan', PLAN_SCHEMA);
    this.#journal = journal;
  }

  read(): PlannedReadings {
    const row = this.#journal.prepare('SELECT minute, days, last FROM outcome_plan').get();
    if (row === undefined) return UNPLANNED;
    const { minute, days, last } = row;
    return {
      plan: { minute: minute === null ? null : Number(minute), days: Number(days) },
      last: typeof last === 'string' ? storedJson(lastPlannedSchema, last) : null,
    };
  }

  /** @param begunOn the day that needs no reading any more; null: today does */
  write({ minute, days }: OutcomePlan, begunOn: string | null): void {
    this.#journal
      .prepare(
        `INSERT INTO outcome_plan (id, minute, days, begun_on) VALUES (1, ?1, ?2, ?3)
         ON CONFLICT (id) DO UPDATE SET minute = ?1, days = ?2, begun_on = ?3`,
      )
      .run(minute, days, begunOn);
  }

  /** Answers whether this program begins the reading of the day: no other has. */
  begin(day: string): boolean {
    const { changes } = this.#journal
      .prepare('UPDATE outcome_plan SET begun_on = ?1 WHERE begun_on IS NOT ?1 AND minute IS NOT NULL')
      .run(day);
    return changes === 1;
  }

  /** The day's reading is to be begun again. */
  again(day: string): void {
    this.#journal.prepare('UPDATE outcome_plan SET begun_on = NULL WHERE begun_on = ?').run(day);
  }

  end(last: NonNullable<PlannedReadings['last']>): void {
    this.#journal.prepare('UPDATE outcome_plan SET last = ?').run(JSON.stringify(last));
  }
}

import type { DatabaseSync } from 'node:sqlite';
import { z } from 'zod';
import { comparisonSchema } from '../../../../shared/contract/exports/compare.ts';
import { migrate } from '../../storage/database.ts';
import { isPlainId } from '../../storage/plain-id.ts';
import { storedJson } from '../../storage/stored-json.ts';

const STEPS = [
  `CREATE TABLE comparison (
     id TEXT PRIMARY KEY, before TEXT NOT NULL, now TEXT NOT NULL, made_at INTEGER NOT NULL, facts TEXT
   ) STRICT`,
];

const column = z.number().nullable();
const ofBoth = z.object({ before: column, now: column });
/** What a finished comparison says, and of which state of the two results. */
const factsSchema = z.object({
  counts: comparisonSchema.pick({ new: true, changed: true, gone: true, same: true, repeated: true, withoutId: true }),
  changed: z.array(z.number()).readonly(),
  milliseconds: z.number(),
  fields: z.array(ofBoth.extend({ path: z.string(), bit: column })).readonly(),
  times: ofBoth,
  /** When each of the two exports ended: a result that was fetched anew is another one. */
  endedAt: ofBoth,
  rows: comparisonSchema.shape.rows,
});
export type ComparisonFacts = z.infer<typeof factsSchema>;

export interface ComparisonRecord {
  readonly id: string;
  /** Ids of the two exports. */
  readonly before: string;
  readonly now: string;
  /** Unix milliseconds. */
  readonly madeAt: number;
  /** Null: it is being made, or its program ended before it was. */
  readonly facts: ComparisonFacts | null;
}

export type ComparisonRecords = ReturnType<typeof createComparisonRecords>;

/** The list of comparisons in the journal. Each has a file beside the results. */
export function createComparisonRecords(journal: DatabaseSync) {
  migrate(journal, 'comparisons', STEPS);
  return {
    /** The newest first. */
    all: () =>
      journal
        .prepare('SELECT id, before, now, made_at, facts FROM comparison ORDER BY made_at DESC')
        .all()
        .filter(({ id }) => isPlainId(id))
        .map(decode),
    /** False when one of the two exports is gone. */
    begin({ id, before, now, madeAt }: ComparisonRecord): boolean {
      const { changes } = journal
        .prepare(
          `INSERT INTO comparison (id, before, now, made_at, facts) SELECT ?1, ?2, ?3, ?4, NULL
           WHERE (SELECT count(*) FROM export WHERE id IN (?2, ?3)) = 2`,
        )
        .run(id, before, now, madeAt);
      return changes === 1;
    },
    /** False when it was removed meanwhile. */
    finish(id: string, facts: ComparisonFacts): boolean {
      const { changes } = journal
        .prepare('UPDATE comparison SET facts = ? WHERE id = ?')
        .run(JSON.stringify(facts), id);
      return changes === 1;
    },
    remove(id: string): void {
      journal.prepare('DELETE FROM comparison WHERE id = ?').run(id);
    },
  };
}

function decode(row: Record<string, unknown>): ComparisonRecord {
  const facts = row['facts'];
  return {
    id: String(row['id']),
    before: String(row['before']),
    now: String(row['now']),
    madeAt: Number(row['made_at']),
    // A damaged one is made again from the two results, as one that was never finished.
    facts: facts === null ? null : storedJson(factsSchema, facts),
  };
}

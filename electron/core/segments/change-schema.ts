import type { DatabaseSync } from 'node:sqlite';
import { migrate } from '../storage/database.ts';

const STEPS = [
  `CREATE TABLE segment_change (
     id TEXT PRIMARY KEY, segment_id TEXT NOT NULL, segment_name TEXT NOT NULL, kind TEXT NOT NULL,
     source TEXT NOT NULL, state TEXT NOT NULL, reason TEXT NOT NULL, created_at INTEGER NOT NULL,
     started_at INTEGER, ended_at INTEGER, listed INTEGER NOT NULL, repeated INTEGER NOT NULL,
     unusable INTEGER NOT NULL, earlier INTEGER NOT NULL, batch_size INTEGER NOT NULL,
     requests INTEGER NOT NULL, before TEXT, after TEXT, undoes TEXT
   ) STRICT;
   CREATE INDEX segment_change_segment ON segment_change (segment_id);
   CREATE TABLE segment_batch (
     change TEXT NOT NULL REFERENCES segment_change (id) ON DELETE CASCADE, number INTEGER NOT NULL,
     state TEXT NOT NULL, leads INTEGER NOT NULL, missing INTEGER NOT NULL, refused INTEGER NOT NULL,
     sent_at INTEGER, answered_at INTEGER, reason TEXT NOT NULL, says_missing INTEGER NOT NULL,
     repaired INTEGER NOT NULL, PRIMARY KEY (change, number)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE segment_lead (
     change TEXT NOT NULL REFERENCES segment_change (id) ON DELETE CASCADE, n INTEGER NOT NULL,
     batch INTEGER NOT NULL, lead TEXT NOT NULL, mark TEXT, PRIMARY KEY (change, n)
   ) STRICT, WITHOUT ROWID;`,
  // The ids of a batch are one text: a hundred thousand rows take a hundred times as long to write and to search.
  `CREATE TABLE segment_ids (
     change TEXT NOT NULL REFERENCES segment_change (id) ON DELETE CASCADE, number INTEGER NOT NULL,
     ids TEXT NOT NULL, missing TEXT NOT NULL DEFAULT '[]', refused TEXT NOT NULL DEFAULT '[]',
     UNIQUE (change, number)
   ) STRICT;
   INSERT INTO segment_ids (change, number, ids, missing, refused)
     SELECT change, batch, json_group_array(lead ORDER BY n),
       json_group_array(lead ORDER BY n) FILTER (WHERE mark = 'missing'),
       json_group_array(lead ORDER BY n) FILTER (WHERE mark = 'refused')
     FROM segment_lead GROUP BY change, batch;
   DROP TABLE segment_lead;`,
  // A batch that is divided again when it is refused, until the lead is found that is to blame.
  `ALTER TABLE segment_batch ADD COLUMN halving INTEGER NOT NULL DEFAULT 0;`,
  // A person leaves a refused batch as it is: nobody is asked about it any more.
  `ALTER TABLE segment_batch ADD COLUMN accepted INTEGER NOT NULL DEFAULT 0;`,
  // The order in which batches left: a clock that is set back would put a removal before the addition that it takes back. The
  // trigger, because a program of an earlier version may send batches still.
  `ALTER TABLE segment_batch ADD COLUMN sent_place INTEGER;
   UPDATE segment_batch SET sent_place = placed.place FROM (
     SELECT b.change, b.number, row_number() OVER (ORDER BY b.sent_at, c.created_at, c.id DESC, b.number) AS place
     FROM segment_batch b JOIN segment_change c ON c.id = b.change WHERE b.sent_at IS NOT NULL
   ) AS placed WHERE placed.change = segment_batch.change AND placed.number = segment_batch.number;
   CREATE INDEX segment_batch_place ON segment_batch (sent_place);
   CREATE TRIGGER segment_batch_sent AFTER UPDATE OF sent_at ON segment_batch WHEN new.state = 'sent' BEGIN
     UPDATE segment_batch SET sent_place = (SELECT ifnull(max(sent_place), 0) + 1 FROM segment_batch)
     WHERE change = new.change AND number = new.number;
   END;`,
] as const;

/** The tables of the changes of segments. */
export function migrateChanges(journal: DatabaseSync): void {
  migrate(journal, 'segments', STEPS);
}

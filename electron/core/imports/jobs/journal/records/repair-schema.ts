/*
 * Tables of the account's journal for what a person does with refused rows. What the file said never changes; the frozen
 * lead of a row (`import_cell.payload`) is worked out anew when its values are repaired, so the trigger guards the rest.
 *
 * `import_repair.edits`: values by column index, JSON. `problem`: what the check says against them. `former`: the frozen
 * lead without the repair. `is_sent`: the row went into the queue with it.
 * `import_change.rows`: JSON, a list of `[row, edits before or null]`. `taken_back`: of a change that was undone and can be
 * made again, the same list of the rows that were taken back, with their edits after the change.
 * `import_origin.json`: what was true at the start and is not part of the plan.
 */
export const REPAIR_SCHEMA = [
  `CREATE TABLE import_repair (
     job TEXT NOT NULL REFERENCES import_job, n INTEGER NOT NULL, at INTEGER NOT NULL, edits TEXT NOT NULL,
     problem TEXT NOT NULL, former TEXT, is_sent INTEGER NOT NULL DEFAULT 0, PRIMARY KEY (job, n)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE import_change (
     id INTEGER PRIMARY KEY, job TEXT NOT NULL REFERENCES import_job, at INTEGER NOT NULL, run TEXT NOT NULL,
     kind TEXT NOT NULL, words TEXT NOT NULL, rows TEXT NOT NULL, undone_at INTEGER
   ) STRICT;
   CREATE INDEX import_change_by_job ON import_change (job, id);
   CREATE TABLE import_origin (job TEXT PRIMARY KEY REFERENCES import_job, json TEXT NOT NULL) STRICT, WITHOUT ROWID;
   DROP TRIGGER import_cell_kept;
   CREATE TRIGGER import_cell_kept BEFORE UPDATE OF job, n, line, cells ON import_cell BEGIN
     SELECT RAISE(ABORT, 'what the file said is never changed');
   END;`,
  'ALTER TABLE import_change ADD COLUMN taken_back TEXT;',
] as const;

/**
 * Tables of the account's journal that belong to imports. The rows of the file never change and are kept apart
 * from what happens to a row, so that a change of state writes a few bytes. Triggers keep the counts in the very
 * transaction that changes a row, and keep every attempt in its list.
 */
export const IMPORT_SCHEMA = [
  `CREATE TABLE import_job (
     id TEXT PRIMARY KEY, name TEXT NOT NULL,
     file_name TEXT NOT NULL, file_size INTEGER NOT NULL, file_hash TEXT NOT NULL,
     columns TEXT NOT NULL, mapping TEXT NOT NULL,
     campaign_code TEXT NOT NULL, pool_name TEXT, stop_after INTEGER NOT NULL,
     rows INTEGER NOT NULL, wish TEXT NOT NULL, hold TEXT, hold_reason TEXT,
     created_at INTEGER NOT NULL, ended_at INTEGER
   ) STRICT;
   CREATE TABLE import_cell (
     job TEXT NOT NULL REFERENCES import_job, n INTEGER NOT NULL, line INTEGER NOT NULL, cells TEXT NOT NULL,
     PRIMARY KEY (job, n)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE import_row (
     job TEXT NOT NULL REFERENCES import_job, n INTEGER NOT NULL, state TEXT NOT NULL,
     lead_id TEXT, reason TEXT NOT NULL DEFAULT '', at INTEGER, attempts INTEGER NOT NULL DEFAULT 0,
     PRIMARY KEY (job, n)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX import_row_by_state ON import_row (job, state, n);
   CREATE TABLE import_tally (
     job TEXT NOT NULL REFERENCES import_job, state TEXT NOT NULL, rows INTEGER NOT NULL CHECK (rows >= 0),
     PRIMARY KEY (job, state)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE import_attempt (
     id INTEGER PRIMARY KEY, job TEXT NOT NULL REFERENCES import_job, n INTEGER NOT NULL, at INTEGER NOT NULL,
     step TEXT NOT NULL, run TEXT NOT NULL, detail TEXT NOT NULL
   ) STRICT;
   CREATE INDEX import_attempt_by_row ON import_attempt (job, n);
   CREATE TABLE import_minute (
     job TEXT NOT NULL REFERENCES import_job, minute INTEGER NOT NULL, rows INTEGER NOT NULL,
     PRIMARY KEY (job, minute)
   ) STRICT, WITHOUT ROWID;
   CREATE TRIGGER import_row_counted AFTER UPDATE OF state ON import_row WHEN old.state <> new.state BEGIN
     UPDATE import_tally SET rows = rows - 1 WHERE job = old.job AND state = old.state;
     INSERT INTO import_tally (job, state, rows) VALUES (new.job, new.state, 1)
       ON CONFLICT (job, state) DO UPDATE SET rows = rows + 1;
   END;
   CREATE TRIGGER import_attempt_kept BEFORE UPDATE ON import_attempt BEGIN
     SELECT RAISE(ABORT, 'attempts are never changed');
   END;
   CREATE TRIGGER import_attempt_stays BEFORE DELETE ON import_attempt BEGIN
     SELECT RAISE(ABORT, 'attempts are never removed');
   END;
   CREATE TRIGGER import_cell_kept BEFORE UPDATE ON import_cell BEGIN
     SELECT RAISE(ABORT, 'what the file said is never changed');
   END;`,
  // `payload`: the lead as it is sent, worked out once when the job is made; NULL in jobs of earlier versions.
  // A deleted job goes with all its attempts; nothing else removes one.
  `ALTER TABLE import_job ADD COLUMN terms TEXT NOT NULL DEFAULT '{}';
   ALTER TABLE import_cell ADD COLUMN payload TEXT;
   CREATE TABLE import_verdict (
     job TEXT NOT NULL REFERENCES import_job, n INTEGER NOT NULL, at INTEGER NOT NULL,
     verdict TEXT NOT NULL, lead_id TEXT, evidence TEXT NOT NULL, PRIMARY KEY (job, n)
   ) STRICT, WITHOUT ROWID;
   DROP TRIGGER import_attempt_stays;
   CREATE TRIGGER import_attempt_stays BEFORE DELETE ON import_attempt
     WHEN (SELECT wish FROM import_job WHERE id = old.job) IS NOT 'delete' BEGIN
     SELECT RAISE(ABORT, 'attempts are never removed');
   END;`,
  // Which rows of the jobs are the same lead (decision 0181).
  `CREATE TABLE import_lead (
     job TEXT NOT NULL REFERENCES import_job, n INTEGER NOT NULL, digest BLOB NOT NULL, PRIMARY KEY (job, n)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX import_lead_by_digest ON import_lead (digest);
   CREATE TABLE import_word (
     job TEXT NOT NULL REFERENCES import_job, n INTEGER NOT NULL, other TEXT NOT NULL, other_n INTEGER NOT NULL,
     PRIMARY KEY (job, n, other, other_n)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX import_word_by_other ON import_word (other, other_n);`,
  // In which order the rows of a job go out; 0 in all rows: as in the file.
  `ALTER TABLE import_row ADD COLUMN place INTEGER NOT NULL DEFAULT 0;
   CREATE INDEX import_row_to_send ON import_row (job, place, n) WHERE state = 'ready';`,
  // Jobs that keep their result file beside the file that was imported.
  `CREATE TABLE import_result (
     job TEXT PRIMARY KEY REFERENCES import_job, folder TEXT NOT NULL, name TEXT NOT NULL DEFAULT '',
     basis TEXT NOT NULL DEFAULT '', bytes INTEGER NOT NULL DEFAULT 0, modified_at INTEGER NOT NULL DEFAULT 0,
     saved_at INTEGER, trouble TEXT NOT NULL DEFAULT ''
   ) STRICT, WITHOUT ROWID;`,
  // Jobs whose counts are not those of their rows: a journal that was damaged, whatever SQLite says.
  `CREATE VIEW import_contradiction AS
     SELECT job FROM (SELECT job, state, count(*) AS rows FROM import_row GROUP BY job, state)
       FULL JOIN (SELECT job, state, rows AS counted FROM import_tally WHERE rows > 0) USING (job, state)
       WHERE rows IS NOT counted
     UNION ALL
     SELECT id FROM import_job WHERE rows <> (SELECT count(*) FROM import_row WHERE job = id);`,
  // Answers about unknown rows, without a look at every attempt of a long import.
  `CREATE INDEX import_attempt_by_answer ON import_attempt (job, id) WHERE step IN ('exists', 'sendOnce', 'leave');`,
  // Leads that are known to exist, in the order of sending; what was found out without them is not known (decision 0250).
  `CREATE INDEX import_attempt_by_creation ON import_attempt (job, id) WHERE step = 'created';
   DELETE FROM import_verdict;`,
  // An unknown row has the moment in which it left, not that in which it was found without an answer.
  `UPDATE import_row SET at = ifnull((SELECT max(a.at) FROM import_attempt a
       WHERE a.job = import_row.job AND a.n = import_row.n AND a.step = 'send'), at)
     WHERE state = 'unknown';`,
] as const;

/** Tables with what is kept of each row of a job; those that refer to `import_cell` first. */
export const ROW_TABLES_OF_JOB = [
  'import_repair',
  'import_outcome',
  'import_attempt',
  'import_verdict',
  'import_row',
  'import_word',
  'import_lead',
  'import_cell',
] as const;

/** Tables with what is kept of a job, those that refer to it only. */
export const JOB_TABLES = [
  'import_result',
  'import_reading',
  'import_change',
  'import_origin',
  'import_minute',
  'import_tally',
  ...ROW_TABLES_OF_JOB,
] as const;

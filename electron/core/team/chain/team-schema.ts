/**
 * `team_self`: which office this journal is, and where its chain of moves stands. `team_move`: the move that was begun and has
 * no answer yet. `team_claim`: rows that a run may send. `team_out`: what the next move tells. `team_word`: rows that belong
 * to another computer, what was seen of their leads, and whether a person wants them sent all the same. `team_given`: leads that
 * were given back, or may not be sent after all: a database that was put back may have them as this computer's again.
 */
export const TEAM_SCHEMA = [
  `CREATE TABLE team_self (
     one INTEGER PRIMARY KEY CHECK (one = 1), team TEXT NOT NULL, place TEXT NOT NULL, name TEXT NOT NULL,
     office TEXT NOT NULL, former TEXT, formers TEXT NOT NULL DEFAULT '[]', id INTEGER,
     head TEXT NOT NULL, no INTEGER NOT NULL DEFAULT 0, seen INTEGER NOT NULL DEFAULT 0, incarnation TEXT NOT NULL
   ) STRICT;
   CREATE TABLE team_move (
     one INTEGER PRIMARY KEY CHECK (one = 1), next TEXT NOT NULL, give TEXT NOT NULL, created TEXT NOT NULL,
     take TEXT NOT NULL, insist TEXT NOT NULL
   ) STRICT;
   CREATE TABLE team_claim (
     job TEXT NOT NULL, n INTEGER NOT NULL, run TEXT NOT NULL, at INTEGER NOT NULL, digest BLOB NOT NULL, PRIMARY KEY (job, n)
   ) STRICT, WITHOUT ROWID;
   CREATE INDEX team_claim_by_digest ON team_claim (digest);
   CREATE TABLE team_out (id INTEGER PRIMARY KEY, what TEXT NOT NULL, digest BLOB NOT NULL) STRICT;
   CREATE INDEX team_out_by_digest ON team_out (digest);
   CREATE TABLE team_word (job TEXT NOT NULL, n INTEGER NOT NULL, PRIMARY KEY (job, n)) STRICT, WITHOUT ROWID;
   CREATE TABLE team_colleague (id INTEGER PRIMARY KEY, code TEXT NOT NULL, login TEXT, state TEXT NOT NULL) STRICT;`,
  'ALTER TABLE team_self ADD COLUMN key_form INTEGER NOT NULL DEFAULT 1;',
  'CREATE TABLE team_given (digest BLOB PRIMARY KEY) STRICT, WITHOUT ROWID;',
  `ALTER TABLE team_word ADD COLUMN saw TEXT NOT NULL DEFAULT 'taken';
   ALTER TABLE team_word ADD COLUMN is_said INTEGER NOT NULL DEFAULT 1;
   ALTER TABLE team_move ADD COLUMN insist_taken TEXT NOT NULL DEFAULT '[]';`,
] as const;

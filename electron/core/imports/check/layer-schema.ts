// Why: decision 0081 and decision 0270.
import { CAMPAIGN_SCHEMA } from './campaign/rows-in-campaign.ts';
import { TEAM_ROWS_SCHEMA } from './team/rows-at-colleagues.ts';

/**
 * Why the program itself leaves rows out, as long as no person decides otherwise: the file is a result file in which they are
 * answered, the campaign holds them, they were sent before, an earlier file of the queue sends them, or a colleague of the team
 * has their leads. Each is a bit, the strongest the lowest.
 */
export const DEFAULT_RANK = { answered: 1, inCampaign: 2, sentBefore: 4, inQueue: 8, sentByTeam: 16 } as const;
export type DefaultReason = keyof typeof DEFAULT_RANK;

/**
 * What a person changed in a draft, kept beside the staged rows, which never change. `edit` and `decided` are the state now.
 * `default_out` is what the program proposes, and no step of a person's history. The view `left_out` has both: rows that a
 * person left out, and rows left out by default that no person sends.
 *
 * `decision`: `reason` NULL sends the row; `knew` are the bits of the defaults that stood against it then, for the campaign
 * of that time. A default that comes later leaves the row out again.
 * `step`: a person's history. Steps up to `history.at` stand, those after it were undone and can be redone; each keeps what
 * it found and what it put there (`step_column`, `step_row`).
 */
export const LAYER_SCHEMA = [
  `CREATE TABLE setting (name TEXT PRIMARY KEY, json TEXT NOT NULL) STRICT, WITHOUT ROWID;
   CREATE TABLE edit (n INTEGER NOT NULL, col INTEGER NOT NULL, value TEXT NOT NULL, PRIMARY KEY (n, col)) STRICT, WITHOUT ROWID;
   CREATE TABLE left_out (n INTEGER PRIMARY KEY, reason TEXT NOT NULL, title TEXT NOT NULL) STRICT;
   CREATE TABLE step (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL) STRICT;
   CREATE TABLE step_cell (
     step INTEGER NOT NULL, n INTEGER NOT NULL, col INTEGER NOT NULL, before TEXT, PRIMARY KEY (step, n, col)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE step_row (
     step INTEGER NOT NULL, n INTEGER NOT NULL, reason TEXT, title TEXT, PRIMARY KEY (step, n)
   ) STRICT, WITHOUT ROWID;`,
  CAMPAIGN_SCHEMA,
  // Rows stay as they are; the history of drafts of earlier versions, in which the program's own steps stood, begins anew.
  `CREATE TABLE campaign (one INTEGER PRIMARY KEY CHECK (one = 1), code TEXT NOT NULL) STRICT;
   CREATE TABLE decision (
     id INTEGER PRIMARY KEY, reason TEXT, title TEXT NOT NULL, knew INTEGER NOT NULL, campaign TEXT NOT NULL
   ) STRICT;
   CREATE TABLE decided (n INTEGER PRIMARY KEY, decision INTEGER NOT NULL REFERENCES decision) STRICT;
   CREATE TABLE default_out (
     n INTEGER NOT NULL, rank INTEGER NOT NULL, campaign TEXT NOT NULL, reason TEXT NOT NULL, title TEXT NOT NULL,
     PRIMARY KEY (n, rank)
   ) STRICT, WITHOUT ROWID;
   INSERT INTO campaign (one, code)
     SELECT 1, coalesce((SELECT json_extract(json, '$.campaignCode') FROM setting WHERE name = 'compared' AND json_valid(json)), '');
   INSERT INTO default_out (n, rank, campaign, reason, title)
     SELECT n, 1, '', reason, title FROM left_out WHERE reason = 'answered';
   INSERT INTO default_out (n, rank, campaign, reason, title)
     SELECT n, 2, (SELECT code FROM campaign), 'inCampaign', 'In ' || (SELECT code FROM campaign) || ' already' FROM there;
   INSERT INTO decision (reason, title, knew, campaign)
     SELECT DISTINCT reason, title, 0, '' FROM left_out WHERE reason NOT IN ('answered', 'inCampaign');
   INSERT INTO decided (n, decision)
     SELECT l.n, d.id FROM left_out l JOIN decision d ON d.reason = l.reason AND d.title = l.title;
   INSERT INTO decision (reason, title, knew, campaign) SELECT NULL, '', 2, code FROM campaign;
   INSERT INTO decided (n, decision)
     SELECT t.n, (SELECT id FROM decision WHERE reason IS NULL) FROM there t WHERE t.n NOT IN (SELECT n FROM left_out);
   DROP TABLE left_out;
   DROP TABLE step;
   DROP TABLE step_cell;
   DROP TABLE step_row;
   CREATE TABLE history (one INTEGER PRIMARY KEY CHECK (one = 1), at INTEGER NOT NULL) STRICT;
   INSERT INTO history (one, at) VALUES (1, 0);
   CREATE TABLE step (id INTEGER PRIMARY KEY AUTOINCREMENT, title TEXT NOT NULL, rows INTEGER NOT NULL) STRICT;
   CREATE TABLE step_cell (
     step INTEGER NOT NULL, n INTEGER NOT NULL, col INTEGER NOT NULL, before TEXT, after TEXT, PRIMARY KEY (step, n, col)
   ) STRICT, WITHOUT ROWID;
   CREATE TABLE step_row (
     step INTEGER NOT NULL, n INTEGER NOT NULL, before INTEGER, after INTEGER, PRIMARY KEY (step, n)
   ) STRICT, WITHOUT ROWID;
   CREATE VIEW default_in_force AS
     SELECT o.n, o.rank, o.reason, o.title FROM default_out o
     WHERE o.campaign IN ('', (SELECT code FROM campaign)) AND NOT EXISTS (
       SELECT 1 FROM decided r JOIN decision d ON d.id = r.decision
       WHERE r.n = o.n AND (d.reason IS NOT NULL OR ((d.knew & o.rank) <> 0 AND o.campaign IN ('', d.campaign))));
   CREATE VIEW left_out AS
     SELECT r.n, d.reason, d.title FROM decided r JOIN decision d ON d.id = r.decision WHERE d.reason IS NOT NULL
     UNION ALL
     SELECT f.n, f.reason, f.title FROM default_in_force f
     WHERE NOT EXISTS (SELECT 1 FROM default_in_force p WHERE p.n = f.n AND p.rank < f.rank);`,
  // Which row of each group stays, for duplicates that were answered all at once.
  'ALTER TABLE decision ADD COLUMN keep TEXT',
  // What a step changed in a column stands in one place: an object of the values by row, before it and after it.
  `CREATE TABLE step_column (
     step INTEGER NOT NULL, col INTEGER NOT NULL, before TEXT NOT NULL, after TEXT NOT NULL, PRIMARY KEY (step, col)
   ) STRICT, WITHOUT ROWID;
   INSERT INTO step_column (step, col, before, after)
     SELECT step, col, json_group_object(CAST(n AS TEXT), before), json_group_object(CAST(n AS TEXT), after)
     FROM step_cell GROUP BY step, col;
   DROP TABLE step_cell;`,
  TEAM_ROWS_SCHEMA,
] as const;

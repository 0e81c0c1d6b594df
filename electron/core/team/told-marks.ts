// Why: decision 0520.
import type { DatabaseSync } from 'node:sqlite';
import type { SentLeads } from '../foundation/lead-claims.ts';
import { migrate } from '../storage/database.ts';
import type { TeamJournal } from './chain/team-journal.ts';
import type { OpenChain } from './team-desk.ts';

/** How far the team was told, and as whom in which state of its database: as another office, or in another one, all is told again. */
const MARKS_SCHEMA = [
  `CREATE TABLE team_marked (
     one INTEGER PRIMARY KEY CHECK (one = 1), office TEXT NOT NULL, incarnation TEXT NOT NULL, place INTEGER NOT NULL
   ) STRICT;`,
] as const;

/** Leads in one question. */
const PART = 500;

/** Tells the team the marks of the leads that left this computer, those from before it joined among them. */
export class ToldMarks {
  readonly #database: DatabaseSync;
  readonly #journal: TeamJournal;
  readonly #leads: () => SentLeads;

  constructor(database: DatabaseSync, journal: TeamJournal, leads: () => SentLeads) {
    this.#database = database;
    this.#journal = journal;
    this.#leads = leads;
  }

  /** One part. @returns whether there is more to tell. @throws TeamTrouble */
  async tell({ link, keys }: OpenChain): Promise<boolean> {
    const self = this.#journal.self();
    if (self === null) return false;
    const { office, incarnation } = self;
    migrate(this.#database, 'team marks', MARKS_SCHEMA);
    const known = this.#database
      .prepare('SELECT place FROM team_marked WHERE office = ? AND incarnation = ?')
      .get(office, incarnation);
    const after = Number(known?.['place'] ?? 0);
    const { place, leads } = this.#leads().leftAfter(after, PART);
    if (place === after) return false;
    const marked = leads
      .filter(({ contacts }) => contacts.length > 0)
      .map(({ digest, campaignCode, contacts }) => ({
        key: keys.ofLead(digest),
        marks: contacts.map((contact) => keys.ofContact(campaignCode, contact)),
      }));
    if (marked.length > 0) await link.call('mark_v1', { office, leads: marked });
    this.#database
      .prepare('INSERT OR REPLACE INTO team_marked (one, office, incarnation, place) VALUES (1, ?, ?, ?)')
      .run(office, incarnation, place);
    return leads.length === PART;
  }
}

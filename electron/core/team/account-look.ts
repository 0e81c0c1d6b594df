// Why: decision 0520.
import { claimedByPhone } from '../foundation/claimed-as.ts';
import type { AskedRow, RowAtColleague, TeamLook } from '../foundation/team-look.ts';
import { lookSchema, understood } from './chain/team-answers.ts';
import { type SharedLeads, sharedLeadsSchema } from '../../../shared/contract/team/team-shared.ts';
import type { TeamJournal } from './chain/team-journal.ts';
import type { TeamKeys } from './keys/team-keys.ts';
import { lacksFunction } from './link/link-words.ts';
import { type TeamLink, TeamTrouble } from './link/team-link.ts';
import { said } from './said.ts';
import type { TeamClaims } from './team-claims.ts';
import type { OpenChain, TeamDesk } from './team-desk.ts';

export interface AccountLookOptions {
  readonly journal: TeamJournal;
  readonly desk: TeamDesk;
  readonly claims: TeamClaims;
}

const NOT_WHOLE =
  'The team’s database was put back, and not every computer has told it again what it has sent. Until then it is not known what colleagues sent.';

/** The questions of this account to its team before rows are sent. */
export class AccountLook implements TeamLook {
  readonly #options: AccountLookOptions;

  constructor(options: AccountLookOptions) {
    this.#options = options;
  }

  get isTeam(): boolean {
    return this.#options.claims.isTeam;
  }

  rowsAtColleagues(campaignCode: string, rows: readonly AskedRow[]): Promise<RowAtColleague[]> {
    return said(this.#options.desk.talk((open) => this.#look(open, campaignCode, rows)));
  }

  /** How many leads the team knows; null when it does not say: its database is away, or was prepared by an earlier version. */
  async leads(): Promise<SharedLeads | null> {
    const { desk } = this.#options;
    if (desk.awaySince !== null) return null;
    try {
      return await desk.talk(({ link }) => leadsIn(link));
    } catch (error) {
      if (error instanceof TeamTrouble) return null;
      throw error;
    }
  }

  async #look({ link, chain, keys }: OpenChain, campaignCode: string, rows: readonly AskedRow[]) {
    const { journal, claims } = this.#options;
    const asked = rows.map(({ row, digest, contacts }) => ({
      row,
      ...this.#keyOf(keys, campaignCode, digest, contacts),
      marks: contacts.map((contact) => ({ contact, mark: keys.ofContact(campaignCode, contact) })),
    }));
    const answer = understood(
      lookSchema,
      await link.call('look_v1', {
        office: journal.self()?.office,
        keys: asked.flatMap(({ key }) => (key === '' ? [] : [key])),
        marks: [...new Set(asked.flatMap(({ marks }) => marks.map(({ mark }) => mark)))],
      }),
    );
    if (!answer.isWhole) throw new TeamTrouble('team', NOT_WHOLE);
    const known = new Set(journal.colleagues().map(({ id }) => id));
    if ([...answer.leads, ...answer.contacts].some(({ office }) => !known.has(office))) await chain.offices();
    const leads = new Map(answer.leads.map((lead) => [lead.key, lead]));
    const contacts = new Map(answer.contacts.map((lead) => [lead.mark, lead]));
    return asked.flatMap(({ row, key, isPhone, marks }): RowAtColleague[] => {
      const lead = leads.get(key);
      if (lead !== undefined) return [{ row, shares: isPhone ? 'leadByPhone' : 'lead', ...claims.ownerOf(keys, lead) }];
      const shared = marks.find(({ mark }) => contacts.has(mark));
      const other = shared === undefined ? undefined : contacts.get(shared.mark);
      if (shared === undefined || other === undefined) return [];
      const shares = shared.contact.startsWith('phone ') ? 'phone' : 'mail';
      return [{ row, shares, ...claims.ownerOf(keys, other) }];
    });
  }

  #keyOf(keys: TeamKeys, campaignCode: string, digest: AskedRow['digest'], contacts: AskedRow['contacts']) {
    if (digest === null) return { key: '', isPhone: false };
    const claimed = this.#options.claims.isByPhone ? claimedByPhone({ campaignCode, digest, contacts }) : digest;
    return { key: keys.ofLead(claimed), isPhone: claimed !== digest };
  }
}

async function leadsIn(link: TeamLink): Promise<SharedLeads | null> {
  try {
    return understood(sharedLeadsSchema, await link.call('leads_v1', {}));
  } catch (error) {
    // The team is there all the same.
    if (error instanceof TeamTrouble && lacksFunction(error)) return null;
    throw error;
  }
}

// Why: decision 0520.
import type { CheckRow } from '../../../shared/contract/check/check.ts';

/** A row about which the team is asked, as it would be sent. */
export interface AskedRow {
  readonly row: number;
  /** Null for a row without a value. */
  readonly digest: Uint8Array | null;
  /** Its phones and e-mail addresses, as `leadContacts` writes them. */
  readonly contacts: readonly string[];
}

/** A row whose lead, or whose phone or e-mail address, another computer of the team has sent. */
export type RowAtColleague = NonNullable<CheckRow['colleague']> & { readonly row: number };

/** What the other computers of the team have sent. */
export interface TeamLook {
  /** False without a team: then nobody is asked. */
  readonly isTeam: boolean;
  /**
   * Asks about a few hundred rows. Only keyed hashes leave this computer.
   *
   * @throws Failure `network` when the database cannot be reached, `validation` for what a person has to put right
   */
  rowsAtColleagues(campaignCode: string, rows: readonly AskedRow[]): Promise<RowAtColleague[]>;
}

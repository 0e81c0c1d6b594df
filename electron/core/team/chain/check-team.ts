// Why: decision 0541.
import type { TeamKeys } from '../keys/team-keys.ts';
import { SCRIPT_VERSION } from '../script/team-script.ts';
import { KEY_FORMS } from './team-journal.ts';
import { TeamTrouble } from '../link/team-link.ts';
import type { Hello } from './team-answers.ts';

export interface ExpectedTeam {
  readonly keys: TeamKeys;
  /** The address of the service. */
  readonly address: string;
  /** Id of the database; null before the first visit. */
  readonly team: string | null;
  /** What a key stands for; null before the first visit. */
  readonly keyForm: number | null;
}

/** @throws TeamTrouble when this database cannot be used as that of the team */
export function checkTeam(hello: Hello, { keys, address, team, keyForm }: ExpectedTeam): void {
  if (hello.version > SCRIPT_VERSION)
    throw refused('A newer version of Lead Console has prepared the team’s database. Update Lead Console.');
  if (!Object.values<number>(KEY_FORMS).includes(hello.keyForm))
    throw refused('The team tells leads apart in a way that this version does not know. Update Lead Console.');
  if (!hello.writesSafely)
    throw refused(
      'The database does not write safely (fsync or full_page_writes is off), so it could forget who sent what; the team is not used. Ask whoever runs it to turn them on.',
    );
  if (team !== null && hello.team !== team)
    throw refused(
      'The address of the team’s database now leads to another one. Check the address, or leave this team and join that one.',
    );
  if (keyForm !== null && hello.keyForm !== keyForm)
    throw refused(
      'The team’s database tells leads apart in another way than when this computer joined: by the lead, or by its phone number. Ask whoever runs it to restore the former way, or leave the team and join it again.',
    );
  if (hello.secretCheck === null)
    throw refused('Nobody has begun a team in this database. Begin one, or ask for a new invitation.');
  if (hello.secretCheck !== keys.secretCheck)
    throw refused('The invitation is not for the team in this database. Ask for a new one.');
  if (hello.addressCheck !== keys.addressCheck(address))
    throw refused('The invitation belongs to another service address: a team shares the leads of one service.');
}

function refused(sentence: string): TeamTrouble {
  return new TeamTrouble('teamPerson', `${sentence} Nothing is sent meanwhile.`);
}

import { TEAM_PATH } from '../../../shared/contract/team/team.ts';
import { Failure, invalidAt } from '../foundation/failure.ts';
import { TeamTrouble } from './link/team-link.ts';

/** Trouble with the team as a person reads it. */
export async function said<Value>(work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (error) {
    if (!(error instanceof TeamTrouble)) throw error;
    throw error.kind === 'team'
      ? new Failure({ code: 'network', sent: 'no', message: error.message }, { cause: error })
      : invalidAt(TEAM_PATH, error.message);
  }
}

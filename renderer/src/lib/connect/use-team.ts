import type { TeamState } from '../../../../shared/contract/team/team.ts';
import { useChannel, useRereadEvery } from '../../bridge/index.ts';

/** Milliseconds between two looks at colleagues while something of them is shown. */
const LOOK_EVERY = 15_000;

const FRESH = { staleTime: 0, rereadOnFocus: true } as const;

/** The team of the account, looked at again and again while this is shown. Use it where the account may be in one. */
export function useTeam() {
  const state = useChannel('team:state', {}, FRESH);
  useRereadEvery(state.refetch, LOOK_EVERY, state.data !== undefined && state.data.team !== null);
  return state;
}

/** What the team of the account shares, looked at in the same way. */
export function useTeamShared() {
  const state = useChannel('team:shared', {}, FRESH);
  useRereadEvery(state.refetch, LOOK_EVERY);
  return state;
}

export type Team = NonNullable<TeamState['team']>;

import { useEffect } from 'react';
import type { TeamState } from '../../../../shared/contract/team/team.ts';
import { startRefetch, useChannel } from '../../bridge/index.ts';

/** Milliseconds between two looks at colleagues while something of them is shown. */
const LOOK_EVERY = 15_000;

const FRESH = { staleTime: 0, rereadOnFocus: true } as const;

/** The team of the account, looked at again and again while this is shown. Use it where the account may be in one. */
export function useTeam() {
  const state = useChannel('team:state', {}, FRESH);
  useLooks(state.refetch, state.data !== undefined && state.data.team !== null);
  return state;
}

/** What the team of the account shares, looked at in the same way. */
export function useTeamShared() {
  const state = useChannel('team:shared', {}, FRESH);
  useLooks(state.refetch, true);
  return state;
}

function useLooks(refetch: Parameters<typeof startRefetch>[0], isOn: boolean): void {
  useEffect(() => {
    if (!isOn) return;
    const timer = window.setInterval(() => startRefetch(refetch), LOOK_EVERY);
    return () => window.clearInterval(timer);
  }, [isOn, refetch]);
}

export type Team = NonNullable<TeamState['team']>;

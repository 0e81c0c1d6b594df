import { useEffect } from 'react';
import type { TeamState } from '../../../../shared/contract/team/team.ts';
import { startRefetch, useChannel } from '../../bridge/index.ts';

/** Milliseconds between two looks at colleagues while something of them is shown. */
const LOOK_EVERY = 15_000;

/** The team of the account, looked at again and again while this is shown. Use it where the account may be in one. */
export function useTeam() {
  const state = useChannel('team:state', {}, { staleTime: 0, rereadOnFocus: true });
  const { refetch, data } = state;
  const isInTeam = data !== undefined && data.team !== null;
  useEffect(() => {
    if (!isInTeam) return;
    const timer = window.setInterval(() => startRefetch(refetch), LOOK_EVERY);
    return () => window.clearInterval(timer);
  }, [isInTeam, refetch]);
  return state;
}

export type Team = NonNullable<TeamState['team']>;

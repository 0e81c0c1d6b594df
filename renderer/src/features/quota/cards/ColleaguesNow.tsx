import { colleagueImports, sendingWords } from '../../../../../shared/domain/team/team-imports.ts';
import { useTeam } from '../../../lib/connect/use-team.ts';
import classes from '../QuotaPage.module.css';

/** Who else of the team draws on the quota now. Shown only for an account in a team. */
export function ColleaguesNow({ now }: { readonly now: number }) {
  const { data } = useTeam();
  const team = data?.team ?? null;
  if (team === null) return null;
  const running = colleagueImports(team, now).filter(({ state, isFresh }) => state === 'running' && isFresh);
  return (
    <p className={classes['others']} role="status">
      {team.trouble !== ''
        ? 'What colleagues send now is not known: the team cannot be asked.'
        : running.length === 0
          ? 'No colleague sends rows now, as far as they have told.'
          : `Colleagues send now: ${running.map((one) => `${one.computer}: ${sendingWords(one)}`).join('; ')}.`}
    </p>
  );
}

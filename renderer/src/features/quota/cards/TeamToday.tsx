import type { ServiceQuota } from '../../../../../shared/contract/quota/quota.ts';
import { teamDay } from '../../../../../shared/domain/team/team-day.ts';
import { colleagueImports, sendingWords } from '../../../../../shared/domain/team/team-imports.ts';
import { dayWords, TeamDayBar } from '../../../lib/connect/TeamDayBar.tsx';
import { useTeam } from '../../../lib/connect/use-team.ts';
import { Card } from '../../../ui/index.ts';
import classes from '../QuotaPage.module.css';

/** Who else of the team draws on the quota, and how much it was today. Shown only for an account in a team. */
export function TeamToday({ service, now }: { readonly service: ServiceQuota; readonly now: number }) {
  const { data } = useTeam();
  const team = data?.team ?? null;
  if (team === null) return null;
  if (team.trouble !== '')
    return (
      <p className={classes['others']} role="status">
        What colleagues used today and send now is not known: the team cannot be asked.
      </p>
    );
  const running = colleagueImports(team, now).filter(({ state, isFresh }) => state === 'running' && isFresh);
  const day = teamDay(team, service, now);
  return (
    <Card title={`${service.title} today, by computer`} context={dayWords(day, service, now)}>
      <TeamDayBar day={day} service={service} now={now} />
      <p className={classes['sending']} role="status">
        {running.length === 0
          ? 'No colleague sends rows now, as far as is known.'
          : `Colleagues send now: ${running.map((one) => `${one.computer}: ${sendingWords(one)}`).join('; ')}.`}
      </p>
    </Card>
  );
}

import { colleagueImports, percentOf } from '../../../shared/domain/team/team-imports.ts';
import { format } from '../../../shared/domain/words/format.ts';
import type { FollowTools } from '../program/follow-tools.ts';
import { EXIT, type ExitCode } from '../program/trouble.ts';

/** Lists the imports of the other computers of the team as they told them last, the latest first. */
export async function listColleaguesJobs({ core, output, clock }: FollowTools): Promise<ExitCode> {
  const { team } = await core.call('team:state', {});
  if (team === null) {
    output.end('This account is in no team.', { team: null });
    return EXIT.done;
  }
  const imports = colleagueImports(team, clock.wallNow());
  const heard = new Map(team.colleagues.map(({ id, heardAt }) => [id, heardAt]));
  for (const one of imports) {
    const { jobId, office, computer, isFresh, name, campaignCode, state, waiting, created, refused, unknown } = one;
    const heardAt = new Date(heard.get(office) ?? 0).toISOString();
    const createdAt = new Date(one.createdAt).toISOString();
    const counts = { rows: one.rows, created, refused, unknown, waiting };
    output.tell({
      job: jobId,
      office,
      computer,
      name,
      campaign: campaignCode,
      state,
      ...counts,
      createdAt,
      heardAt,
      isFresh,
    });
    const told = isFresh || waiting === 0 ? '' : `, last heard ${heardAt.slice(0, 16)}Z`;
    output.say(
      `${computer}  ${state.padEnd(8)}  ${createdAt.slice(0, 16)}Z  ${campaignCode}  ${name}  ${percentOf(one)} of ${format.count(one.rows, 'row')}: ${format.number(created)} created, ${format.number(refused)} refused, ${format.number(waiting)} waiting${told}`,
    );
  }
  const { trouble } = team;
  if (trouble !== '') output.warn(trouble);
  const line =
    imports.length === 0
      ? 'No import of a colleague is known.'
      : `${format.count(imports.length, 'import')} of colleagues.`;
  output.end(trouble === '' ? line : 'Imports of colleagues are not known.', {
    ...(trouble === '' ? { jobs: imports.length } : { error: { code: 'team', message: trouble } }),
  });
  return trouble === '' ? EXIT.done : EXIT.stopped;
}

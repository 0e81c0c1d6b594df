import type { TeamShared } from '../../../shared/contract/team/team-shared.ts';
import type { TeamState } from '../../../shared/contract/team/team.ts';
import { computerOf, OLD_SCRIPT } from '../../../shared/domain/team/team-words.ts';
import { format } from '../../../shared/domain/words/format.ts';
import type { GivenTeam } from '../../core/team/team-access.ts';
import { TEAM_SCRIPT } from '../../core/team/script/team-script.ts';
import type { Environment } from '../program/batch-core.ts';
import type { FollowTools } from '../program/follow-tools.ts';
import { isThere } from '../program/is-there.ts';
import type { Output } from '../program/output.ts';
import { BatchTrouble, EXIT, type ExitCode } from '../program/trouble.ts';
import type { TeamWish } from './team-arguments.ts';

const INVITATION = 'LEAD_CONSOLE_TEAM';
const LOGIN = 'LEAD_CONSOLE_TEAM_LOGIN';
const PASSWORD = 'LEAD_CONSOLE_TEAM_PASSWORD';

/** The team that the environment names; undefined: none. @throws BatchTrouble when a part is missing */
export function teamIn(environment: Environment): GivenTeam | undefined {
  const invitation = environment[INVITATION] ?? '';
  return invitation === '' ? undefined : { invitation, ...loginIn(environment) };
}

function loginIn(environment: Environment): Omit<GivenTeam, 'invitation'> {
  const login = environment[LOGIN] ?? '';
  const password = environment[PASSWORD] ?? '';
  if (login === '' || password === '')
    throw new BatchTrouble(`The login of the team’s database is missing. Set it as ${LOGIN} and ${PASSWORD}.`);
  return { login, password };
}

/** What the administrator runs, on standard output as it is. */
export function printTeamScript(out: (text: string) => void): ExitCode {
  out(TEAM_SCRIPT);
  return EXIT.done;
}

type AskedOfTeam = Exclude<TeamWish, { verb: 'sql' }>;

export async function runTeam(tools: FollowTools, wish: TeamWish, environment: Environment): Promise<ExitCode> {
  const { core, output } = tools;
  if (wish.verb === 'invite') {
    const { invitation } = await core.call('team:invite', {});
    output.say(invitation);
    output.end(
      'Give it only to colleagues, in a way that nobody else reads. Each needs a login of the database, too.',
      {
        invitation,
      },
    );
    return EXIT.done;
  }
  let state: TeamState;
  try {
    state = await asked(tools, wish, environment);
  } catch (error) {
    // This program alone has the secret: begun without the invitation, nobody could ever come in.
    if (wish.verb === 'begin' && (await isThere(sayBegun(tools))))
      output.warn('The team does not know yet all that this computer has sent: "batch team join" with it goes on.');
    throw error;
  }
  if (wish.verb === 'begin') await sayBegun(tools);
  return show(tools, state, wish.verb === 'state' ? (await core.call('team:shared', {})).shared : null);
}

async function sayBegun({ core, output }: FollowTools): Promise<void> {
  const { invitation } = await core.call('team:invite', {});
  output.tell({ invitation });
  output.say(`The team has begun. ${INVITATION} from now on, here and for colleagues, who join with it:`);
  output.say(invitation);
}

function asked({ core }: FollowTools, wish: TeamWish, environment: Environment): Promise<TeamState> {
  switch (wish.verb) {
    case 'begin':
      return core.call('team:begin', {
        place: wish.database,
        oneLeadPer: wish.oneLeadPer,
        ...personIn(wish, environment),
      });
    case 'join': {
      const invitation = environment[INVITATION] ?? '';
      if (invitation === '')
        throw new BatchTrouble(`The invitation is missing. Set it in the environment as ${INVITATION}.`);
      return core.call('team:join', { invitation, ...personIn(wish, environment) });
    }
    case 'leave':
      return core.call('team:leave', { isForced: wish.isForced });
    case 'restored':
      return core.call('team:restored', {});
    case 'without':
      return core.call('team:goOnWithout', { office: wish.office });
    case 'state':
    case 'invite':
    case 'sql':
      return core.call('team:state', {});
  }
}

function personIn({ as }: AskedOfTeam, environment: Environment) {
  return { ...loginIn(environment), ...(as === null ? {} : { name: as }) };
}

/** @param shared null: nothing is said of it */
function show({ output }: FollowTools, { team }: TeamState, shared: TeamShared['shared']): ExitCode {
  if (team === null) {
    output.end('This account is in no team.', { team: null });
    return EXIT.done;
  }
  for (const colleague of team.colleagues) {
    const { id, name, heardAt, isMe, isFormer, hasLeft, isMissing } = colleague;
    const heard = new Date(heardAt).toISOString();
    output.tell({ office: id, name, heardAt: heard, isMe, isFormer, hasLeft, isMissing });
    const marks = [
      isMe ? 'this computer' : '',
      isFormer ? 'this computer, before its folder was put back or copied' : '',
      hasLeft ? 'has left' : '',
      isMissing ? 'missing: it has not reported yet what it has sent' : '',
    ].filter((mark) => mark !== '');
    output.say(
      `${String(id).padStart(4)}  ${computerOf(name)}, last heard ${heard.slice(0, 16)}Z${marks.length === 0 ? '' : ` (${marks.join('; ')})`}`,
    );
  }
  const { place, trouble } = team;
  // Why the team is away is said once.
  if (shared !== null) sayShared(output, trouble === '' ? shared : { ...shared, trouble: '' });
  if (trouble !== '') output.warn(trouble);
  if (team.hasOldScript === true) output.warn(`${OLD_SCRIPT.title} ${OLD_SCRIPT.words}`);
  const computers = format.count(team.colleagues.length, 'computer');
  const once = team.isByPhone === true ? ', one lead per phone number and campaign' : '';
  output.end(trouble === '' ? `Team at ${place}: ${computers}${once}.` : `Team at ${place}.`, {
    place,
    oneLeadPer: team.isByPhone === true ? 'phone' : 'lead',
    computers: team.colleagues.length,
    ...(shared === null ? {} : { shared }),
    ...(trouble === '' ? {} : { error: { code: 'team', message: trouble } }),
  });
  return trouble === '' ? EXIT.done : EXIT.stopped;
}

function sayShared(output: Output, { texts, leads, trouble }: NonNullable<TeamShared['shared']>): void {
  if (leads !== null)
    output.say(`Shared: who sent ${leads.isRough ? 'about ' : ''}${format.count(leads.leads, 'lead')}, and when.`);
  if (texts === null) output.say('Templates, rules, queries and views that are shared: not known yet.');
  else {
    const { templates, rules, campaigns, queries, views } = texts;
    output.say(
      `Shared: ${format.count(templates.count, 'template')}, rules of ${format.count(rules.count, 'campaign')}, fields of ${format.count(campaigns, 'campaign')}, ${format.count(queries.count, 'query', 'queries')}, ${format.count(views.count, 'view')}.`,
    );
    if (texts.waiting > 0) output.say(`Not shared yet: ${format.count(texts.waiting, 'change')} of this computer.`);
    if (texts.tooLong > 0)
      output.say(`Too long for the team: ${format.count(texts.tooLong, 'item')} of this computer.`);
    if (texts.closed > 0)
      output.warn(
        `${format.count(texts.closed, 'shared item')} cannot be opened: another secret sealed them, or they were damaged in the database.`,
      );
  }
  if (trouble !== '') output.warn(`What is shared is not up to date: ${trouble}`);
}

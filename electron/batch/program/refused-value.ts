import type { CoreChannelName } from '../../../shared/contract/channels.ts';
import type { AppError } from '../../../shared/contract/errors.ts';
import { format } from '../../../shared/domain/words/format.ts';
import { INVALID_REQUEST } from '../../core/foundation/call-arguments.ts';

/**
 * Where a command takes the values that the core has a bound for, by the names that they have in the contract: behind the area
 * of their channel where it takes its own.
 */
const GIVEN: Readonly<Record<string, string>> = {
  address: '--url',
  username: 'The user name in LEAD_CONSOLE_USERNAME',
  password: 'The password in LEAD_CONSOLE_PASSWORD',
  campaignCode: 'The code of the campaign',
  poolName: 'The name of the lead pool',
  field: 'The name of a field',
  tagField: 'The name of a field',
  key: 'The name of a field',
  jobId: 'The id of the job',
  orgCode: 'The code of the unit or user',
  include: 'A name in --include',
  segmentId: 'The id of the segment',
  login: 'The login in LEAD_CONSOLE_TEAM_LOGIN',
  'team.password': 'The password in LEAD_CONSOLE_TEAM_PASSWORD',
  invitation: 'The invitation in LEAD_CONSOLE_TEAM',
  place: '--database',
  'team.name': 'The name after --as',
};

/**
 * Which value the core does not take, and why: the core itself says no more of it. Null: it has words of its own.
 *
 * @param channel that was called; left out: none
 */
export function refusedValue(error: AppError, channel?: CoreChannelName): string | null {
  if (error.code !== 'validation' || error.message !== INVALID_REQUEST) return null;
  const [issue] = error.issues;
  const name = issue?.path.split('.').findLast((part) => !/^\d+$/.test(part)) ?? '';
  const [area = ''] = channel?.split(':') ?? [];
  const given = GIVEN[`${area}.${name}`] ?? GIVEN[name];
  if (issue === undefined || given === undefined) return null;
  const most = /<=\s?(\d+) characters/.exec(issue.message)?.[1];
  const why = />=\s?1 characters/.test(issue.message)
    ? 'it is empty'
    : most === undefined
      ? 'it has another form'
      : `it may have ${format.number(Number(most))} characters at most`;
  return `${given} cannot be used: ${why}. Nothing was changed.`;
}

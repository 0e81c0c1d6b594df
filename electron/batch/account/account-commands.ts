import { isObject, parseJson } from '../../../shared/domain/service/answers/answers.ts';
import { pointTitles, verdictCounts } from '../../../shared/domain/service/discovery/point-words.ts';
import { includeNotes, notIncluded } from '../../../shared/domain/service/answers/org-units.ts';
import { format } from '../../../shared/domain/words/format.ts';
import type { FollowTools } from '../program/follow-tools.ts';
import { BatchTrouble, EXIT, type ExitCode } from '../program/trouble.ts';

export async function listSegments({ core, output }: FollowTools): Promise<ExitCode> {
  const { segments, unread } = await core.call('segment:list', { refresh: true });
  for (const segment of segments) {
    output.tell(segment);
    const goal = segment.goalTargetValue === null ? '' : `, ${segment.goalCurrentValue} of ${segment.goalTargetValue}`;
    output.say(`${segment.uniqueId}  ${segment.isActive ? 'active' : 'inactive'}  ${segment.name}${goal}`);
  }
  if (unread.length > 0)
    output.warn(`${format.count(unread.length, 'entry', 'entries')} could not be read as a segment.`);
  output.end(`${format.count(segments.length, 'segment')}.`, { segments: segments.length, unread: unread.length });
  return EXIT.done;
}

/** The users that the account may see, a line each. */
export async function listUsers({ core, output }: FollowTools): Promise<ExitCode> {
  const { users } = await core.call('account:users', {});
  for (const { name, orgCode, email } of users) {
    output.tell({ name, orgCode, email });
    output.say([name, orgCode, email].filter((part) => part !== null && part !== '').join('  '));
  }
  output.end(`${format.count(users.length, 'user')}.`, { users: users.length });
  return EXIT.done;
}

/** What the service says of the account: its user and its rights; then what its last connection test settled. */
export async function showAccount({ core, output }: FollowTools): Promise<ExitCode> {
  const { username, projectRights, resourceRights, entryAccess } = await core.call('account:rights', {});
  for (const [resource, verbs] of Object.entries(resourceRights)) {
    output.tell({ resource, rights: verbs });
    output.say(`${resource.padEnd(24)} ${verbs.join(', ')}`);
  }
  for (const project of projectRights) {
    output.tell({ project });
    output.say(`Project ${project}`);
  }
  output.tell({ entryAccess });
  output.say(`Lead definition entries: ${entryAccess ?? 'the service does not say'}`);
  const { sentence: noCount } = await core.call('job:noCount', {});
  if (noCount !== '') {
    output.tell({ noCount });
    output.say(noCount);
  }
  const settled = await tellSettled({ core, output });
  const resources = Object.keys(resourceRights).length;
  const projects = projectRights.length;
  const { activeId: account } = await core.call('account:list', {});
  output.end(
    `${username ?? 'This account'}: ${resources} ${resources === 1 ? 'resource' : 'resources'}, ${projects} ${projects === 1 ? 'project' : 'projects'}.`,
    {
      account,
      username,
      resources,
      projects,
      entryAccess,
      ...settled,
    },
  );
  return EXIT.done;
}

/** The kept points of the account in use, a line each. Uses no request; nothing before the first test. */
async function tellSettled({ core, output }: Pick<FollowTools, 'core' | 'output'>): Promise<object> {
  const { activeId } = await core.call('account:list', {});
  if (activeId === null) return {};
  const { discovery } = await core.call('account:discovery', { accountId: activeId });
  if (discovery === null) {
    output.say('Nothing is settled yet: "batch doctor" settles what the specification leaves open.');
    return { testedAt: null };
  }
  for (const { point, verdict, evidence, used, at } of discovery.findings) {
    output.tell({ point, verdict, evidence, used, at: new Date(at).toISOString() });
    output.say(`${verdict.padEnd(12)} ${pointTitles[point]}: ${used}. ${evidence}`);
  }
  return { testedAt: new Date(discovery.testedAt).toISOString(), ...verdictCounts(discovery.findings) };
}

/**
 * Forgets an account and what was kept for it; asks neither a person nor the service.
 *
 * @param isForced also when its team cannot be told
 */
export async function removeAccount(
  { core, output }: Pick<FollowTools, 'core' | 'output'>,
  id: string,
  isForced: boolean,
): Promise<ExitCode> {
  const { accounts } = await core.call('account:list', {});
  const account = accounts.find((candidate) => candidate.id === id);
  if (account === undefined) {
    const known = accounts.map((candidate) => `${candidate.id} (${candidate.username} at ${candidate.address})`);
    const there = known.length === 0 ? 'This data folder has no account.' : `There are: ${known.join(', ')}.`;
    throw new BatchTrouble(`There is no account "${id.slice(0, 80)}". ${there}`, 'notFound');
  }
  await core.call('account:remove', { accountId: id, isForced });
  output.end(`Removed ${account.name} (${account.address}) from this computer.`, { removed: id });
  return EXIT.done;
}

/** An organizational unit or a user, as the service answers it. */
export async function showOrgUnit(
  { core, output }: FollowTools,
  orgCode: string,
  include: readonly string[],
): Promise<ExitCode> {
  const { raw } = await core.call('account:orgUnit', { orgCode, include: [...include] });
  const value = parseJson(raw) ?? raw;
  output.tell({ orgUnit: value });
  output.say(raw);
  const fields = isObject(value) ? Object.keys(value).length : 0;
  // The service leaves out, without a word, what it cannot include.
  const left = notIncluded(value, include);
  for (const { name, says } of includeNotes(include)) output.warn(`--include ${name}: ${says}`);
  if (left.length > 0)
    output.warn(
      `Not in the answer: ${left.join(', ')}. The unit has none, the service does not know the name, or it would repeat what is already there.`,
    );
  output.end(`${orgCode}: ${format.count(fields, 'field')}.`, { orgCode, fields, notIncluded: left });
  return EXIT.done;
}

import type { FollowTools } from './follow-job.ts';
import { EXIT, type ExitCode } from './trouble.ts';

/** The users that the account may see, a line each. */
export async function listUsers({ core, output }: FollowTools): Promise<ExitCode> {
  const { users } = await core.call('account:users', {});
  for (const { name, orgCode, email } of users) {
    output.tell({ name, orgCode, email });
    output.say([name, orgCode, email].filter((part) => part !== null && part !== '').join('  '));
  }
  output.end(`${users.length.toLocaleString('en')} users.`, { users: users.length });
  return EXIT.done;
}

/** What the service says of the account: its user and its rights. */
export async function showAccount({ core, output }: FollowTools): Promise<ExitCode> {
  const { username, projectRights, resourceRights } = await core.call('account:rights', {});
  for (const [resource, verbs] of Object.entries(resourceRights)) {
    output.tell({ resource, rights: verbs });
    output.say(`${resource.padEnd(24)} ${verbs.join(', ')}`);
  }
  for (const project of projectRights) {
    output.tell({ project });
    output.say(`Project ${project}`);
  }
  const resources = Object.keys(resourceRights).length;
  const projects = projectRights.length;
  output.end(`${username ?? 'This account'}: ${resources} resources, ${projects} projects.`, {
    username,
    resources,
    projects,
  });
  return EXIT.done;
}

/** An organizational unit or a user, as the service answers it. */
export async function showOrgUnit(
  { core, output }: FollowTools,
  orgCode: string,
  include: readonly string[],
): Promise<ExitCode> {
  const { raw } = await core.call('account:orgUnit', { orgCode, include: [...include] });
  const value = asJson(raw);
  output.tell({ orgUnit: value });
  output.say(raw);
  const names = typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.keys(value) : [];
  // The service leaves out, without a word, what it cannot include.
  const left = include.filter((wanted) => !names.some((name) => name.toLowerCase() === wanted.toLowerCase()));
  if (left.length > 0)
    output.warn(
      `Not in the answer: ${left.join(', ')}. The service knows no such part here, or it lies inside a part that must be included, too.`,
    );
  output.end(`${orgCode}: ${names.length} fields.`, { orgCode, fields: names.length, notIncluded: left });
  return EXIT.done;
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

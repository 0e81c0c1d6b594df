import { rawText, valueOf } from '../foundation/failure.ts';
import type { FeatureServices, Handlers } from '../sessions/feature.ts';
import type { AccountSession } from '../sessions/session.ts';

/** Characters of an answer that is shown as it came. */
const LONGEST_RAW = 1_000_000;

/** What the service says of the account, its users and its organization. Each call costs one request. */
export function openAccountFacts(
  { clock }: Pick<FeatureServices, 'clock'>,
  { api }: AccountSession,
): Handlers<'account:users' | 'account:rights' | 'account:orgUnit'> {
  return {
    'account:rights': async () => {
      const { username, projectRights, resourceRights, entryAccess, raw } = valueOf(await api.readMyAccount());
      return {
        username,
        projectRights: [...projectRights],
        resourceRights: Object.fromEntries(Object.entries(resourceRights).map(([name, verbs]) => [name, [...verbs]])),
        entryAccess,
        raw: rawText(raw, LONGEST_RAW),
        readAt: clock.wallNow(),
      };
    },
    'account:orgUnit': async ({ orgCode, include }) => {
      const raw = valueOf(await api.readOrgUnit(orgCode, include));
      return { raw: rawText(raw, LONGEST_RAW), readAt: clock.wallNow() };
    },
    'account:users': async () => {
      const users = valueOf(await api.listUsers());
      return { users: users.map((user) => ({ ...user, raw: rawText(user.raw) })), readAt: clock.wallNow() };
    },
  };
}

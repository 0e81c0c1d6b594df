import { isObject } from '../../../shared/domain/service/answers/answers.ts';
import { saveWhole } from '../files/writing/saved-text.ts';
import { rawText, valueOf } from '../foundation/failure.ts';
import type { FeatureServices, Handlers } from '../sessions/feature.ts';
import type { AccountSession } from '../sessions/session.ts';
import { logCsv } from './diagnostics-texts.ts';

/** Characters of an answer that is shown as it came. */
const LONGEST_RAW = 1_000_000;

export type FactChannel =
  'account:users' | 'account:rights' | 'account:orgUnit' | 'account:logEntry' | 'account:saveLog';

/** What the service says of the account, its users and its organization. Each call costs one request. */
export function openAccountFacts(
  { clock, grantedFile }: Pick<FeatureServices, 'clock' | 'grantedFile'>,
  { api }: AccountSession,
): Handlers<FactChannel> {
  return {
    'account:rights': async () => {
      const { raw, ...rights } = valueOf(await api.readMyAccount());
      return { ...rights, raw: rawText(raw, LONGEST_RAW), readAt: clock.wallNow() };
    },
    'account:logEntry': async ({ entryId }) => ({ detail: api.requestDetail(entryId) }),
    'account:saveLog': async ({ token, entryIds }, { signal }) => {
      const byId = new Map(api.requestLog().map((entry) => [entry.id, entry]));
      const entries = entryIds.flatMap((id) => byId.get(id) ?? []);
      return saveWhole(grantedFile(token, 'write'), `\ufeff${logCsv(entries)}`, entries.length, signal);
    },
    'account:orgUnit': async ({ orgCode, include }) => {
      const raw = valueOf(await api.readOrgUnit(orgCode, include));
      // A unit comes whole: what is cut off could not be told from what the service left out.
      const limit = isObject(raw) ? Number.POSITIVE_INFINITY : LONGEST_RAW;
      return { raw: rawText(raw, limit), readAt: clock.wallNow() };
    },
    'account:users': async () => {
      const users = valueOf(await api.listUsers());
      return { users: users.map((user) => ({ ...user, raw: rawText(user.raw) })), readAt: clock.wallNow() };
    },
  };
}

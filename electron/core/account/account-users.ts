import { rawText, valueOf } from '../foundation/failure.ts';
import type { FeatureServices, Handlers } from '../sessions/feature.ts';
import type { AccountSession } from '../sessions/session.ts';

/** The users of the service that the account may see. Each call costs one request. */
export function openUsers(
  { clock }: Pick<FeatureServices, 'clock'>,
  { api }: AccountSession,
): Handlers<'account:users'> {
  return {
    'account:users': async () => {
      const users = valueOf(await api.listUsers());
      return { users: users.map((user) => ({ ...user, raw: rawText(user.raw) })), readAt: clock.wallNow() };
    },
  };
}

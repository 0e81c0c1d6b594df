import type { SecretStore } from '../core/foundation/ports.ts';

/** Passwords in memory until the program ends, for hosts whose system does not protect stored passwords. */
export function createSessionSecrets(): SecretStore {
  const passwords = new Map<string, string>();
  return {
    protection: 'session',
    read: async (accountId) => passwords.get(accountId) ?? null,
    async write(accountId, password) {
      passwords.set(accountId, password);
      return 'session';
    },
    async remove(accountId) {
      passwords.delete(accountId);
    },
  };
}

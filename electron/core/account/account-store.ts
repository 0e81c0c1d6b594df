import { createHash } from 'node:crypto';
import { z } from 'zod';
import { accountIdSchema, accountLookSchema, dialectSchema } from '../../../shared/contract/account/account.ts';
import { normaliseAddress } from '../../../shared/domain/service/address.ts';
import type { SettingsStore } from '../foundation/ports.ts';

/** As a person could have connected it: a client cannot be made for another text, nor a person be asked about its host. */
const addressSchema = z.string().transform((text, context) => {
  const known = normaliseAddress(text);
  if (known.ok) return known.address;
  context.addIssue(known.message);
  return z.NEVER;
});

const storedAccountSchema = z.object({
  id: accountIdSchema,
  name: z.string(),
  // One that cannot be read costs no more than the mark.
  look: accountLookSchema.optional().catch(undefined),
  kind: z.enum(['service', 'practice']),
  address: addressSchema,
  username: z.string(),
  dialect: dialectSchema,
});
export type StoredAccount = z.infer<typeof storedAccountSchema>;

const storedSchema = z.object({ accounts: z.array(storedAccountSchema), activeId: z.string().nullable() });
export type StoredAccounts = z.infer<typeof storedSchema>;

/** An installation has one practice account. Its address changes with every start; its journal stays. */
export const PRACTICE_ACCOUNT_ID = 'practice';

/**
 * The same service and user give the same id everywhere, so that a scheduled batch run and the app share journal, ledger
 * and results.
 */
export function accountIdFor(address: string, username: string): string {
  const digest = createHash('sha256').update(`${address.toLowerCase()}\n${username}`).digest('hex');
  return `acc-${digest.slice(0, 16)}`;
}

/** Every account of a damaged list that can be read. If only its dialect is damaged, it gets the usual one. */
function readableOf(raw: unknown): StoredAccounts {
  const list = damagedListSchema.safeParse(raw).data ?? { accounts: [], activeId: null };
  const accounts = list.accounts.flatMap((account) => {
    const whole = storedAccountSchema.safeParse(account);
    if (whole.success) return [whole.data];
    const named = storedAccountSchema.omit({ dialect: true }).safeParse(account);
    return named.success ? [{ ...named.data, dialect: dialectSchema.parse({}) }] : [];
  });
  const isThere = accounts.some(({ id }) => id === list.activeId);
  return { accounts, activeId: isThere ? list.activeId : null };
}

const damagedListSchema = z.object({ accounts: z.array(z.unknown()), activeId: z.string().nullable().catch(null) });

export type AccountStore = ReturnType<typeof createAccountStore>;

/** Accounts without their passwords, in the settings of the host. Accounts that cannot be read are moved aside. */
export function createAccountStore(settings: SettingsStore) {
  return {
    /** `isWhole`: false when the list is missing or could not be read in full, so that an account may lack without being removed. */
    async read(): Promise<StoredAccounts & { readonly isWhole: boolean }> {
      const raw = await settings.read('accounts');
      if (raw === undefined || raw === null) return { accounts: [], activeId: null, isWhole: false };
      const parsed = storedSchema.safeParse(raw);
      if (parsed.success) return { ...parsed.data, isWhole: true };
      await settings.write('accounts-unreadable', raw);
      return { ...readableOf(raw), isWhole: false };
    },
    async write(accounts: StoredAccounts): Promise<void> {
      await settings.write('accounts', accounts);
    },
  };
}

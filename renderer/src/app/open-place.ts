import { call } from '../bridge/index.ts';
import { navigate } from '../lib/navigation.ts';

/**
 * Shows a place of this account, which becomes the one in use. The account in use is asked for now: it may have changed since
 * whoever pressed something heard of the place.
 */
export async function openPlace(accountId: string, page: 'jobs' | 'quota', id: string | null): Promise<void> {
  const { activeId } = await call('account:list', {});
  if (activeId !== accountId) await call('account:activate', { accountId });
  navigate(page, id);
}

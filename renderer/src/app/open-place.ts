import { call } from '../bridge/index.ts';
import { navigate } from '../lib/navigation.ts';
import { toast } from '../ui/index.ts';

/**
 * Shows a place of this account, which becomes the one in use. The account in use is asked for now: it may have changed since
 * whoever pressed something heard of the place. An import that was deleted meanwhile gives way to the list.
 */
export async function openPlace(accountId: string, page: 'jobs' | 'quota', id: string | null): Promise<void> {
  const { activeId } = await call('account:list', {});
  if (activeId !== accountId) await call('account:activate', { accountId });
  const isGone = page === 'jobs' && id !== null && !(await call('job:list', {})).jobs.some((job) => job.id === id);
  navigate(page, isGone ? null : id);
  if (isGone) toast('This import was deleted', 'Leads in the service stay.', { tone: 'info' });
}

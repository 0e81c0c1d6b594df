import { useEvent } from '../../bridge/index.ts';
import { navigate } from '../../lib/navigation.ts';
import { closeToast, toast } from '../../ui/index.ts';

/** Shows a note for each alert of the quota, on every page, and closes it when its cause is gone. */
export function AlertNotifier({ accountId }: { readonly accountId: string }) {
  useEvent('quota:alert', (news) => {
    const { id, title, text } = news.alert;
    const name = `alert ${news.accountId} ${id}`;
    if (news.change === 'takenBack') {
      closeToast(name);
      return;
    }
    const isHere = news.accountId === accountId;
    toast(isHere ? title : `${news.accountName}: ${title}`, text, {
      tone: 'info',
      name,
      // The page shows the account in use; another one is opened first.
      ...(isHere ? { action: { label: 'Show the quota', onClick: () => navigate('quota') } } : {}),
    });
  });
  return null;
}

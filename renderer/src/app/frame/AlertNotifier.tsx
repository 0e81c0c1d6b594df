import { useEvent } from '../../bridge/index.ts';
import { closeToast, startWork, toast } from '../../ui/index.ts';
import { openPlace } from '../open-place.ts';

/** Shows a note for each alert of the quota, on every page, and closes it when its cause is gone. */
export function AlertNotifier({ accountId }: { readonly accountId: string }) {
  useEvent('quota:alert', (news) => {
    const { accountId: itsAccount } = news;
    const { id, title, text } = news.alert;
    const name = `alert ${itsAccount} ${id}`;
    if (news.change === 'takenBack') {
      closeToast(name);
      return;
    }
    toast(itsAccount === accountId ? title : `${news.accountName}: ${title}`, text, {
      tone: 'info',
      name,
      action: { label: 'Show the quota', onClick: () => startWork(() => openPlace(itsAccount, 'quota', null)) },
    });
  });
  return null;
}

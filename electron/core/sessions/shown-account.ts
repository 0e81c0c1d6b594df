import type { ShownAccount } from '../../../shared/contract/account/account.ts';
import { invalid } from '../foundation/failure.ts';

/**
 * @param shown what a person looked at; undefined: nobody looked
 * @throws Failure `validation` for another account, or for another address of it
 */
export function refuseOther(account: ShownAccount, shown: ShownAccount | undefined): void {
  if (shown === undefined || (shown.id === account.id && shown.address === account.address)) return;
  throw invalid(
    'Another account is in use now, or its address was changed. Nothing was sent. Look at it, then try again.',
  );
}

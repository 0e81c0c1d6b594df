import type { DatabaseSync } from 'node:sqlite';
import type { AccountSummary } from '../../../shared/contract/account/account.ts';
import type { ServiceUse } from '../../../shared/domain/service/discovery/settle-use.ts';
import type { ApiClient } from '../api/client.ts';

/** What the features of one open account use: its client, its journal and its folder. */
export interface AccountSession {
  readonly account: AccountSummary;
  readonly api: ApiClient;
  /** `account/<id>/journal.sqlite`, open until every feature of the account is closed. */
  readonly journal: DatabaseSync;
  /** The name of the damaged journal that was set aside when this one was built from what was whole in it. */
  readonly setAside?: string;
  /** `account/<id>`, exists. */
  readonly folder: string;
  /** Takes what a use of the service showed of it: that settles points which no test of the connection could. */
  readonly onUse?: (use: ServiceUse) => void;
}

import { IconCheck, IconKey, IconPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { AccountSummary } from '../../../../shared/contract/account/account.ts';
import { hostOf } from '../../lib/connect/connect-model.ts';
import { placeHref } from '../../lib/navigation.ts';
import { AccountMark, IconButton, StatusWord } from '../../ui/index.ts';
import classes from './ConnectionList.module.css';

export interface ConnectionListProps {
  readonly accounts: readonly AccountSummary[];
  readonly activeId: string | null;
  readonly shownId: string | null;
  readonly onAdd: () => void;
  /** Below the list. */
  readonly children: ReactNode;
}

export function ConnectionList({ accounts, activeId, shownId, onAdd, children }: ConnectionListProps) {
  return (
    <div className="pad12">
      <div className={classes['head']}>
        <h2 className="quiet medium">Connections</h2>
        <IconButton label="Add a connection" icon={IconPlus} onClick={onAdd} />
      </div>
      <ul className="flexColumn gap2">
        {accounts.map((account) => (
          <li key={account.id}>
            <a
              className={classes['item']}
              href={placeHref('account', account.id)}
              aria-current={account.id === shownId ? 'true' : undefined}
            >
              <AccountMark account={account} quiet={account.id !== activeId} />
              <span className="flexColumn grow">
                <span className="strong truncate" title={account.name}>
                  {account.name}
                </span>
                <Where account={account} />
              </span>
              {account.id === activeId ? (
                <IconCheck size={15} stroke={1.75} role="img" aria-label="in use" className="ok" />
              ) : null}
            </a>
          </li>
        ))}
      </ul>
      {children}
    </div>
  );
}

function Where({ account }: { readonly account: AccountSummary }) {
  if (account.kind === 'practice') return <span className={classes['where']}>on this computer</span>;
  if (!account.signedIn) {
    return (
      <StatusWord status="warning" icon={IconKey}>
        Password needed
      </StatusWord>
    );
  }
  const host = hostOf(account.address);
  return (
    <span className={`${classes['where']} truncate`} title={host}>
      {host}
    </span>
  );
}

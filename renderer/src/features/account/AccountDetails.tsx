import { SegmentedControl } from '@mantine/core';
import { useState } from 'react';
import type { AccountSummary } from '../../../../shared/contract/account/account.ts';
import { useChannel } from '../../bridge/index.ts';
import { NetworkForm } from '../../lib/connect/NetworkForm.tsx';
import { foundIn, usePlace } from '../../lib/navigation.ts';
import { Card, Note } from '../../ui/index.ts';
import { ConnectionCard } from './ConnectionCard.tsx';
import { DialectCard } from './DialectCard.tsx';
import { FindingsCard } from './FindingsCard.tsx';
import { LookCard } from './LookCard.tsx';
import { OrgUnitsCard } from './OrgUnitsCard.tsx';
import { PracticeServiceCard } from './PracticeServiceCard.tsx';
import { RightsCard } from './RightsCard.tsx';
import { TeamCard } from './team/TeamCard.tsx';
import { UsersCard } from './UsersCard.tsx';
import classes from './AccountDetails.module.css';

type Part = 'connection' | 'people' | 'settings';

const parts: { value: Part; label: string }[] = [
  { value: 'connection', label: 'Connection' },
  { value: 'people', label: 'Users and org units' },
  { value: 'settings', label: 'Settings' },
];

export interface AccountDetailsProps {
  readonly account: AccountSummary;
  /** It is in use and signed in: the service can be asked about it. */
  readonly isOpen: boolean;
}

/** Everything about one connection, in three parts. */
export function AccountDetails({ account, isOpen }: AccountDetailsProps) {
  const wanted = foundIn(usePlace().id);
  const [followed, setFollowed] = useState<string | null>(null);
  const [part, setPart] = useState<Part>('connection');
  // A user found from elsewhere stands in the list of users.
  if (wanted !== followed) {
    setFollowed(wanted);
    if (wanted !== null) setPart('people');
  }
  const { data } = useChannel('account:discovery', { accountId: account.id });
  const discovery = data?.discovery ?? null;
  return (
    <div className={classes['details']}>
      <SegmentedControl aria-label="Part of the connection" data={parts} value={part} onChange={setPart} />
      {part === 'connection' ? (
        <>
          <div className={classes['top']} data-single={discovery === null || undefined}>
            <ConnectionCard account={account} discovery={discovery} />
            {discovery === null ? null : <RightsCard account={account} discovery={discovery} />}
          </div>
          {account.kind === 'practice' && isOpen ? <PracticeServiceCard /> : null}
          {isOpen ? <NoCount /> : null}
          {account.kind === 'service' && isOpen ? <TeamCard /> : null}
          {discovery === null ? null : <FindingsCard account={account} discovery={discovery} />}
        </>
      ) : null}
      {part === 'people' ? (
        isOpen ? (
          <div className={classes['people']}>
            <UsersCard />
            <OrgUnitsCard />
          </div>
        ) : (
          <Note tone="info" title="Only the connection in use asks the service.">
            {account.signedIn ? 'Press "Use this connection" first.' : 'Enter the password under Connection first.'}
          </Note>
        )
      ) : null}
      {part === 'settings' ? (
        <>
          {account.kind === 'service' ? <DialectCard account={account} discovery={discovery} /> : null}
          <Card title="Network" context="for all connections">
            <NetworkForm />
          </Card>
          <LookCard />
        </>
      ) : null}
    </div>
  );
}

/** An older copy of the data folder is noticed by the service's own count of leads, where it says one. */
function NoCount() {
  const { data } = useChannel('job:noCount', {});
  if (data === undefined || data.sentence === '') return null;
  return (
    <Note tone="info" role="status" title={data.sentence}>
      It matters when a backup is restored, or when two computers use copies of one folder: rows that wait could be sent
      a second time.
    </Note>
  );
}

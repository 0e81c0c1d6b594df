import { TextInput } from '@mantine/core';
import { IconRefresh, IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { ChannelResult } from '../../../../shared/contract/channels.ts';
import { startRefetch, useChannel } from '../../bridge/index.ts';
import { hasWords } from '../../lib/sentences.ts';
import { foundIn, usePlace } from '../../lib/navigation.ts';
import { format } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { Card, FailureNote, IconButton, Skeleton, TableHead } from '../../ui/index.ts';
import classes from './UsersCard.module.css';

const SEARCHED = 'Name, org code or e-mail';

/** The users that the service shows to this account. */
export function UsersCard() {
  const users = useChannel('account:users', {}, { staleTime: Infinity });
  const now = useNow(60_000);
  const [words, setWords] = useState('');
  const wanted = foundIn(usePlace().id);
  const { data } = users;
  const wantedRow = useRef<HTMLTableRowElement>(null);
  const isHere = data !== undefined;
  // Once: whoever reads on is not taken back.
  useEffect(() => {
    wantedRow.current?.scrollIntoView({ block: 'center' });
  }, [wanted, isHere]);
  const shown = data === undefined ? [] : found(data.users, words);
  return (
    <Card
      title="Users"
      context={
        data === undefined
          ? null
          : `${shown.length === data.users.length ? '' : `${format.number(shown.length)} of `}${format.number(data.users.length)}, read ${format.ago(data.readAt, now)}`
      }
      actions={
        <>
          <TextInput
            size="xs"
            aria-label="Find a user"
            placeholder={SEARCHED}
            title={SEARCHED}
            w={200}
            leftSection={<IconSearch size={14} stroke={1.75} aria-hidden />}
            value={words}
            onChange={(event) => setWords(event.currentTarget.value)}
          />
          <IconButton
            label="Read again (1 request)"
            icon={IconRefresh}
            onClick={() => startRefetch(users.refetch)}
            disabled={users.isFetching}
          />
        </>
      }
      flush
    >
      <FailureNote className="pad16" failure={users.error} onRetry={() => startRefetch(users.refetch)} />
      {users.isPending && <Skeleton className="pad16" lines={4} label="Users are loading" />}
      {data === undefined ? null : data.users.length === 0 ? (
        <p className="pad16 text2">The service shows no users to this account.</p>
      ) : shown.length === 0 ? (
        <p className="pad16 text2">No users match.</p>
      ) : (
        <div className={classes['scroll']} tabIndex={0} role="region" aria-label="List of users">
          <table className={classes['table']}>
            <TableHead names={['Name', 'Org code', 'E-mail']} />
            <tbody>
              {shown.map((user) => (
                <tr
                  key={user.raw}
                  ref={(user.orgCode ?? user.name) === wanted ? wantedRow : null}
                  aria-current={(user.orgCode ?? user.name) === wanted || undefined}
                >
                  <th scope="row">{user.name}</th>
                  <td>{user.orgCode ?? <None />}</td>
                  <td>{user.email ?? <None />}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}

type User = ChannelResult<'account:users'>['users'][number];

/** Users with every word in their name, org code or e-mail. */
function found(users: readonly User[], words: string): readonly User[] {
  return users.filter(({ name, orgCode, email }) => hasWords(`${name} ${orgCode ?? ''} ${email ?? ''}`, words));
}

function None() {
  return (
    <>
      <span aria-hidden>–</span>
      <span className="visuallyHidden">not given</span>
    </>
  );
}

import { IconRefresh } from '@tabler/icons-react';
import { startRefetch, useChannel } from '../../bridge/index.ts';
import { format } from '../../lib/format.ts';
import { useNow } from '../../lib/use-now.ts';
import { Card, FailureNote, IconButton, Skeleton } from '../../ui/index.ts';
import classes from './UsersCard.module.css';

/** The users that the service shows to this account. */
export function UsersCard({ zone }: { readonly zone: string }) {
  const users = useChannel('account:users', {}, { staleTime: Infinity });
  const now = useNow(60_000);
  const { data } = users;
  return (
    <Card
      title="Users"
      context={
        data === undefined ? null : `${format.number(data.users.length)}, read ${format.ago(data.readAt, now, zone)}`
      }
      actions={
        <IconButton
          label="Read again (1 request)"
          icon={IconRefresh}
          onClick={() => startRefetch(users.refetch)}
          disabled={users.isFetching}
        />
      }
      flush
    >
      {users.error === null ? null : (
        <div className={classes['pad']}>
          <FailureNote failure={users.error} onRetry={() => startRefetch(users.refetch)} />
        </div>
      )}
      {data === undefined ? (
        users.isPending ? (
          <div className={classes['pad']}>
            <Skeleton lines={4} label="Users are loading" />
          </div>
        ) : null
      ) : data.users.length === 0 ? (
        <p className={classes['none']}>The service shows no users to this account.</p>
      ) : (
        <div className={classes['scroll']} tabIndex={0} role="region" aria-label="List of users">
          <table className={classes['table']}>
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Org code</th>
                <th scope="col">E-mail</th>
              </tr>
            </thead>
            <tbody>
              {data.users.map((user) => (
                <tr key={user.raw}>
                  <th scope="row">{user.name}</th>
                  <td title={user.orgCode ?? undefined}>{user.orgCode ?? <None />}</td>
                  <td title={user.email ?? undefined}>{user.email ?? <None />}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Card>
  );
}

function None() {
  return (
    <>
      <span aria-hidden>–</span>
      <span className="visuallyHidden">not given</span>
    </>
  );
}

import { Menu } from '@mantine/core';
import { IconCheck, IconHelp, IconLogout, IconPlus, IconSelector, IconShieldCheck } from '@tabler/icons-react';
import { useState } from 'react';
import type { AccountSummary } from '../../../../shared/contract/account/account.ts';
import type { ExportSummary } from '../../../../shared/contract/exports/exports.ts';
import { call, useChannel } from '../../bridge/index.ts';
import { hostOf } from '../../lib/connect/connect-model.ts';
import { format, leadForms } from '../../lib/format.ts';
import { navigate } from '../../lib/navigation.ts';
import { AccountMark, COLOUR_STATUS, ConfirmDialog, KeyCap, MenuEntry, startWork } from '../../ui/index.ts';
import classes from './AccountMenu.module.css';

function subtitle(account: AccountSummary): string {
  if (account.kind === 'practice') return 'Simulated service';
  const host = hostOf(account.address);
  // An account without a name of its own is named after its host, which then need not be shown twice.
  return account.name === host ? account.username : host;
}

/** The account in use, and a menu with the others. */
export function AccountMenu({ account }: { readonly account: AccountSummary }) {
  const { data } = useChannel('account:list', {});
  const accounts = data?.accounts ?? [account];
  const status = COLOUR_STATUS[account.look?.colour ?? 'red'];
  const [arriving, setArriving] = useState<readonly ExportSummary[]>([]);

  /** Both can be undone, so nothing is asked, except while an export would end with it. */
  async function leave(): Promise<void> {
    // Whoever cannot read the list can leave all the same.
    const { exports } = await call('export:list', {}).catch(() => ({ exports: [] }));
    const running = exports.filter(({ state, refresh }) => state === 'running' || refresh?.state === 'running');
    if (running.length > 0) setArriving(running);
    else await leaveNow(account);
  }

  return (
    <>
      <Menu withinPortal={false} width={260} position="bottom-start" offset={4}>
        <Menu.Target>
          <button type="button" className={classes['target']}>
            <AccountMark account={account} />
            <span className={classes['names']}>
              <span className={`${classes['name']} truncate`} title={account.name}>
                {account.name}
              </span>
              <span className={`${classes['where']} truncate`} title={subtitle(account)}>
                {subtitle(account)}
              </span>
            </span>
            <IconSelector size={15} stroke={1.75} aria-hidden />
          </button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>Connections</Menu.Label>
          {accounts.map((other) => (
            <Menu.Item
              key={other.id}
              leftSection={<AccountMark account={other} size={22} />}
              rightSection={
                other.id === account.id ? <IconCheck size={15} stroke={1.75} role="img" aria-label="in use" /> : null
              }
              onClick={() => {
                if (other.id !== account.id) startWork(() => call('account:activate', { accountId: other.id }));
              }}
            >
              {other.name}
              {other.signedIn ? null : <span className={classes['needed']}>Password needed</span>}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <MenuEntry icon={IconPlus} label="Add a connection" onClick={() => navigate('account', 'new')} />
          {(account.kind === 'practice' || account.signedIn) && (
            <MenuEntry icon={IconLogout} label={leaveWords(account)} onClick={() => startWork(leave)} />
          )}
          <Menu.Divider />
          <MenuEntry
            icon={IconHelp}
            label="Help: life cycle of a lead"
            rightSection={<KeyCap>F1</KeyCap>}
            onClick={() => navigate('help')}
          />
        </Menu.Dropdown>
      </Menu>
      {arriving.length > 0 && (
        <ConfirmDialog
          opened
          title={`${leaveWords(account)} while leads arrive?`}
          confirmLabel={account.kind === 'practice' ? 'Leave' : 'Sign out'}
          danger
          onClose={() => setArriving([])}
          onConfirm={() => {
            setArriving([]);
            startWork(() => leaveNow(account));
          }}
        >
          {arriving.map(({ id, name, state, rows }) => (
            <p key={id} className="below8">
              <bdi>“{name}”</bdi>{' '}
              {state === 'running'
                ? `is arriving, ${format.count(rows, leadForms)} so far. What has arrived is kept.`
                : 'is being brought up to date. It stays as it was.'}
            </p>
          ))}
          <p>
            What this program fetches ends now, and fetching the rest uses another request. What another program fetches
            goes on.
          </p>
        </ConfirmDialog>
      )}
      {account.kind === 'practice' ? (
        <p className={classes['practice']}>
          <IconShieldCheck size={14} stroke={1.75} aria-hidden />
          Nothing leaves this computer
        </p>
      ) : null}
      {account.look?.isProduction === true ? (
        <p
          className={classes['production']}
          style={{ background: `var(--lc-${status}-soft)`, color: `var(--lc-${status})` }}
        >
          Production
        </p>
      ) : null}
    </>
  );
}

function leaveWords(account: AccountSummary): string {
  return account.kind === 'practice' ? 'Leave practice' : `Sign out of ${account.name}`;
}

/** Practice is left and keeps what was made in it, a service is signed out of. */
async function leaveNow(account: AccountSummary): Promise<void> {
  if (account.kind === 'practice') await call('account:remove', { accountId: account.id, keepsData: true });
  else await call('account:signOut', { accountId: account.id });
}

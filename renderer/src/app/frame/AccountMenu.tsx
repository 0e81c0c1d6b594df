import { Menu } from '@mantine/core';
import { IconCheck, IconHelp, IconLogout, IconPlus, IconSelector, IconShieldCheck } from '@tabler/icons-react';
import type { AccountSummary } from '../../../../shared/contract/account/account.ts';
import { call, useChannel } from '../../bridge/index.ts';
import { navigate } from '../../lib/navigation.ts';
import { AccountMark, KeyCap, MenuEntry, startWork } from '../../ui/index.ts';
import classes from './AccountMenu.module.css';

function subtitle(account: AccountSummary): string {
  if (account.kind === 'practice') return 'Simulated service';
  const host = hostOf(account.address);
  // An account without a name of its own is named after its host, which then need not be shown twice.
  return account.name === host ? account.username : host;
}

function hostOf(address: string): string {
  return URL.canParse(address) ? new URL(address).host : address;
}

/** The account in use, and a menu with the others. */
export function AccountMenu({ account }: { readonly account: AccountSummary }) {
  const { data } = useChannel('account:list', {});
  const accounts = data?.accounts ?? [account];
  return (
    <>
      <Menu withinPortal={false} width={260} position="bottom-start" offset={4}>
        <Menu.Target>
          <button type="button" className={classes['target']}>
            <AccountMark account={account} />
            <span className={classes['names']}>
              <span className={`${classes['name']} truncate`}>{account.name}</span>
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
          <LeaveItem account={account} />
          <Menu.Divider />
          <MenuEntry
            icon={IconHelp}
            label="Help: life cycle of a lead"
            rightSection={<KeyCap>F1</KeyCap>}
            onClick={() => navigate('help')}
          />
        </Menu.Dropdown>
      </Menu>
      {account.kind === 'practice' ? (
        <p className={classes['practice']}>
          <IconShieldCheck size={14} stroke={1.75} aria-hidden />
          Nothing leaves this computer
        </p>
      ) : null}
      {account.look?.isProduction === true ? (
        <p className={classes['production']} data-colour={account.look.colour ?? undefined}>
          Production
        </p>
      ) : null}
    </>
  );
}

/** Practice is left and keeps what was made in it, a service is signed out of. Both can be undone, so nothing is asked. */
function LeaveItem({ account }: { readonly account: AccountSummary }) {
  if (account.kind === 'practice') {
    return (
      <MenuEntry
        icon={IconLogout}
        label="Leave practice"
        onClick={() => startWork(() => call('account:remove', { accountId: account.id, keepsData: true }))}
      />
    );
  }
  if (!account.signedIn) return null;
  return (
    <MenuEntry
      icon={IconLogout}
      label={`Sign out of ${account.name}`}
      onClick={() => startWork(() => call('account:signOut', { accountId: account.id }))}
    />
  );
}

import { useActiveAccount, useChannel } from '../bridge/index.ts';
import { Welcome } from '../features/welcome/Welcome.tsx';
import { showTimesIn } from '../lib/format.ts';
import { useLink } from '../lib/link.ts';
import classes from './App.module.css';
import { FileDrop } from './FileDrop.tsx';
import { Frame } from './frame/Frame.tsx';
import { LockedOut } from './LockedOut.tsx';
import { LostNotice } from './LostNotice.tsx';
import { Providers } from './Providers.tsx';
import { ShortcutList } from './ShortcutList.tsx';

export function App() {
  return (
    <Providers>
      <Screen />
    </Providers>
  );
}

function Screen() {
  const account = useActiveAccount();
  const accounts = useChannel('account:list', {});
  // Not `isError`: a retry resets it for a moment, which would unmount the page that asked, again and again.
  const isKnown = account !== undefined || accounts.isFetched;
  // Before anything below writes a time.
  showTimesIn(account?.dialect.timeZone);
  const lost = useLink();
  if (lost.state === 'locked' && lost.asOf === null) return <LockedOut />;
  return (
    <>
      {account ? null : <LostNotice floats />}
      <fieldset className={classes['page']} role="presentation" disabled={lost.state !== 'live'}>
        {isKnown ? account ? <Frame account={account} /> : <Welcome /> : null}
      </fieldset>
      <ShortcutList />
      <FileDrop />
    </>
  );
}

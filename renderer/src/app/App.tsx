import { useActiveAccount, useChannel } from '../bridge/index.ts';
import { Welcome } from '../features/welcome/index.ts';
import { CoreBanner } from './CoreBanner.tsx';
import { FileDrop } from './FileDrop.tsx';
import { Frame } from './frame/Frame.tsx';
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
  return (
    <>
      <CoreBanner />
      {isKnown ? account ? <Frame account={account} /> : <Welcome /> : null}
      <ShortcutList />
      <FileDrop />
    </>
  );
}

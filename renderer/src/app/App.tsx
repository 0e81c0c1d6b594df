import { localStorageColorSchemeManager, MantineProvider, useMantineColorScheme } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { createQueryClient, useActiveAccount, useChannel, useEventsInCache } from '../bridge/index.ts';
import { Welcome } from '../features/welcome/index.ts';
import { colorSchemeKey, rememberedScheme } from '../lib/color-scheme.ts';
import { styleNonce } from '../lib/nonce.ts';
import { DensityContext } from '../ui/index.ts';
import { cssVariablesResolver, theme } from '../ui/theme/theme.ts';
import { CoreBanner } from './CoreBanner.tsx';
import { ErrorBoundary } from './ErrorBoundary.tsx';
import { FileDrop } from './FileDrop.tsx';
import { Frame } from './Frame.tsx';
import { ShortcutList } from './ShortcutList.tsx';

const schemeManager = localStorageColorSchemeManager({ key: colorSchemeKey });

export function App() {
  const [queryClient] = useState(createQueryClient);
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={cssVariablesResolver}
      getStyleNonce={styleNonce}
      colorSchemeManager={schemeManager}
      defaultColorScheme={rememberedScheme()}
    >
      <ErrorBoundary>
        <QueryClientProvider client={queryClient}>
          <Screen />
        </QueryClientProvider>
      </ErrorBoundary>
      <Notifications position="bottom-right" autoClose={6000} limit={3} />
    </MantineProvider>
  );
}

function Screen() {
  useEventsInCache();
  const preferences = usePreferredLook();
  const account = useActiveAccount();
  const accounts = useChannel('account:list', {});
  const density = preferences?.density ?? 'comfortable';
  useEffect(() => {
    document.documentElement.dataset['density'] = density;
  }, [density]);

  // Not `isError`: a second try takes it back for a moment, and the page that asked would be gone and come again for ever.
  const isKnown = account !== undefined || accounts.isFetched;
  return (
    <DensityContext value={density}>
      <CoreBanner />
      {isKnown ? account ? <Frame account={account} /> : <Welcome /> : null}
      <ShortcutList />
      <FileDrop />
    </DensityContext>
  );
}

/** The person's choice of scheme and density, applied as soon as it is known. */
function usePreferredLook() {
  const { data } = useChannel('preferences:get', {});
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const chosen = data?.colorScheme;
  useEffect(() => {
    if (chosen !== undefined && chosen !== colorScheme) setColorScheme(chosen);
  }, [chosen, colorScheme, setColorScheme]);
  return data;
}

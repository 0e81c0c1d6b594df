import { localStorageColorSchemeManager, MantineProvider, useMantineColorScheme } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { createQueryClient, useCacheUpdates, useChannel } from '../bridge/index.ts';
import { colorSchemeKey, rememberedScheme } from '../lib/color-scheme.ts';
import { useLink } from '../lib/link.ts';
import { styleNonce } from '../lib/nonce.ts';
import { DensityContext, ErrorBoundary, TOASTS_SHOWN, ToastLane, useSecondClicks } from '../ui/index.ts';
import { cssVariablesResolver, overlaysId, theme } from '../ui/theme/theme.ts';
import classes from './App.module.css';

const schemeManager = localStorageColorSchemeManager({ key: colorSchemeKey });

/** What every component may rely on: theme, cached answers that events keep fresh, density, toasts, a net for bugs. */
export function Providers({ children }: { readonly children: ReactNode }) {
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
          <HostState>{children}</HostState>
        </QueryClientProvider>
      </ErrorBoundary>
      <Overlays />
      {/* Not in a portal, so that the lane finds them. Some have to be read in full, and are taller than they are as a rule. */}
      <Notifications
        position="bottom-right"
        autoClose={6000}
        limit={TOASTS_SHOWN}
        withinPortal={false}
        notificationMaxHeight="100vh"
      />
      <ToastLane />
    </MantineProvider>
  );
}

/**
 * What holds on the whole page: the host's events go into the cache, and the person's colour scheme and density are applied as
 * soon as they are known.
 */
function HostState({ children }: { readonly children: ReactNode }) {
  useCacheUpdates();
  useSecondClicks();
  const { data: preferences } = useChannel('preferences:get', {});
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const chosen = preferences?.colorScheme;
  const density = preferences?.density ?? 'comfortable';
  useEffect(() => {
    if (chosen !== undefined && chosen !== colorScheme) setColorScheme(chosen);
  }, [chosen, colorScheme, setColorScheme]);
  useEffect(() => {
    document.documentElement.dataset['density'] = density;
  }, [density]);
  const { state } = useLink();
  useEffect(() => {
    document.documentElement.toggleAttribute('data-lost', state !== 'live');
  }, [state]);
  return <DensityContext value={density}>{children}</DensityContext>;
}

/** Where dialogs and menus open. Their controls are disabled with those of the page; Esc closes them. */
function Overlays() {
  const { state } = useLink();
  return <fieldset id={overlaysId} role="presentation" className={classes['overlays']} disabled={state !== 'live'} />;
}

import { AppShell } from '@mantine/core';
import { lazy, Suspense, useCallback, useEffect, type ComponentType } from 'react';
import type { AccountSummary } from '../../../../shared/contract/account/account.ts';
import { call } from '../../bridge/index.ts';
import { KeptStateProvider } from '../../lib/kept-state.tsx';
import { navigate, pageNames, usePlace, type PageName } from '../../lib/navigation.ts';
import { onArrival } from '../../lib/arriving-files.ts';
import { offerFiles } from '../../lib/pending-file.ts';
import { pageTitles } from '../../lib/shortcuts.ts';
import {
  ErrorBoundary,
  FrameContext,
  Page,
  PracticeEdge,
  ProductionEdge,
  ReadOnlyContext,
  Skeleton,
  startWork,
} from '../../ui/index.ts';
import { frameSize } from '../../ui/theme/tokens.ts';
import { AlertNotifier } from './AlertNotifier.tsx';
import { JobNotifier } from './JobNotifier.tsx';
import { HelpCard } from './HelpCard.tsx';
import { JobAnnouncer } from './JobAnnouncer.tsx';
import { LostNotice } from '../LostNotice.tsx';
import { EarlyPalette } from '../palette/early-keys.ts';
import { PaletteButton } from '../palette/PaletteButton.tsx';
import { Rail } from './Rail.tsx';
import { PageNotices } from './PageNotices.tsx';
import { ReadOnlyNote } from './ReadOnlyNote.tsx';
import { SignInPage } from './SignInPage.tsx';
import { useFrameKeys } from './use-frame-keys.ts';
import { useKeptFocus } from './use-kept-focus.ts';
import classes from './Frame.module.css';

/** Each page is a file of its own: the grid is larger than everything the first screen needs. */
const page = (load: () => Promise<{ default: ComponentType }>) => ({ load, Current: lazy(load) });
const pages: Record<PageName, ReturnType<typeof page>> = {
  import: page(async () => ({ default: (await import('../../features/imports/ImportPage.tsx')).ImportPage })),
  jobs: page(async () => ({ default: (await import('../../features/jobs/JobsPage.tsx')).JobsPage })),
  export: page(async () => ({ default: (await import('../../features/exports/ExportPage.tsx')).ExportPage })),
  segments: page(async () => ({ default: (await import('../../features/segments/SegmentsPage.tsx')).SegmentsPage })),
  quota: page(async () => ({ default: (await import('../../features/quota/QuotaPage.tsx')).QuotaPage })),
  account: page(async () => ({ default: (await import('../../features/account/AccountPage.tsx')).AccountPage })),
  help: page(async () => ({ default: (await import('../../features/help/LifeCyclePage.tsx')).LifeCyclePage })),
};

/** Begins with the program, beside the first page, which need not wait for it. */
const palette = import('../palette/Palette.tsx');
const Palette = lazy(async () => ({ default: (await palette).Palette }));

/** Results of exports, jobs and drafts are on this computer, help is in the program. */
const OPEN_WITHOUT_PASSWORD: readonly PageName[] = ['account', 'export', 'help', 'import', 'jobs'];
/** The pages among them that are read-only then. */
const READ_ONLY: readonly PageName[] = ['import', 'jobs'];

/** Loads the other pages when the browser is idle, so that a click shows the page and no skeleton. */
function usePagesReady(): void {
  useEffect(() => {
    const handle = window.requestIdleCallback(() => {
      for (const name of pageNames) pages[name].load().catch(() => undefined);
    });
    return () => window.cancelIdleCallback(handle);
  }, []);
}

/** Asks for files and takes them to the import page, from wherever the person is. */
async function openFile(): Promise<void> {
  // How far they are is shown there.
  const stop = onArrival(() => navigate('import'));
  const { files } = await call('host:chooseFiles', {}).finally(stop);
  if (files.length === 0) return;
  offerFiles(files);
  navigate('import');
}

const FRAME = { paletteButton: <PaletteButton />, isLoading: false };
const LOADING = { ...FRAME, isLoading: true };

/** Rail, head and page: everything a signed-in person sees. */
export function Frame({ account }: { readonly account: AccountSummary }) {
  const place = usePlace();
  const chooseFile = useCallback(() => startWork(openFile), []);
  const areDigitsShown = useFrameKeys(chooseFile);
  usePagesReady();
  useKeptFocus();
  const isPractice = account.kind === 'practice';
  const { look } = account;
  const { Current } = pages[place.page];
  const isReadOnly = !account.signedIn && READ_ONLY.includes(place.page);
  const isLockedOut = !account.signedIn && !OPEN_WITHOUT_PASSWORD.includes(place.page);

  return (
    <FrameContext value={FRAME}>
      {isPractice ? <PracticeEdge className={classes['edge']} /> : null}
      {look?.isProduction === true ? <ProductionEdge look={look} className={classes['edge']} /> : null}
      <AppShell
        layout="alt"
        header={{ height: frameSize.header }}
        navbar={{ width: { base: frameSize.narrowRail, lg: frameSize.rail }, breakpoint: 0 }}
        padding={0}
        transitionDuration={0}
        data-edge={isPractice || look?.isProduction || undefined}
        className={classes['shell'] ?? ''}
      >
        <Rail account={account} page={place.page} areDigitsShown={areDigitsShown} />
        <PageNotices>
          <LostNotice />
          {isReadOnly && <ReadOnlyNote account={account} />}
        </PageNotices>
        <ErrorBoundary
          place={`${place.page} ${place.id ?? ''} ${account.id}`}
          around={(note) => <Page title={pageTitles[place.page]}>{note}</Page>}
        >
          <Suspense fallback={<Waiting page={place.page} />}>
            {isLockedOut ? (
              <SignInPage account={account} page={place.page} />
            ) : (
              <ReadOnlyContext value={isReadOnly}>
                <KeptStateProvider key={account.id}>
                  <Current key={place.page} />
                </KeptStateProvider>
              </ReadOnlyContext>
            )}
          </Suspense>
        </ErrorBoundary>
      </AppShell>
      <ErrorBoundary>
        <Suspense fallback={<EarlyPalette />}>
          <Palette openFile={chooseFile} />
        </Suspense>
      </ErrorBoundary>
      <JobAnnouncer />
      <JobNotifier />
      <HelpCard />
      <AlertNotifier accountId={account.id} />
    </FrameContext>
  );
}

function Waiting({ page }: { readonly page: PageName }) {
  return (
    <FrameContext value={LOADING}>
      <Page title={pageTitles[page]}>
        <Skeleton lines={5} />
      </Page>
    </FrameContext>
  );
}

import '../app/styles.ts';
import { AppShell } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import { onTestFinished } from 'vitest';
import { render, type RenderResult } from 'vitest-browser-react';
import { NO_UPDATES } from '../../../shared/contract/host/updates.ts';
import { closeToasts } from '../ui/index.ts';
import { KeptStateProvider } from '../lib/kept-state.tsx';
import { frameSize } from '../ui/theme/tokens.ts';
import { Providers } from '../app/Providers.tsx';
import { replaceClient } from '../bridge/client.ts';
import { exampleAccount } from './examples.ts';
import { createHost, type Answers, type StandInHost } from './host.ts';

/** One practice account in use, without saved queries; the program's own preferences; a browser around it. */
const usualAnswers: Answers = {
  'account:list': () => ({ accounts: [exampleAccount()], activeId: exampleAccount().id }),
  'preferences:get': () => ({ colorScheme: 'light', density: 'comfortable' }),
  'host:loginStart': () => ({ isOffered: false, isSet: false }),
  'host:updates': () => NO_UPDATES,
  'host:info': () => ({ host: 'browser', version: '0.0.0-spec', platform: 'linux', protection: 'session' }),
  'query:list': () => ({ queries: [] }),
  'call:cancel': () => ({ cancelled: true }),
  'leadView:left': () => ({ view: null }),
  'leadView:list': () => ({ views: [] }),
  'leadView:leave': (left) => left,
};

export interface Shown {
  readonly screen: RenderResult;
  readonly host: StandInHost;
}

/**
 * Renders into the page's real providers, with a stand-in for the host. The element gets a height, as panes have one.
 * A call that has no answer, and an answer that breaks the contract, fail the spec when it ends.
 *
 * @param answers beside the usual ones: an account, preferences, a browser host
 */
export function show(content: ReactNode, answers: Answers = {}): Promise<Shown> {
  return showIn(Surroundings, content, answers);
}

/** As `show`, for a whole page: head and body stand in the shell that the frame gives them. */
export function showPage(content: ReactNode, answers: Answers = {}): Promise<Shown> {
  return showIn(Shell, content, answers);
}

/**
 * Makes the body of a shown page as wide as the program leaves it beside its rail.
 *
 * @throws Error when the page has not drawn its body yet
 */
export function leaveRoom(pixels: number): void {
  const body = document.querySelector<HTMLElement>('main > [data-layout]');
  if (body === null) throw new Error('The page has no body yet.');
  body.style.width = `${pixels}px`;
}

async function showIn(wrapper: ComponentType<Wrapped>, content: ReactNode, answers: Answers): Promise<Shown> {
  const host = createHost({ ...usualAnswers, ...answers });
  replaceClient(host.leadConsole);
  onTestFinished(() => {
    closeToasts();
    window.location.hash = '';
    host.verify();
  });
  return { screen: await render(content, { wrapper }), host };
}

interface Wrapped {
  readonly children: ReactNode;
}

function Shell({ children }: Wrapped) {
  return (
    <Providers>
      <AppShell layout="alt" header={{ height: frameSize.header }} padding={0}>
        <KeptStateProvider>{children}</KeptStateProvider>
      </AppShell>
    </Providers>
  );
}

function Surroundings({ children }: Wrapped) {
  return (
    <Providers>
      <div style={{ height: 720, display: 'flex', flexDirection: 'column' }}>{children}</div>
    </Providers>
  );
}

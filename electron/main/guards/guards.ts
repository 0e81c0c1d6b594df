import type { Session, WebContents } from 'electron';
import { mayLoad, mayNavigate, mayUse } from './policies.ts';

/** Keeps every page, whoever made it, where it is: no navigation, no redirect, no new window, no webview. */
export function guardContents(contents: Pick<WebContents, 'on' | 'setWindowOpenHandler'>): void {
  const stay = (event: { readonly url: string; preventDefault(): void }) => {
    if (!mayNavigate(event.url)) event.preventDefault();
  };
  contents.on('will-navigate', stay);
  contents.on('will-frame-navigate', stay);
  contents.on('will-redirect', stay);
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}

/** Both handlers are needed: one is asked when the page asks, the other when it looks. */
export function guardSession(
  session: Pick<
    Session,
    'setPermissionRequestHandler' | 'setPermissionCheckHandler' | 'setDevicePermissionHandler' | 'on' | 'webRequest'
  >,
): void {
  session.setPermissionRequestHandler((_contents, permission, decide, details) =>
    decide(mayUse(permission, details.requestingUrl)),
  );
  session.setPermissionCheckHandler((_contents, permission, origin) => mayUse(permission, origin));
  session.setDevicePermissionHandler(() => false);
  session.on('will-download', (event) => event.preventDefault());
  // Behind the content security policy: the window has no network of its own.
  session.webRequest.onBeforeRequest((request, decide) => decide({ cancel: !mayLoad(request.url) }));
}

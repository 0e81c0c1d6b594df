import type { Session, WebContents } from 'electron';
import { isOwnAddress, mayLoad, mayUse } from './policies.ts';

/** Denies navigation, redirects, new windows and webviews in every page, whatever created it. */
export function guardContents(contents: Pick<WebContents, 'on' | 'setWindowOpenHandler'>): void {
  const stay = (event: { readonly url: string; preventDefault(): void }) => {
    // The page may be loaded again; the window may show nothing else.
    if (!isOwnAddress(event.url)) event.preventDefault();
  };
  contents.on('will-navigate', stay);
  contents.on('will-frame-navigate', stay);
  contents.on('will-redirect', stay);
  contents.on('will-attach-webview', (event) => event.preventDefault());
  contents.setWindowOpenHandler(() => ({ action: 'deny' }));
}

/**
 * Denies permissions, devices, downloads and the network. Both permission handlers are needed: one for requests of the
 * page, the other for its checks. No handler for a shared screen: without one Electron refuses, with one that gives none it
 * throws. Nor for the protected classes of USB: one could only take some away.
 */
export function guardSession(
  session: Pick<
    Session,
    | 'setPermissionRequestHandler'
    | 'setPermissionCheckHandler'
    | 'setDevicePermissionHandler'
    | 'setSpellCheckerEnabled'
    | 'on'
    | 'webRequest'
  >,
): void {
  session.setPermissionRequestHandler((_contents, permission, decide, details) =>
    decide(mayUse(permission, details.requestingUrl)),
  );
  session.setPermissionCheckHandler((_contents, permission, origin) => mayUse(permission, origin));
  session.setDevicePermissionHandler(() => false);
  // Its dictionaries would come from a server.
  session.setSpellCheckerEnabled(false);
  session.on('will-download', (event) => event.preventDefault());
  // A second barrier behind the content security policy.
  session.webRequest.onBeforeRequest((request, decide) => decide({ cancel: !mayLoad(request.url) }));
}

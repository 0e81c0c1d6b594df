import type { ElectronParts } from './electron-parts.ts';

/**
 * A session for updates alone, in memory: the one of the window lets nothing load. Chromium reads with the proxies and the
 * certificates of the system.
 */
export function openUpdateSession({ session }: Pick<ElectronParts, 'session'>) {
  const own = session.fromPartition('updates', { cache: false });
  // A session has one such listener: this one takes the place of the guard's.
  own.webRequest.onBeforeRequest((request, decide) => decide({ cancel: !request.url.startsWith('https://') }));
  return (address: string, init: { readonly signal: AbortSignal }): Promise<Response> =>
    own.fetch(address, { ...init, credentials: 'omit' });
}

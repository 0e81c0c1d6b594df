/**
 * Where the page may be and what it may do, as plain functions. Addresses are taken apart by URL: `startsWith` and
 * `includes` let `app://lead-console.evil/` and `app://lead-console@evil/` through.
 */
export const APP_SCHEME = 'app';
const APP_HOST = 'lead-console';
export const START_ADDRESS = `${APP_SCHEME}://${APP_HOST}/`;

/** Node knows no origin of schemes of our own (`null` for all of them), so protocol and host are compared. */
export function isOwnAddress(address: string): boolean {
  try {
    const url = new URL(address);
    return url.protocol === `${APP_SCHEME}:` && url.host === APP_HOST && url.username === '' && url.password === '';
  } catch {
    return false;
  }
}

export interface Sender {
  /** Null when the frame is gone already. */
  readonly frame: { readonly url: string; readonly parent: unknown } | null;
  readonly contentsId: number;
}

/** Only the main frame of our own window, at our own address, is listened to. */
export function isTrustedSender(sender: Sender, ownContentsId: number | null): boolean {
  if (sender.frame === null || ownContentsId === null) return false;
  return sender.contentsId === ownContentsId && sender.frame.parent === null && isOwnAddress(sender.frame.url);
}

/** The page itself may be loaded again; nothing else may take its place. */
export function mayNavigate(address: string): boolean {
  return isOwnAddress(address);
}

/** Electron grants everything unless told otherwise. Copying text is the one thing the page needs. */
export function mayUse(permission: string, requestingAddress: string): boolean {
  return permission === 'clipboard-sanitized-write' && isOwnAddress(requestingAddress);
}

/** The page is given everything through its bridge; any other request of the window leads outside. */
export function mayLoad(address: string): boolean {
  return isOwnAddress(address) || /^(devtools|data|blob):/.test(address);
}

/** Help pages, opened in the person's browser. No other address ever leaves the program by this way. */
export const helpAddresses = {
  guide: 'https://lead-console.example/guide',
  licences: 'https://lead-console.example/licences',
} as const;

export function isExternalLink(address: string): boolean {
  return Object.values<string>(helpAddresses).includes(address) && new URL(address).protocol === 'https:';
}

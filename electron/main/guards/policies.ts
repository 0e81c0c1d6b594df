/**
 * Which addresses the window may load and what its page may do. Addresses are parsed with `URL`, because `startsWith`
 * and `includes` would accept `app://lead-console.evil/` and `app://lead-console@evil/`.
 */
export const APP_SCHEME = 'app';
const APP_HOST = 'lead-console';
export const START_ADDRESS = `${APP_SCHEME}://${APP_HOST}/`;

/** Compares protocol and host: Node's `URL` gives every custom scheme the origin `null`. */
export function isOwnAddress(address: string): boolean {
  try {
    const url = new URL(address);
    return url.protocol === `${APP_SCHEME}:` && url.host === APP_HOST && url.username === '' && url.password === '';
  } catch {
    return false;
  }
}

export interface Sender {
  /** Null when the frame no longer exists. */
  readonly frame: { readonly url: string; readonly parent: unknown } | null;
  readonly contentsId: number;
}

/** True for the main frame of our own window at our own address. Calls from any other frame are refused. */
export function isTrustedSender(sender: Sender, ownContentsId: number | null): boolean {
  if (sender.frame === null || ownContentsId === null) return false;
  return sender.contentsId === ownContentsId && sender.frame.parent === null && isOwnAddress(sender.frame.url);
}

/** Electron grants every permission by default. The page needs one: to copy text. */
export function mayUse(permission: string, requestingAddress: string): boolean {
  return permission === 'clipboard-sanitized-write' && isOwnAddress(requestingAddress);
}

/** The page gets its data through the bridge, so every request of the window to another address is cancelled. */
export function mayLoad(address: string): boolean {
  return isOwnAddress(address) || /^(devtools|data|blob):/.test(address);
}

/** The pages that open in the person's browser. No other address does. */
export const helpAddresses = {
  guide: 'https://lead-console.example/guide',
} as const;

export function isExternalLink(address: string): boolean {
  return Object.values<string>(helpAddresses).includes(address) && new URL(address).protocol === 'https:';
}

/** What the network of a company asks for besides an address. Each new connection reads it anew. */
export interface NetworkAccess {
  /** PEM texts trusted besides those of the system and of Node. Another array when they change. */
  readonly certificates: readonly string[];
  /** The header with which to sign in to a proxy, null for one that nobody gave a password for. @param proxy its address */
  proxyAuthorization(proxy: string): string | null;
}

/** A network that asks for nothing. */
export const PLAIN_NETWORK: NetworkAccess = { certificates: [], proxyAuthorization: () => null };

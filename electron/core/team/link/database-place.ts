import { isIP } from 'node:net';

/** Where a team's database is. */
export interface DatabasePlace {
  /** A name or an IP address, without brackets. */
  readonly host: string;
  readonly port: number;
  readonly database: string;
}

const USUAL_PORT = 5432;
const NAME = /^[a-z0-9]([a-z0-9._-]{0,252}[a-z0-9])?\.?$/i;

/**
 * Reads `host/database` or `host:port/database`; an IPv6 address stands in brackets. Null for anything else, a connection
 * string among it: one could turn the check of the certificate off.
 */
export function databasePlace(text: string): DatabasePlace | null {
  const [, bracketed, named, port, database = ''] =
    /^(?:\[([0-9a-f:.]+)\]|([^:/@?[\]\s]+))(?::(\d{1,5}))?\/([^/?#\s\p{Cc}]{1,63})$/iu.exec(text.trim()) ?? [];
  const host = bracketed ?? named;
  const isHost = bracketed === undefined ? host !== undefined && NAME.test(host) : isIP(bracketed) === 6;
  const number = port === undefined ? USUAL_PORT : Number(port);
  if (host === undefined || !isHost || number < 1 || number > 65_535) return null;
  return { host: host.toLowerCase(), port: number, database };
}

/** As `databasePlace` reads it. */
export function placeText({ host, port, database }: DatabasePlace): string {
  const name = isIP(host) === 6 ? `[${host}]` : host;
  return `${name}${port === USUAL_PORT ? '' : `:${port}`}/${database}`;
}

/** This computer itself: nobody can listen between it and itself. What only looks like its number is a name for a resolver. */
export function isThisComputer({ host }: DatabasePlace): boolean {
  return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

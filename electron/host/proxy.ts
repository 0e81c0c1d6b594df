import { BlockList, isIP } from 'node:net';
import type { ProxyFinder } from '../core/foundation/ports.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * The web proxy that the environment variables name for an address, or null. Reads HTTPS_PROXY and NO_PROXY, in upper or
 * lower case, as curl does: a comma-separated list of hosts, `.example.com` for all hosts below it, `10.0.0.0/8` for all
 * addresses that begin so, `*` for every host.
 * @param otherwise finds one where the environment names no proxy at all
 */
export function proxyFromEnvironment(environment: Environment, otherwise: ProxyFinder = async () => null): ProxyFinder {
  const proxy = environment['HTTPS_PROXY'] || environment['https_proxy'] || null;
  if (proxy === null) return otherwise;
  const excepted = (environment['NO_PROXY'] || environment['no_proxy'] || '').split(',').map((entry) => entry.trim());
  return async (address) => {
    const host = new URL(address).hostname.toLowerCase();
    return excepted.some((entry) => covers(entry.toLowerCase(), host)) ? null : withScheme(proxy);
  };
}

/**
 * The first proxy in the answer of Electron's `session.resolveProxy`, such as `PROXY web:8080; DIRECT`, or null when the
 * computer connects directly. SOCKS proxies are skipped: the client does not support them.
 */
export function proxyFromRules(rules: string): string | null {
  for (const rule of rules.split(';')) {
    const [kind = '', host = ''] = rule.trim().split(/\s+/);
    if (kind.toUpperCase() === 'DIRECT') return null;
    if (host === '') continue;
    if (kind.toUpperCase() === 'PROXY') return `http://${host}`;
    if (kind.toUpperCase() === 'HTTPS') return `https://${host}`;
  }
  return null;
}

function covers(entry: string, host: string): boolean {
  if (entry === '') return false;
  if (entry === '*') return true;
  const address = host.replace(/^\[|\]$/g, '');
  if (isIP(address) !== 0) return coversAddress(entry, address);
  const name = entry.replace(/^\*?\./, '').replace(/:\d+$/, '');
  return host === name || host.endsWith(`.${name}`);
}

/** An address of version 6 stands in brackets or without, with a port only in brackets. */
function coversAddress(entry: string, address: string): boolean {
  const plain = isIP(entry) === 0 ? entry.replace(/:\d+$/, '').replace(/^\[|\]$/g, '') : entry;
  const [listed = '', bits] = plain.split('/');
  const family = isIP(listed) === 6 ? 'ipv6' : 'ipv4';
  const most = family === 'ipv6' ? 128 : 32;
  const prefix = bits === undefined ? most : Number(bits);
  if (isIP(listed) === 0 || !/^\d+$/.test(bits ?? '0') || prefix > most) return false;
  const list = new BlockList();
  list.addSubnet(listed, prefix, family);
  return list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

function withScheme(proxy: string): string {
  return /^[a-z][a-z0-9+.-]*:\/\//i.test(proxy) ? proxy : `http://${proxy}`;
}

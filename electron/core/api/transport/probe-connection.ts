import { isLoopbackHost } from '../../../../shared/domain/service/address.ts';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { request } from 'node:http';
import { request as requestSecure } from 'node:https';
import { connect as connectTls, type TLSSocket } from 'node:tls';

/** Opens a bare connection and looks at its certificate; nothing of the account is sent. */

export interface ProbeTarget {
  readonly host: string;
  readonly port: number;
  /** `http://host:port`; null for a direct connection. */
  readonly proxy: string | null;
  /** Milliseconds for each step. */
  readonly timeout: number;
  readonly certificates: readonly string[];
}

/** The host and port to try, from the base address. */
export function probeTarget(
  url: URL,
  proxy: string | null,
  timeout: number,
  certificates: readonly string[],
): ProbeTarget {
  const host = url.hostname.replace(/^\[|\]$/g, '');
  const port = url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
  return { host, port, proxy: isLoopbackHost(host) ? null : proxy, timeout, certificates };
}

function timedOut(): Error {
  return Object.assign(new Error('no connection in time'), { code: 'UND_ERR_CONNECT_TIMEOUT' });
}

/** Rejects with the system's error. */
export function openSocket(target: ProbeTarget): Promise<Socket> {
  return target.proxy === null ? openDirect(target) : openThroughProxy(target, new URL(target.proxy));
}

function openDirect(target: ProbeTarget): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const socket = connectPlain({ host: target.host, port: target.port, timeout: target.timeout });
    socket.once('connect', () => {
      socket.setTimeout(0);
      resolve(socket);
    });
    socket.once('timeout', () => socket.destroy(timedOut()));
    socket.once('error', reject);
  });
}

function openThroughProxy(target: ProbeTarget, proxy: URL): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const path = `${target.host.includes(':') ? `[${target.host}]` : target.host}:${target.port}`;
    const user = decodeURIComponent(proxy.username);
    const headers: Record<string, string> = { host: path };
    if (user !== '') {
      const pair = `${user}:${decodeURIComponent(proxy.password)}`;
      headers['proxy-authorization'] = `Basic ${Buffer.from(pair, 'utf8').toString('base64')}`;
    }
    // `URL` leaves out the port that a scheme has anyway.
    const isSecure = proxy.protocol === 'https:';
    const opening = (isSecure ? requestSecure : request)({
      host: proxy.hostname,
      port: proxy.port || (isSecure ? 443 : 80),
      ...(isSecure ? { ca: [...target.certificates] } : {}),
      method: 'CONNECT',
      path,
      headers,
      timeout: target.timeout,
      agent: false,
    });
    opening.once('connect', (answer, socket) => {
      if (answer.statusCode === 200) return resolve(socket as Socket);
      socket.destroy();
      reject(new Error(`Proxy response (${answer.statusCode}) !== 200 when HTTP Tunneling`));
    });
    opening.once('timeout', () => opening.destroy(timedOut()));
    opening.once('error', reject);
    opening.end();
  });
}

export interface CertificateFacts {
  readonly issuer: string;
  /** Unix milliseconds. */
  readonly validTo: number;
  readonly protocol: string;
}

/** Encrypts an open connection. Rejects with the system's error when the certificate is not trusted. */
export function encrypt(socket: Socket, target: ProbeTarget): Promise<CertificateFacts> {
  return handshake(socket, target, true);
}

/** Who signed a certificate that is not trusted, for the sentence that says so; null when it cannot be seen. */
export async function signerOf(target: ProbeTarget): Promise<string | null> {
  try {
    const socket = await openSocket(target);
    // SECURITY: looks at the certificate only. The connection is closed without a single byte of ours on it.
    return (await handshake(socket, target, false)).issuer;
  } catch {
    return null;
  }
}

function handshake(socket: Socket, target: ProbeTarget, mustTrust: boolean): Promise<CertificateFacts> {
  return new Promise((resolve, reject) => {
    const name = isIP(target.host) === 0 ? { servername: target.host } : {};
    const secured: TLSSocket = connectTls({
      socket,
      ...name,
      host: target.host,
      ca: [...target.certificates],
      rejectUnauthorized: mustTrust,
      ALPNProtocols: ['http/1.1'],
    });
    secured.setTimeout(target.timeout, () => secured.destroy(timedOut()));
    secured.once('error', reject);
    secured.once('secureConnect', () => {
      const certificate = secured.getPeerCertificate();
      const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);
      const issuer = first(certificate.issuer?.O) ?? first(certificate.issuer?.CN) ?? 'an unnamed signer';
      resolve({ issuer, validTo: Date.parse(certificate.valid_to), protocol: secured.getProtocol() ?? 'TLS' });
      secured.destroy();
    });
  });
}

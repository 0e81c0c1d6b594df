import { isLoopbackHost } from '../../../../shared/domain/service/address.ts';
import { connect as connectPlain, isIP, type Socket } from 'node:net';
import { request } from 'node:http';
import { request as requestSecure } from 'node:https';
import { connect as connectTls, type DetailedPeerCertificate, type PeerCertificate, type TLSSocket } from 'node:tls';
import { proxyAddress } from './proxy-address.ts';
import { hiddenIn } from './transport-failure.ts';

/** Opens a bare connection and looks at its certificate; nothing of the account is sent. */

/** How a host is reached. */
interface Way {
  /** `http://host:port`; null for a direct connection. */
  readonly proxy: string | null;
  /** The header that signs in to it; null for none, or when its own address has user and password. */
  readonly proxyAuthorization: string | null;
  /** Milliseconds for each step. */
  readonly timeout: number;
  readonly certificates: readonly string[];
}

export interface ProbeTarget extends Way {
  readonly host: string;
  readonly port: number;
}

/** The host and port to try, from the base address. */
export function probeTarget(url: URL, way: Way): ProbeTarget {
  const host = hostOf(url);
  return { ...way, host, port: portOf(url), proxy: isLoopbackHost(host) ? null : way.proxy };
}

/** `URL` keeps the brackets around an address in numbers, and sockets look it up as a name then. */
function hostOf(url: URL): string {
  return url.hostname.replace(/^\[|\]$/g, '');
}

/** `URL` leaves out the port that a scheme has anyway. */
function portOf(url: URL): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
}

function timedOut(): Error {
  return Object.assign(new Error('no connection in time'), { code: 'UND_ERR_CONNECT_TIMEOUT' });
}

/** Rejects with the system's error. */
export function openSocket(target: ProbeTarget): Promise<Socket> {
  return target.proxy === null ? openDirect(target) : openThroughProxy(target, target.proxy);
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

function openThroughProxy(target: ProbeTarget, setting: string): Promise<Socket> {
  return new Promise((resolve, reject) => {
    const proxy = proxyAddress(setting);
    const path = `${target.host.includes(':') ? `[${target.host}]` : target.host}:${target.port}`;
    const user = decodeURIComponent(proxy.username);
    const pair = Buffer.from(`${user}:${decodeURIComponent(proxy.password)}`, 'utf8').toString('base64');
    const authorization = user === '' ? target.proxyAuthorization : `Basic ${pair}`;
    const headers = { host: path, ...(authorization === null ? {} : { 'proxy-authorization': authorization }) };
    const isSecure = proxy.protocol === 'https:';
    const opening = (isSecure ? requestSecure : request)({
      host: hostOf(proxy),
      port: portOf(proxy),
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
      const offers = schemesOf(answer.headers['proxy-authenticate']);
      reject(new Error(`Proxy response (${answer.statusCode}) !== 200 when HTTP Tunneling${offers}`));
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
  return handshake(socket, target, true, factsOf);
}

/** The authority that is not trusted, for the sentence that says so; null when it cannot be seen. */
export async function signerOf(target: ProbeTarget): Promise<string | null> {
  try {
    const socket = await openSocket(target);
    // SECURITY: looks at the certificates only. The connection is closed without a single byte of ours on it.
    return await handshake(socket, target, false, (secured) => authorityAbove(secured.getPeerCertificate(true)));
  } catch {
    return null;
  }
}

/**
 * What a second connection shows of a failure that a request itself says nothing about: who signed the certificate, and
 * how a proxy wants to be signed in to. Nothing of the account is sent.
 */
export async function lookAgain(
  target: ProbeTarget,
  error: unknown,
): Promise<{ error: unknown; signer: string | null }> {
  const hidden = hiddenIn(error);
  if (hidden === 'signer') return { error, signer: await signerOf(target) };
  if (hidden === null) return { error, signer: null };
  try {
    (await openSocket(target)).destroy();
    return { error, signer: null };
  } catch (again) {
    return { error: hiddenIn(again) === hidden ? again : error, signer: null };
  }
}

/** The ways to sign in that a proxy offers, by their names, for `describeFailure`. */
function schemesOf(header: string | undefined): string {
  const names = (header ?? '').split(',').flatMap((part) => /^\s*([A-Za-z][\w-]*)(?:\s|$)/.exec(part)?.[1] ?? []);
  return names.length === 0 ? '' : `; it offers ${[...new Set(names)].join(', ')}`;
}

/** The issuer of the last certificate that the server sent: the first one that is missing here. */
function authorityAbove(certificate: DetailedPeerCertificate): string {
  const above = certificate.issuerCertificate;
  const isLast = above === undefined || above.fingerprint256 === certificate.fingerprint256;
  return isLast ? issuerOf(certificate) : authorityAbove(above);
}

function issuerOf({ issuer }: PeerCertificate): string {
  const first = (value: string | string[] | undefined) => (Array.isArray(value) ? value[0] : value);
  return first(issuer?.O) ?? first(issuer?.CN) ?? 'an unnamed signer';
}

function factsOf(secured: TLSSocket): CertificateFacts {
  const certificate = secured.getPeerCertificate();
  return {
    issuer: issuerOf(certificate),
    validTo: Date.parse(certificate.valid_to),
    protocol: secured.getProtocol() ?? 'TLS',
  };
}

function handshake<Seen>(
  socket: Socket,
  target: ProbeTarget,
  mustTrust: boolean,
  see: (secured: TLSSocket) => Seen,
): Promise<Seen> {
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
      resolve(see(secured));
      secured.destroy();
    });
  });
}

import type { AppError } from '../../../../shared/contract/errors.ts';

/** Why there is no readable answer. `sent`: whether the service may have seen the request. */
export interface TransportFailure {
  readonly sent: 'no' | 'maybe';
  readonly cause:
    'offline' | 'encryption' | 'timeout' | 'noAnswer' | 'brokenAnswer' | 'cancelled' | 'badRequest' | 'tooLarge';
  /** One to three plain sentences. */
  readonly message: string;
  /** Code and words of the system; shown on request below the message. */
  readonly detail: string;
  /** Our own deadline for the whole answer is over; another try would most likely end like this one. */
  readonly isOverdue?: true;
}

/** Ends the message of a request that did not leave. */
export const NOTHING_SENT = 'Nothing was sent.';

/** The caller cancelled the request. */
export class CallCancelled extends Error {}

export function toNetworkError(failure: TransportFailure): AppError {
  if (failure.cause === 'cancelled') return { code: 'cancelled', message: failure.message };
  return { code: 'network', message: failure.message, sent: failure.sent, detail: failure.detail };
}

/**
 * The same failure when our own deadline cut the request off.
 *
 * @param deadline milliseconds
 */
export function overdue(failure: TransportFailure, host: string, deadline: number): TransportFailure {
  const consequence = failure.sent === 'no' ? NOTHING_SENT : 'The request may have arrived.';
  const message = `${host} gave no complete answer within ${deadline / 1000} s. ${consequence}`;
  return { ...failure, cause: 'timeout', isOverdue: true, message };
}

interface SystemError {
  readonly code: string;
  readonly message: string;
}

/** The innermost error with a code: undici and Node wrap what the system said. */
function systemError(error: unknown, depth = 0): SystemError {
  if (!(error instanceof Error)) return { code: '', message: String(error) };
  const code = 'code' in error && typeof error.code === 'string' ? error.code : '';
  if (depth < 4) {
    const inner = error instanceof AggregateError ? error.errors[0] : error.cause;
    const found = systemError(inner, depth + 1);
    if (found.code !== '') return found;
  }
  return { code, message: error.message };
}

/** What is known besides an error. */
export interface SeenBeside {
  /** Who signed a certificate that is not trusted; null when nobody looked. */
  readonly signer?: string | null;
  /** The setting of the proxy on the way, as it was found; null for a direct connection. */
  readonly proxy?: string | null;
}

/** What a person is told about the trouble of one request; `host` is the name they typed. */
export function describeFailure(
  error: unknown,
  sent: boolean,
  host: string,
  { signer = null, proxy = null }: SeenBeside = {},
): TransportFailure {
  // undici reports a proxy's refusal and dropped connections as an abort too; ours alone has this class.
  if (error instanceof CallCancelled) {
    return { sent: sent ? 'maybe' : 'no', cause: 'cancelled', message: 'Cancelled.', detail: '' };
  }
  const { code, message } = systemError(error);
  const detail = [code, message].filter((part) => part !== '').join(': ');
  const trouble = { code, text: message, host, signer, proxy };
  const rules = sent ? BROKEN_OFF : proxy === null ? NOT_SENT : [...TO_PROXY, ...NOT_SENT];
  const rule = rules.find(({ matches }) => matches(trouble)) ?? (sent ? CONNECTION_LOST : NO_CONNECTION);
  const consequence = sent ? 'The request may have arrived.' : NOTHING_SENT;
  return { sent: sent ? 'maybe' : 'no', cause: rule.cause, detail, message: `${rule.says(trouble)} ${consequence}` };
}

interface Trouble {
  readonly code: string;
  readonly text: string;
  readonly host: string;
  /** Who signed a certificate that is not trusted; null when nobody looked. */
  readonly signer: string | null;
  /** As in `SeenBeside`. */
  readonly proxy: string | null;
}

interface Verdict {
  readonly cause: TransportFailure['cause'];
  readonly says: (trouble: Trouble) => string;
}

interface Rule extends Verdict {
  readonly matches: (trouble: Trouble) => boolean;
}

const codes = (...known: readonly string[]): Rule['matches'] => {
  const set = new Set(known);
  return ({ code }) => set.has(code);
};

/** undici names no code here. A connection that ends inside an answer is a case of its own: the answer was cut off. */
const NOT_HTTP = /does not match the HTTP\/1\.1 protocol(?!.*EOF)/;

/** The request left, and no whole answer came. */
const BROKEN_OFF: readonly Rule[] = [
  {
    matches: codes('UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT', 'ETIMEDOUT'),
    cause: 'timeout',
    says: ({ host }) => `${host} accepted the request and then sent nothing for too long.`,
  },
  {
    matches: codes('UND_ERR_RES_EXCEEDED_MAX_SIZE'),
    cause: 'tooLarge',
    says: ({ host }) => `The answer of ${host} is far too large for its kind, so Lead Console did not read it.`,
  },
  {
    matches: ({ code, text }) =>
      code.startsWith('HPE_') ||
      code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' ||
      code === 'UND_ERR_HEADERS_OVERFLOW' ||
      NOT_HTTP.test(text),
    cause: 'brokenAnswer',
    says: ({ host }) => `${host} answered with something that is not valid HTTP.`,
  },
];

const CONNECTION_LOST: Verdict = {
  cause: 'noAnswer',
  says: ({ host }) => `The connection to ${host} broke before the answer had arrived.`,
};

const PROXY_ANSWER = /Proxy response \((\d+)\)/;
/** The ways to sign in that a proxy offers; Basic is the only one that this program speaks. */
const OFFERED = /it offers ([\w, -]+)$/;

const UNTRUSTED = codes(
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_UNTRUSTED',
  'INVALID_CA',
);

/** What an error does not tell, and a second connection would: who signed the certificate, how the proxy signs people in. */
export function hiddenIn(error: unknown): 'signer' | 'proxy' | null {
  const { code, message } = systemError(error);
  if (UNTRUSTED({ code, text: message, host: '', signer: null, proxy: null })) return 'signer';
  return PROXY_ANSWER.exec(message)?.[1] === '407' ? 'proxy' : null;
}

function proxyWords(text: string): string {
  if (PROXY_ANSWER.exec(text)?.[1] !== '407') return 'refused the connection. Check the proxy setting.';
  const offered = OFFERED.exec(text)?.[1];
  if (offered !== undefined && !/\bbasic\b/i.test(offered))
    return `signs people in by ${offered} only, which Lead Console cannot do where it writes leads. Ask for a proxy that accepts Basic, or for a forwarder on this computer that signs in for it.`;
  return 'asks for a user name and a password, or refuses those that it was given. Enter them under Network; for a command set LEAD_CONSOLE_PROXY_USERNAME and LEAD_CONSOLE_PROXY_PASSWORD.';
}

const NOT_FOUND = ['ENOTFOUND', 'EAI_NONAME', 'EAI_NODATA'] as const;
const NOT_LOOKED_UP = ['EAI_AGAIN', 'EAI_FAIL'] as const;
const NO_ROUTE = ['ENETUNREACH', 'EHOSTUNREACH', 'ENETDOWN', 'EADDRNOTAVAIL'] as const;
const TOO_SLOW = ['UND_ERR_CONNECT_TIMEOUT', 'ETIMEDOUT'] as const;

/** With a proxy on the way only the proxy is looked up and connected to: these say nothing of the service. */
const TO_PROXY: readonly Rule[] = [
  {
    matches: codes(...NOT_FOUND, ...NOT_LOOKED_UP, ...NO_ROUTE, 'ECONNREFUSED'),
    cause: 'offline',
    says: ({ host, proxy }) =>
      `No connection to the proxy ${proxyHost(proxy)}, through which this computer reaches ${host}. Check the proxy setting, and whether this computer is in the network of your company.`,
  },
  {
    // The proxy took the connection and did not say whether it opened the way.
    matches: codes(...TOO_SLOW, 'UND_ERR_HEADERS_TIMEOUT'),
    cause: 'offline',
    says: ({ host, proxy }) =>
      `The proxy ${proxyHost(proxy)} opened no connection to ${host} in time. Check the proxy setting, the network, and the address of the service.`,
  },
  {
    matches: ({ code, proxy }) =>
      code === 'ERR_INVALID_URL' || (code === 'UND_ERR_INVALID_ARG' && !URL.canParse(proxy ?? '')),
    cause: 'offline',
    // SECURITY: the setting itself may hold a password, so it is not shown.
    says: () =>
      'The proxy setting of this computer (HTTPS_PROXY) is not the address of an HTTP proxy. Write it as http://proxy.example:8080.',
  },
];

/** Name and port, without the password that a setting may have. */
function proxyHost(proxy: string | null): string {
  return URL.parse(proxy ?? '')?.host ?? '';
}

/** No connection, or none that may carry a password. */
const NOT_SENT: readonly Rule[] = [
  {
    matches: codes(...NOT_FOUND),
    cause: 'offline',
    says: ({ host }) =>
      `Cannot find the server ${host}. Check the address for typing errors, and whether this computer is online.`,
  },
  {
    matches: codes(...NOT_LOOKED_UP),
    cause: 'offline',
    says: ({ host }) => `Cannot look up the name ${host}. This computer seems to be offline.`,
  },
  {
    matches: codes('ECONNREFUSED'),
    cause: 'offline',
    says: ({ host }) =>
      `${host} refuses the connection: no service is listening there. Check the address and the port, or ask whether the service is running.`,
  },
  {
    matches: codes(...NO_ROUTE),
    cause: 'offline',
    says: ({ host }) => `The network has no route to ${host}. Check the network connection of this computer.`,
  },
  {
    matches: codes(...TOO_SLOW),
    cause: 'offline',
    says: ({ host }) => `${host} does not answer. Check the address, the network, and whether a firewall blocks it.`,
  },
  {
    matches: UNTRUSTED,
    cause: 'encryption',
    says: ({ host, signer }) =>
      `The certificate of ${host} is signed by ${signer === null ? 'somebody' : `"${signer}"`}, whom this computer does not trust, so somebody else could read the password. If your company inspects encrypted connections, ask its administrator for the certificate of this signer and choose the file under Network (for a command: LEAD_CONSOLE_CA_FILE), or add it to the trusted certificates of this computer. Otherwise ask the service's administrator for a valid certificate.`,
  },
  {
    matches: codes('CERT_HAS_EXPIRED'),
    cause: 'encryption',
    says: ({ host }) =>
      `The certificate of ${host} has expired. Ask the service's administrator to renew it, and check the clock of this computer.`,
  },
  {
    matches: codes('CERT_NOT_YET_VALID'),
    cause: 'encryption',
    says: ({ host }) => `The certificate of ${host} is not valid yet. Check the clock of this computer.`,
  },
  {
    matches: codes('ERR_TLS_CERT_ALTNAME_INVALID'),
    cause: 'encryption',
    says: ({ host }) =>
      `The certificate of ${host} belongs to another name. Check the address; if it is right, ask the service's administrator.`,
  },
  {
    matches: codes('CERT_REVOKED'),
    cause: 'encryption',
    says: ({ host }) => `The certificate of ${host} has been revoked. Ask the service's administrator.`,
  },
  {
    matches: ({ code }) => code.startsWith('ERR_SSL_') || code === 'EPROTO' || code.startsWith('ERR_TLS_'),
    cause: 'encryption',
    says: ({ host }) =>
      `${host} offers no encryption that this computer accepts. Check the port; it may be one without encryption.`,
  },
  {
    matches: ({ code, text }) => PROXY_ANSWER.test(text) || code === 'UND_ERR_PRX_TLS' || code === 'UND_ERR_PRX_CONN',
    cause: 'offline',
    says: ({ host, text }) => `The proxy between this computer and ${host} ${proxyWords(text)}`,
  },
  {
    matches: codes('UND_ERR_INVALID_ARG'),
    cause: 'badRequest',
    says: () => 'Lead Console could not build the request.',
  },
];

const NO_CONNECTION: Verdict = {
  cause: 'offline',
  says: ({ host, proxy }) =>
    proxy === null
      ? `The connection to ${host} broke. Check the address, the network, and whether the service is running.`
      : `The connection to ${host} broke on its way through the proxy ${proxyHost(proxy)}. Check the proxy setting, and ask whether the proxy lets this computer through to ${host}.`,
};

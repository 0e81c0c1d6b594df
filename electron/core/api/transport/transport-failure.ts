import type { AppError } from '../../../../shared/contract/errors.ts';

/** Why there is no readable answer. `sent`: may the service have seen the request? */
export interface TransportFailure {
  readonly sent: 'no' | 'maybe';
  readonly cause:
    'offline' | 'encryption' | 'timeout' | 'noAnswer' | 'brokenAnswer' | 'cancelled' | 'badRequest' | 'tooLarge';
  /** One to three plain sentences. */
  readonly message: string;
  /** Code and words of the system, for the fold behind the message. */
  readonly detail: string;
}

/** The caller gave the request up. */
export class CallCancelled extends Error {}

export function toNetworkError(failure: TransportFailure): AppError {
  if (failure.cause === 'cancelled') return { code: 'cancelled', message: failure.message };
  return { code: 'network', message: failure.message, sent: failure.sent, detail: failure.detail };
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
    const found = inner === undefined || inner === null ? null : systemError(inner, depth + 1);
    if (found !== null && found.code !== '') return found;
  }
  return { code, message: error.message };
}

const CERTIFICATE_SIGNER = new Set([
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'CERT_UNTRUSTED',
  'INVALID_CA',
]);

/** What a person is told about the trouble of one request; `host` is the name they typed. */
export function describeFailure(
  error: unknown,
  sent: boolean,
  host: string,
  signer: string | null = null,
): TransportFailure {
  const { code, message } = systemError(error);
  const detail = [code, message].filter((part) => part !== '').join(': ');
  // undici gives a proxy's refusal and connections that were dropped the name of an abort; ours alone has this class.
  if (error instanceof CallCancelled) {
    return { sent: sent ? 'maybe' : 'no', cause: 'cancelled', message: 'Cancelled.', detail: '' };
  }
  if (!sent) return notSent(code, message, detail, host, signer);

  const doubt = 'The request may have arrived.';
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT' || code === 'ETIMEDOUT') {
    return {
      sent: 'maybe',
      cause: 'timeout',
      detail,
      message: `${host} took the request and then said nothing for too long. ${doubt}`,
    };
  }
  if (code === 'UND_ERR_RES_EXCEEDED_MAX_SIZE') {
    return {
      sent: 'maybe',
      cause: 'tooLarge',
      detail,
      message: `The answer of ${host} is far larger than an answer of this kind can be, so it was not read. ${doubt}`,
    };
  }
  if (
    code.startsWith('HPE_') ||
    code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH' ||
    code === 'UND_ERR_HEADERS_OVERFLOW'
  ) {
    return {
      sent: 'maybe',
      cause: 'brokenAnswer',
      detail,
      message: `${host} answered with something that is not proper HTTP. ${doubt}`,
    };
  }
  return {
    sent: 'maybe',
    cause: 'noAnswer',
    detail,
    message: `The connection to ${host} broke before the answer had arrived. ${doubt}`,
  };
}

function notSent(code: string, text: string, detail: string, host: string, signer: string | null): TransportFailure {
  const nothing = 'Nothing was sent.';
  const offline = (message: string): TransportFailure => ({
    sent: 'no',
    cause: 'offline',
    detail,
    message: `${message} ${nothing}`,
  });
  const encryption = (message: string): TransportFailure => ({
    sent: 'no',
    cause: 'encryption',
    detail,
    message: `${message} ${nothing}`,
  });

  if (code === 'ENOTFOUND' || code === 'EAI_NONAME' || code === 'EAI_NODATA') {
    return offline(
      `There is no computer named ${host}. Check the address for typing errors, and whether this computer is online.`,
    );
  }
  if (code === 'EAI_AGAIN' || code === 'EAI_FAIL') {
    return offline(
      `The name ${host} could not be looked up. This computer seems to be offline; it is tried again by itself.`,
    );
  }
  if (code === 'ECONNREFUSED') {
    return offline(
      `${host} refuses the connection: no service is listening there. Check the address and the port, or ask whether the service is running.`,
    );
  }
  if (code === 'ENETUNREACH' || code === 'EHOSTUNREACH' || code === 'ENETDOWN' || code === 'EADDRNOTAVAIL') {
    return offline(`There is no way to ${host} from here. Check the network connection of this computer.`);
  }
  if (code === 'UND_ERR_CONNECT_TIMEOUT' || code === 'ETIMEDOUT') {
    return offline(`${host} does not answer. Check the address, the network, and whether a firewall is in the way.`);
  }
  if (CERTIFICATE_SIGNER.has(code)) {
    const who =
      signer === null ? 'by someone this computer does not know' : `by "${signer}", whom this computer does not know`;
    return encryption(
      `The certificate of ${host} is signed ${who}, so it is not certain who would read the password. Ask the service's administrator for a proper certificate, or add the signer to the trusted certificates of this computer.`,
    );
  }
  if (code === 'CERT_HAS_EXPIRED') {
    return encryption(
      `The certificate of ${host} has expired. Ask the service's administrator to renew it, and check that the clock of this computer is right.`,
    );
  }
  if (code === 'CERT_NOT_YET_VALID') {
    return encryption(`The certificate of ${host} is not valid yet. Check that the clock of this computer is right.`);
  }
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') {
    return encryption(
      `The certificate shown at ${host} belongs to another name. Check the address; if it is right, ask the service's administrator.`,
    );
  }
  if (code === 'CERT_REVOKED')
    return encryption(`The certificate of ${host} has been withdrawn. Ask the service's administrator.`);
  if (code.startsWith('ERR_SSL_') || code === 'EPROTO' || code.startsWith('ERR_TLS_')) {
    return encryption(
      `${host} does not speak an encryption that can be trusted at this address. Check the port; it may be one without encryption.`,
    );
  }
  if (/Proxy response \((\d+)\)/.test(text) || code === 'UND_ERR_PRX_TLS' || code === 'UND_ERR_PRX_CONN') {
    const status = /Proxy response \((\d+)\)/.exec(text)?.[1];
    const why = status === '407' ? 'wants a user name and a password of its own' : 'did not open the way';
    return offline(`The proxy between this computer and ${host} ${why}. Check the proxy setting.`);
  }
  if (code === 'UND_ERR_INVALID_ARG') {
    return { sent: 'no', cause: 'badRequest', detail, message: `The request could not be put together. ${nothing}` };
  }
  return offline(`The connection to ${host} broke before anything was sent.`);
}

import { describe, expect, it } from 'vitest';
import { CallCancelled, describeFailure, toNetworkError, overdue } from './transport-failure.ts';

const HOST = 'company.example';
const failed = (code: string, message = 'words') => Object.assign(new Error(message), { code });
const notSent = (error: unknown, seen?: Parameters<typeof describeFailure>[3]) =>
  describeFailure(error, false, HOST, seen);
const sent = (error: unknown) => describeFailure(error, true, HOST);

describe('a request that never left', () => {
  it.each([
    ['ENOTFOUND', 'offline', /Cannot find the server company\.example/],
    ['EAI_NONAME', 'offline', /Cannot find/],
    ['EAI_NODATA', 'offline', /Cannot find/],
    ['EAI_AGAIN', 'offline', /look up/],
    ['EAI_FAIL', 'offline', /look up/],
    ['ECONNREFUSED', 'offline', /refuses the connection/],
    ['ENETUNREACH', 'offline', /no route/],
    ['EHOSTUNREACH', 'offline', /no route/],
    ['ENETDOWN', 'offline', /no route/],
    ['EADDRNOTAVAIL', 'offline', /no route/],
    ['UND_ERR_CONNECT_TIMEOUT', 'offline', /does not answer/],
    ['ETIMEDOUT', 'offline', /does not answer/],
    ['DEPTH_ZERO_SELF_SIGNED_CERT', 'encryption', /signed by somebody/],
    ['CERT_UNTRUSTED', 'encryption', /signed by somebody/],
    ['CERT_HAS_EXPIRED', 'encryption', /has expired/],
    ['CERT_NOT_YET_VALID', 'encryption', /not valid yet/],
    ['ERR_TLS_CERT_ALTNAME_INVALID', 'encryption', /belongs to another name/],
    ['CERT_REVOKED', 'encryption', /revoked/],
    ['ERR_SSL_WRONG_VERSION_NUMBER', 'encryption', /no encryption/],
    ['EPROTO', 'encryption', /no encryption/],
    ['ERR_TLS_HANDSHAKE_TIMEOUT', 'encryption', /no encryption/],
    ['UND_ERR_PRX_TLS', 'offline', /proxy .* refused/],
    ['UND_ERR_PRX_CONN', 'offline', /proxy .* refused/],
    ['UND_ERR_INVALID_ARG', 'badRequest', /could not build/],
    ['ECONNRESET', 'offline', /broke\. Check the address, the network/],
  ] as const)('with %s is %s', (code, cause, says) => {
    expect(notSent(failed(code))).toEqual({
      sent: 'no',
      cause,
      detail: `${code}: words`,
      message: expect.stringMatching(says),
    });
    expect(notSent(failed(code)).message).toMatch(/ Nothing was sent\.$/);
  });

  it('names the proxy on whose way it broke, without the password of its setting', () => {
    for (const code of ['ECONNRESET', 'UND_ERR_SOCKET'])
      expect(notSent(failed(code), { proxy: 'http://bob:geheim@web.example:8080' }).message).toBe(
        'The connection to company.example broke on its way through the proxy web.example:8080. Check the proxy setting, and ask whether the proxy lets this computer through to company.example. Nothing was sent.',
      );
  });

  it('names who signed the certificate', () => {
    expect(notSent(failed('CERT_UNTRUSTED'), { signer: 'Acme' }).message).toMatch(/signed by "Acme", whom/);
  });

  it.each([
    ['ECONNREFUSED', /^No connection to the proxy web:8080, through which this computer reaches company\.example\./],
    ['ENOTFOUND', /^No connection to the proxy web:8080/],
    ['EAI_AGAIN', /^No connection to the proxy web:8080/],
    ['ENETUNREACH', /^No connection to the proxy web:8080/],
    ['UND_ERR_CONNECT_TIMEOUT', /^The proxy web:8080 opened no connection to company\.example in time\./],
    ['ETIMEDOUT', /^The proxy web:8080 opened no connection/],
    ['UND_ERR_HEADERS_TIMEOUT', /^The proxy web:8080 opened no connection/],
    ['CERT_HAS_EXPIRED', /^The certificate of company\.example has expired/],
  ])('through a proxy does not blame the service for %s', (code, says) => {
    for (const proxy of ['http://web:8080', 'http://anna:secret@web:8080'])
      expect(notSent(failed(code), { proxy }).message).toMatch(says);
  });

  it.each(['ERR_INVALID_URL', 'UND_ERR_INVALID_ARG'])(
    'says that the proxy setting is none (%s), without showing it',
    (code) => {
      expect(notSent(failed(code), { proxy: 'http://anna:sec ret@we b' })).toMatchObject({
        cause: 'offline',
        message:
          'The proxy setting of this computer (HTTPS_PROXY) is not the address of an HTTP proxy. Write it as http://proxy.example:8080. Nothing was sent.',
      });
    },
  );

  it('distinguishes a proxy that wants a password from one that refuses', () => {
    const said = (status: number) => new Error(`Proxy response (${status}) !== 200 when HTTP Tunneling`);
    expect(notSent(said(407)).message).toMatch(/asks for a user name/);
    expect(notSent(said(502)).message).toMatch(/refused the connection/);
    expect(notSent(said(502)).detail).toBe('Proxy response (502) !== 200 when HTTP Tunneling');
  });
});

describe('a request that may have arrived', () => {
  it.each([
    ['UND_ERR_HEADERS_TIMEOUT', 'timeout'],
    ['UND_ERR_BODY_TIMEOUT', 'timeout'],
    ['ETIMEDOUT', 'timeout'],
    ['UND_ERR_RES_EXCEEDED_MAX_SIZE', 'tooLarge'],
    ['HPE_INVALID_CONSTANT', 'brokenAnswer'],
    ['UND_ERR_RES_CONTENT_LENGTH_MISMATCH', 'brokenAnswer'],
    ['UND_ERR_HEADERS_OVERFLOW', 'brokenAnswer'],
    ['ECONNRESET', 'noAnswer'],
    ['ENOTFOUND', 'noAnswer'],
  ] as const)('with %s is %s', (code, cause) => {
    expect(sent(failed(code))).toMatchObject({
      sent: 'maybe',
      cause,
      message: expect.stringMatching(/may have arrived\.$/),
    });
  });
});

it('that the caller cancelled is no trouble of the network', () => {
  expect(notSent(new CallCancelled())).toEqual({ sent: 'no', cause: 'cancelled', message: 'Cancelled.', detail: '' });
  expect(sent(new CallCancelled())).toMatchObject({ sent: 'maybe', cause: 'cancelled' });
  expect(toNetworkError(sent(new CallCancelled()))).toEqual({ code: 'cancelled', message: 'Cancelled.' });
  expect(toNetworkError(sent(failed('ECONNRESET')))).toMatchObject({
    code: 'network',
    sent: 'maybe',
    detail: 'ECONNRESET: words',
  });
});

describe('the code of an error', () => {
  it('is the innermost one, of a cause or of the first of many', () => {
    const inner = failed('ECONNREFUSED', 'inner');
    expect(notSent(new Error('fetch failed', { cause: inner })).detail).toBe('ECONNREFUSED: inner');
    expect(notSent(new AggregateError([inner, failed('ETIMEDOUT')])).detail).toBe('ECONNREFUSED: inner');
    const outer = Object.assign(new Error('outer', { cause: new Error('no code') }), { code: 'EPROTO' });
    expect(notSent(outer).detail).toBe('EPROTO: outer');
  });

  it('may be missing, and the error none at all', () => {
    expect(notSent('odd')).toMatchObject({ cause: 'offline', detail: 'odd' });
    expect(notSent(null)).toMatchObject({ cause: 'offline', detail: 'null' });
    expect(notSent(Object.assign(new Error('odd'), { code: 7 }))).toMatchObject({ detail: 'odd' });
  });

  it('is looked for five errors deep, however they are nested', () => {
    let error: Error = failed('ECONNREFUSED', 'inner');
    for (let index = 0; index < 4; index++) error = new Error(`around ${index}`, { cause: error });
    expect(notSent(error).detail).toBe('ECONNREFUSED: inner');
    expect(notSent(new Error('outermost', { cause: error })).detail).toBe('outermost');
  });
});

it.each([
  ['no', 'Nothing was sent.'],
  ['maybe', 'The request may have arrived.'],
] as const)('names our own deadline, sent: %s', (sent, consequence) => {
  expect(overdue({ sent, cause: 'cancelled', message: 'Cancelled.', detail: '' }, 'host.example', 150_000)).toEqual({
    sent,
    cause: 'timeout',
    message: `host.example gave no complete answer within 150 s. ${consequence}`,
    detail: '',
    isOverdue: true,
  });
});

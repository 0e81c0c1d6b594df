import { describe, expect, it } from 'vitest';
import { answerTools } from '../simulation/answer-tools.ts';
import { SPEC_CREDENTIALS } from '../simulation/spec-client.ts';
import type { Method } from '../transport/transport.ts';
import type { TransportFailure } from '../transport/transport-failure.ts';
import { troubleOf } from './exchange-trouble.ts';
import type { Block } from './request-tools.ts';
import type { Exchange } from './requester.ts';

const SERVICE = 'GET users';
const FINAL = { mayRetry: false, isServerTrouble: false };

async function refusal(status: number, body = '', method: Method = 'GET', block: Block | null = null) {
  const { tools, answer, concluded, clock } = answerTools(block);
  const trouble = await troubleOf(tools, SERVICE, answer(status, body), method);
  return { ...trouble, concluded, now: clock.wallNow() };
}

const troubleWith = (exchange: Exchange) => troubleOf(answerTools().tools, SERVICE, exchange, 'GET');

describe('a request without an answer', () => {
  it.each([
    [{ kind: 'noCredentials' }, 'auth'],
    [{ kind: 'cancelled' }, 'cancelled'],
    [{ kind: 'closed' }, 'cancelled'],
    [{ kind: 'stepFailed', error: new Error('full') }, 'file'],
  ] as const)('%o has the error %s and is not sent again', async (exchange, code) => {
    expect(await troubleWith(exchange)).toMatchObject({ ...FINAL, error: { code } });
  });

  const causes = ['offline', 'timeout', 'noAnswer', 'brokenAnswer', 'tooLarge'] as const;
  const ours = ['cancelled', 'badRequest', 'encryption'] as const;
  const failure = (cause: TransportFailure['cause'], sent: 'no' | 'maybe'): Exchange => ({
    kind: 'failed',
    failure: { cause, sent, message: 'No.', detail: '' },
  });

  it.each(causes)(
    'for the cause %s may be sent again, and is the trouble of a service that may have got it',
    async (cause) => {
      expect(await troubleWith(failure(cause, 'no'))).toMatchObject({ mayRetry: true, isServerTrouble: false });
      expect(await troubleWith(failure(cause, 'maybe'))).toMatchObject({ mayRetry: true, isServerTrouble: true });
    },
  );

  it('that our own deadline ended is not sent again, and the service had its time', async () => {
    const overdue: Exchange = {
      kind: 'failed',
      failure: { cause: 'timeout', sent: 'maybe', message: 'No.', detail: '', isOverdue: true },
    };
    expect(await troubleWith(overdue)).toMatchObject({ mayRetry: false, isServerTrouble: true });
  });

  it.each(ours)('for the cause %s is not sent again', async (cause) => {
    expect(await troubleWith(failure(cause, 'no'))).toMatchObject(FINAL);
    expect(await troubleWith(failure(cause, 'maybe'))).toMatchObject(FINAL);
  });
});

describe('a day without units', () => {
  it.each([
    [5_000, 'usedUp', false, /^The quota for ".+" is used up for today\. Lead Console can go on at <5000 ms>\.$/],
    // The service has not named the end.
    [5_000, 'usedUp', true, /can go on at <5000 ms> at the latest\.$/],
    [5_000, 'reserved', false, /^What is left of today's quota for ".+" is reserved for people\..*<5000 ms>/],
    // Nobody knows the end: an hour.
    [null, 'usedUp', false, /<3600000 ms>\.$/],
  ] as const)('that ends in %s ms, %s, says so', async (ends, why, isLatest, says) => {
    const { tools, clock } = answerTools();
    const retryAt = ends === null ? null : clock.wallNow() + ends;
    const exchange = { kind: 'daily', retryAt, why, isLatest, unsaved: false } as const;
    expect(await troubleOf(tools, SERVICE, exchange, 'GET')).toMatchObject({
      ...FINAL,
      error: { code: 'rateLimited', period: 'day', message: expect.stringMatching(says) },
    });
  });
});

it('says that the share of the day is used up, where units are left', async () => {
  const exchange = { kind: 'daily', retryAt: 5_000, why: 'share', isLatest: false, unsaved: false } as const;
  expect((await troubleWith(exchange)).error.message).toMatch(
    /^Today's quota for ".+" has been used up to the share that you set for Lead Console\. Lead Console can go on at /,
  );
});

describe('a 429', () => {
  it('waits for the block of the broker, of its period', async () => {
    const seen = await refusal(429, '', 'GET', { until: 77, period: 'day', why: 'usedUp', unsaved: false });
    expect(seen).toMatchObject({ ...FINAL, error: { code: 'rateLimited', period: 'day', retryAt: 77 } });
    expect(seen.concluded).toEqual(['throttled']);
  });

  it('does not say that the day is used up when nothing shows it', async () => {
    const { error } = await refusal(429, '', 'GET', { until: 77, period: 'day', why: 'pause', unsaved: false });
    expect(error).toMatchObject({
      period: 'day',
      message: expect.stringMatching(/^The service asked for a pause\. Lead Console can go on at /),
    });
  });

  it('waits a minute when nothing blocks', async () => {
    const { error, now } = await refusal(429);
    expect(error).toMatchObject({
      period: 'minute',
      retryAt: now + 60_000,
      message: expect.stringMatching(/^The quota for ".+" is used up for this minute\./),
    });
  });
});

describe('a refusal', () => {
  it.each([
    [300, 'rejected'],
    [307, 'rejected'],
    [399, 'rejected'],
    [400, 'rejected'],
    [401, 'auth'],
    [403, 'forbidden'],
    [404, 'notFound'],
    [406, 'rejected'],
    [498, 'rejected'],
  ])('with status %i has the error %s, is final and concluded', async (status, code) => {
    const seen = await refusal(status);
    expect(seen).toMatchObject({ ...FINAL, error: { code }, concluded: [`refused (${status})`] });
  });

  it.each([
    [300, /redirects/],
    [399, /redirects/],
    [400, /gave no reason \(400\)\.$/],
    [401, /user name or the password/],
    [404, /nothing at this address\. Check/],
    [406, /does not offer this format/],
  ])('with status %i without words says why', async (status, says) => {
    const { error } = await refusal(status);
    expect(error.message).toMatch(says);
    expect(error).not.toHaveProperty('detail');
  });

  it('says what the service said, without secrets and web pages', async () => {
    const body = JSON.stringify({ message: `Bad ${SPEC_CREDENTIALS.password}` });
    expect((await refusal(400, body)).error).toMatchObject({
      message: 'The service refused the request. It said: Bad •••',
      detail: 'Bad •••',
    });
    expect((await refusal(404, '{"message":"Gone"}')).error.message).toBe(
      'The service did not find what was asked for. It said: Gone. Check the name or the code that you gave.',
    );
    expect((await refusal(404, '{"message":"No such unit."}')).error.message).toContain('No such unit. Check');
    expect((await refusal(403, '{"message":"Not your project"}')).error.message).toMatch(
      /^The service gives this account no right to ".+"\. It said: Not your project\. Ask its administrator for it\.$/,
    );
    expect((await refusal(406, '{"message":"Gone"}')).error).toMatchObject({ detail: 'Gone' });
    expect((await refusal(400, '<html><title>Bad</title>')).error.message).toMatch(/gave no reason/);
  });

  it('cuts long words, and shows no part of a secret', async () => {
    const body = JSON.stringify({ message: `${'x'.repeat(595)}${SPEC_CREDENTIALS.password}` });
    expect((await refusal(400, body)).error).toMatchObject({ detail: `${'x'.repeat(595)}•••` });
  });

  it('longer than 256 KiB is not read', async () => {
    const said = (size: number) => refusal(400, `${JSON.stringify({ message: 'Bad.' })}${' '.repeat(size - 18)}`);
    expect((await said(256 * 1024)).error).toMatchObject({ detail: 'Bad.' });
    expect((await said(256 * 1024 + 1)).error).not.toHaveProperty('detail');
  });

  it('by a redirect leaves open whether a change was made, unless the same request is wanted elsewhere', async () => {
    for (const status of [301, 302, 303])
      expect((await refusal(status, '', 'POST')).error).toMatchObject({ code: 'network', sent: 'maybe' });
    for (const status of [307, 308])
      expect((await refusal(status, '', 'DELETE')).error).toMatchObject({
        code: 'forbidden',
        message: expect.stringMatching(/another address .*Nothing was changed\.$/),
      });
    expect((await refusal(307, '', 'GET')).error).toMatchObject({ code: 'rejected', status: 307 });
  });
});

describe('a failure of the service', () => {
  it.each([408, 499, 500, 503])('with status %i may be asked again', async (status) => {
    expect(await refusal(status)).toMatchObject({
      mayRetry: true,
      isServerTrouble: true,
      error: { code: 'rejected', status, message: `The service failed (${status}). Try again later.` },
    });
  });

  it('leaves open whether a change was made', async () => {
    expect((await refusal(500, '{"message":"Boom"}', 'DELETE')).error).toEqual({
      code: 'network',
      sent: 'maybe',
      detail: 'Boom',
      message: 'The service failed (500). It said: Boom. The change may have been made.',
    });
    expect((await refusal(500, '', 'POST')).error).not.toHaveProperty('detail');
  });
});

import { describe, expect, it } from 'vitest';
import { outcomeOf } from './lead-answer.ts';

const read = (status: number, body = '') =>
  outcomeOf({ status, body, foreign: null, clean: (text) => text.replaceAll('secret', '•') });

describe('the outcome of an answer', () => {
  /** Exact for every status: a row that is sent again after a doubtful one calls a person twice. */
  it.each([
    [100, 'unknown', 'serverError'],
    [199, 'unknown', 'serverError'],
    [200, 'unknown', 'brokenAnswer'],
    [201, 'unknown', 'brokenAnswer'],
    [204, 'unknown', 'brokenAnswer'],
    [299, 'unknown', 'brokenAnswer'],
    [300, 'unknown', 'brokenAnswer'],
    [301, 'unknown', 'brokenAnswer'],
    [302, 'unknown', 'brokenAnswer'],
    [303, 'unknown', 'brokenAnswer'],
    [304, 'unknown', 'brokenAnswer'],
    [307, 'notNow', undefined],
    [308, 'notNow', undefined],
    [399, 'unknown', 'brokenAnswer'],
    [400, 'rejected', undefined],
    [401, 'notNow', undefined],
    [402, 'rejected', undefined],
    [403, 'notNow', undefined],
    [404, 'rejected', undefined],
    [406, 'rejected', undefined],
    [407, 'notNow', undefined],
    [408, 'unknown', 'timeout'],
    [409, 'rejected', undefined],
    [413, 'rejected', undefined],
    [422, 'rejected', undefined],
    [425, 'rejected', undefined],
    [498, 'rejected', undefined],
    [499, 'unknown', 'timeout'],
    [500, 'unknown', 'serverError'],
    [502, 'unknown', 'serverError'],
    [503, 'unknown', 'serverError'],
    [504, 'unknown', 'timeout'],
    [599, 'unknown', 'serverError'],
  ] as const)('with status %i and no body is %s', (status, outcome, reason) => {
    const result = read(status);
    expect(result.outcome).toBe(outcome);
    expect(result.outcome === 'unknown' ? result.reason : undefined).toBe(reason);
  });

  it('at 202 is a yes only in words: an id may be that of work to come', () => {
    expect(read(202, '{"id":"1"}')).toMatchObject({ outcome: 'unknown', reason: 'brokenAnswer' });
    expect(read(202, '{"success":true,"id":"1"}')).toMatchObject({ outcome: 'created', leadId: '1' });
    expect(read(201, '{"id":"1"}')).toMatchObject({ outcome: 'created', leadId: '1' });
  });

  it('at 401 and 403 asks for a person, each for another reason', () => {
    expect(read(401)).toMatchObject({ kind: 'auth', retryAt: null, message: expect.stringMatching(/password/) });
    expect(read(403)).toMatchObject({ kind: 'forbidden', retryAt: null, message: expect.stringMatching(/no right/) });
  });

  it('at 403 says what the service said, without secrets: the right may be missing for one campaign alone', () => {
    const none = 'The service gives this account no right to create this lead.';
    const advice = 'Ask its administrator for it; the row waits.';
    expect(read(403, '{"message":"Not your secret project"}')).toMatchObject({
      message: `${none} It said: Not your • project. ${advice}`,
    });
    expect(read(403, '<html><title>Blocked</title>')).toMatchObject({ message: `${none} ${advice}` });
  });

  it('at a redirect is no yes, whatever its body says', () => {
    expect(read(300, '{"success":true}').outcome).toBe('unknown');
  });

  it.each([307, 308])(
    'at %i lets the row wait for a person: the service asks for the same request elsewhere',
    (status) => {
      expect(read(status)).toMatchObject({
        outcome: 'notNow',
        kind: 'forbidden',
        retryAt: null,
        message: expect.stringMatching(new RegExp(`another address \\(${status}\\).*row waits`)),
      });
    },
  );

  it('at 407 lets the row wait: a proxy stopped it, and the next one gets the same answer', () => {
    expect(read(407, '{"success":false}')).toEqual({
      outcome: 'notNow',
      kind: 'forbidden',
      retryAt: null,
      message:
        'A proxy on the way to the service asks for a user name and a password (407), and passed no lead on; the row waits. Enter them under Network (for a command: LEAD_CONSOLE_PROXY_USERNAME and LEAD_CONSOLE_PROXY_PASSWORD), then resume.',
    });
  });

  it('at a redirect names the status and says that the lead may exist', () => {
    expect(read(302)).toMatchObject({ detail: expect.stringMatching(/\(302\).*may have been created.*address/) });
  });

  it('at a failure holds the words of the service, and who timed out', () => {
    expect(read(500)).toMatchObject({ detail: 'The service failed (500). The lead may have been created.' });
    expect(read(503, '{"message":"Busy, secret"}')).toMatchObject({
      detail: 'The service failed (503). It said: Busy, •. The lead may have been created.',
    });
    expect(read(504)).toMatchObject({ detail: 'A gateway timed out (504). The lead may have been created.' });
    expect(read(408)).toMatchObject({ detail: 'A gateway timed out (408). The lead may have been created.' });
  });

  it.each([
    [404, /no address for leads/],
    [406, /format/],
    [409, /conflicts/],
    [413, /larger/],
    [418, /no reason \(418\)/],
  ])('at %i without words explains the refusal', (status, says) => {
    expect(read(status)).toMatchObject({ message: expect.stringMatching(says), fieldErrors: [], raw: '' });
    expect(read(status, '<html><title>Oops</title>')).toMatchObject({ message: expect.stringMatching(says) });
  });

  it('at a refusal without words says what it holds, without secrets', () => {
    expect(read(400, '{"why":"secret 17","uniqueId":null}')).toMatchObject({
      message: 'The service refused the lead, and Lead Console cannot read why (400). It answered: {"why":"• 17"}',
    });
    expect(read(400, '[]')).toMatchObject({ message: 'The service refused the lead and gave no reason (400).' });
    expect(read(404, '{"why":"secret 17"}')).toMatchObject({ message: expect.stringMatching(/no address for leads/) });
    expect(read(201, '{"success":false,"why":"secret"}')).toMatchObject({
      status: 200,
      message: 'The service refused the lead, and Lead Console cannot read why. It answered: {"why":"•"}',
    });
  });

  it('at a refusal that nobody here reads does not say that it has no reason', () => {
    const answer = { status: 400, body: '', foreign: 'compressed data (gzip)', clean: (text: string) => text };
    expect(outcomeOf(answer)).toMatchObject({
      message:
        'The service refused the lead, and Lead Console cannot read why (400). It answered with compressed data (gzip).',
    });
  });

  it.each([200, 400])('at a refusal (%i) without words cuts what it holds, and shows no part of a secret', (status) => {
    const body = (why: string) => JSON.stringify({ success: false, why });
    const message = (why: string) => {
      const outcome = read(status, body(why));
      return outcome.outcome === 'rejected' ? outcome.message.replace(/^.* It answered: /, '') : '';
    };
    for (const length of [285, 286, 290, 291])
      expect(message(`${'x'.repeat(length)}secret and more`)).toMatch(/^{"why":"x+•.*…$/);
    expect(message(`${'x'.repeat(290)}👍👍`)).toBe(`{"why":"${'x'.repeat(290)}👍…`);
    expect(message(`${'x'.repeat(291)}👍👍`)).toBe(`{"why":"${'x'.repeat(291)}…`);
    expect(message('x'.repeat(290))).toBe(`{"why":"${'x'.repeat(290)}"}`);
  });

  it.each([200, 400, 503])('cuts long words, and shows no part of a secret (%i)', (status) => {
    for (const length of [594, 595, 599]) {
      const long = `${'x'.repeat(length)}secret and more`;
      const said = { success: false, message: long, errors: [{ fieldName: 'Phone', message: long }] };
      const { raw: _, ...shown } = { raw: '', ...read(status, JSON.stringify(said)) };
      expect(JSON.stringify(shown)).toContain(`${'x'.repeat(length)}•`);
      expect(JSON.stringify(shown)).not.toMatch(/xs|xse|•e/);
    }
  });

  it('at a refusal holds the words and the fields, without secrets', () => {
    const body = '{"message":"Not valid secret","errors":[{"fieldName":"secret","message":"secret is short"}]}';
    const said = {
      message: 'Not valid • (•: • is short)',
      fieldErrors: [{ field: '•', message: '• is short' }],
      raw: body.replaceAll('secret', '•'),
    };
    expect(read(400, body)).toEqual({ outcome: 'rejected', status: 400, ...said });
    const answered = body.replace('{', '{"success":false,');
    expect(read(200, answered)).toEqual({
      outcome: 'rejected',
      status: 200,
      ...said,
      raw: answered.replaceAll('secret', '•'),
    });
  });

  it('at a success holds the id and 4 KB of the answer, without secrets', () => {
    expect(read(201, '{"success":true,"uniqueId":"7","echo":"secret"}')).toEqual({
      outcome: 'created',
      leadId: '7',
      raw: '{"success":true,"uniqueId":"7","echo":"•"}',
    });
    const long = JSON.stringify({ success: true, echo: 'x'.repeat(5_000) });
    expect(read(200, long)).toMatchObject({ raw: long.slice(0, 4_096) });
    expect(read(400, long)).toMatchObject({ raw: long.slice(0, 4_096) });
  });

  it('that nobody here reads is named, whatever its bytes look like', () => {
    const foreign = 'compressed data (gzip)';
    expect(outcomeOf({ status: 200, body: '<html>', foreign, clean: (text) => text })).toMatchObject({
      outcome: 'unknown',
      detail:
        'The service answered with compressed data (gzip), which Lead Console does not read. The lead may have been created.',
    });
  });

  it('that is a web page, or no result, may hide a created lead', () => {
    expect(read(200, '<html><title>Sign in</title>')).toMatchObject({ detail: expect.stringMatching(/a web page/) });
    expect(read(200, '[]')).toMatchObject({ detail: expect.stringMatching(/neither a yes nor a no/) });
  });

  it.each(['{"responseStatus":{"message":"No secret campaign."}}', '{"message":"No secret campaign."}'])(
    'that is no result but has words, %s, says them without secrets',
    (body) => {
      expect(read(200, body)).toMatchObject({
        outcome: 'unknown',
        detail:
          'The service answered with something that is neither a yes nor a no. It said: No • campaign. The lead may have been created.',
      });
    },
  );

  it('with a lead that came back says none of its values', () => {
    const body = '{"message":"Call after five","Phone":"1"}';
    const answer = { status: 200, body, foreign: null, sentFields: ['Message', 'Phone'], clean: String };
    expect(outcomeOf(answer)).toMatchObject({ detail: expect.stringMatching(/nor a no\. The lead may/) });
  });
});

import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { describe, expect, it } from 'vitest';
import { SPEC_CREDENTIALS } from '../simulation/spec-client.ts';
import { VirtualClock } from '../simulation/virtual-clock.ts';
import { leadsOf } from './leads-of.ts';
import type { StreamEnd } from './streams.ts';
import { client, restart, server } from '../simulation/client-world.ts';

const QUERY = { projects: ['*'], modifiedFrom: null, statuses: [], closures: [] };
const RAW = { source: 'raw' as const, ...QUERY, extra: [] };
const lastOutcome = () => client.requestLog().at(-1)?.outcome;

async function leads(): Promise<StreamEnd & { readonly rows: number }> {
  for await (const part of leadsOf(client.exportSimpleLeads(QUERY))) if (part.kind === 'end') return part;
  throw new Error('the stream had no end');
}

async function bytes(signal?: AbortSignal): Promise<StreamEnd> {
  const options = signal === undefined ? {} : { signal };
  for await (const part of client.exportLeads(RAW, options)) if (part.kind === 'end') return part;
  throw new Error('the stream had no end');
}

/** Sends a part, and breaks the connection when it has arrived. */
const breakAfter = (text: string) => (_request: unknown, response: ServerResponse) => {
  response.write(text);
  setTimeout(() => response.destroy(), 30);
};

describe('a list of leads that breaks off', () => {
  it.each([
    ['[', 0],
    ['[1,', 1],
    ['[1,2,', 2],
    [`[${'1,'.repeat(1_000)}`, 1_000],
  ])('after %s keeps %i', async (text, rows) => {
    server.answer = breakAfter(text);
    expect(await leads()).toMatchObject({
      complete: false,
      rows,
      bytes: text.length,
      error: { code: 'network', sent: 'maybe', message: expect.stringMatching(/broke before the list was complete/) },
    });
    expect(lastOutcome()).toBe(`broken off after ${text.length} bytes`);
    server.answer = (_request, response) => void response.end(text);
    expect((await leads()).error).toMatchObject({
      code: 'network',
      message: expect.stringMatching(/ended before the list was complete/),
    });
  });

  it.each([
    ['<html><title>Sign in</title>', 'network', /web page/],
    ['{}', 'network', /holds no list of leads/],
    [
      '{"message":"No such search"}',
      'rejected',
      /^The service answered with an error instead of leads: No such search$/,
    ],
    ['[1,,2]', 'network', /is damaged\.$/],
    ['{"leads":[],"success":"False","message":"No right"}', 'network', /sent an error with the list: No right\.$/],
    ['{"leads":[1],"responseStatus":{"message":"Timed out."}}', 'network', /sent an error with the list: Timed out\.$/],
    [
      '{"leads":[1],"errors":[{"message":"One part failed."}]}',
      'network',
      /an error with the list: One part failed\.$/,
    ],
    ['{"data":[],"leads":[1]}', 'network', /does not read the answer of \S+: it holds more than one list\.$/],
    ['{"leads":[1],"Data":{"Items":[2]}}', 'network', /holds more than one list\.$/],
    ['', 'network', /ended before/],
  ])('as %s says why', async (text, code, says) => {
    server.answer = (_request, response) => void response.end(text);
    expect(await leads()).toMatchObject({ complete: false, error: { code, message: expect.stringMatching(says) } });
  });

  it('says that a lead is too large', () => {
    const trouble = { kind: 'tooLarge', words: 'one lead is larger than 16 MB' } as const;
    const message = expect.stringMatching(/does not read the answer of \S+: one lead is larger than 16 MB\.$/);
    expect(client.exportSimpleLeads(QUERY).explain(trouble)).toMatchObject({ code: 'network', message });
  });

  it('says it without secrets', async () => {
    const text = JSON.stringify({ message: `No ${SPEC_CREDENTIALS.password}` });
    server.answer = (_request, response) => void response.end(text);
    expect((await leads()).error).toMatchObject({ status: 200, detail: expect.stringMatching(/^No [*•]+$/) });
  });
});

it.each([
  [202, {}, /said that the list is not ready yet \(202\)\.$/],
  [206, {}, /sent only a part of the list \(206\)\.$/],
  [206, { 'content-range': 'bytes 0-4/9' }, /only a part/],
  [206, { 'content-range': 'bytes 4-8/9' }, /only a part/],
  [206, { 'content-range': 'bytes 0-4/*' }, /only a part/],
  [206, { 'content-range': 'bytes 0-4/5' }, null],
  [203, {}, null],
])('with a %i and %j it is whole unless that says otherwise', async (status, headers, says) => {
  server.answer = (_request, response) => void response.writeHead(status, headers).end('[1,2]');
  const end = await leads();
  expect([end.rows, end.complete]).toEqual([2, says === null]);
  expect(end.error?.message ?? '').toMatch(says ?? /^$/);
});

it('takes an empty list and an envelope beside the list for nothing', async () => {
  server.answer = (_request, response) => void response.end('{"leads":[1],"items":[],"data":{"page":[3]},"errors":[]}');
  expect(await leads()).toMatchObject({ complete: true, rows: 1 });
});

it('reads a list of leads that is announced as a web page', async () => {
  server.answer = (_request, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('[1,2]');
  expect(await leads()).toMatchObject({ complete: true, rows: 2 });
});

it('logs how a list ended', async () => {
  server.answer = (_request, response) => void response.end('[1,2]');
  expect(await leads()).toEqual({ kind: 'end', complete: true, rows: 2, bytes: 5, error: null });
  expect(lastOutcome()).toBe('done, 5 bytes');
  server.answer = (_request, response) => void response.write('[1,');
  for await (const part of leadsOf(client.exportSimpleLeads(QUERY))) {
    expect(part).toEqual({ kind: 'leads', leads: [1] });
    break;
  }
  expect(lastOutcome()).toBe('cancelled after 3 bytes');
  server.answer = (_request, response) => void response.write('<html>');
  for await (const part of leadsOf(client.exportSimpleLeads(QUERY))) if (part.kind === 'end') break;
  expect(lastOutcome()).toBe('unreadable after 6 bytes');
});

it('ends at once when it is refused', async () => {
  server.answer = (_request, response) => void response.writeHead(403).end();
  const refused = { kind: 'end', complete: false, bytes: 0, error: { code: 'forbidden' } };
  expect(await leads()).toMatchObject(refused);
  expect(await bytes()).toMatchObject(refused);
});

describe('bytes', () => {
  it('are counted, and what had arrived is kept when they break off', async () => {
    server.answer = (_request, response) => void response.end('a;b');
    expect(await bytes()).toEqual({ kind: 'end', complete: true, bytes: 3, error: null });
    expect(lastOutcome()).toBe('done, 3 bytes');
    server.answer = breakAfter('a;b');
    expect(await bytes()).toMatchObject({
      complete: false,
      bytes: 3,
      error: { code: 'network', message: expect.stringMatching(/broke before the list was complete/) },
    });
    expect(lastOutcome()).toBe('broken off after 3 bytes');
  });

  it('whose end the service does not say are never complete; JSON says its own', async () => {
    const untilClose = (text: string) => {
      server.answer = (_request, response) => void response.socket?.end(`HTTP/1.1 200 OK\r\n\r\n${text}`);
    };
    untilClose('a;b\n');
    const error = { code: 'rejected', message: expect.stringMatching(/did not say where its answer ends/) };
    expect(await bytes()).toMatchObject({ kind: 'end', complete: false, bytes: 4, error });
    expect(lastOutcome()).toBe('ended after 4 bytes, whole or not');
    untilClose('[1]');
    expect(await leads()).toMatchObject({ complete: true, rows: 1 });
    server.answer = (_request, response) => {
      response.write('a;b\n');
      response.end();
    };
    expect(await bytes()).toMatchObject({ complete: true, bytes: 4 });
  });

  it('of a web page are none, and are not waited for', async () => {
    const closed: Promise<unknown>[] = [];
    server.answer = (_request, response) => {
      closed.push(once(response, 'close'));
      response.writeHead(200, { 'content-type': 'Text/HTML; charset=utf-8' }).write('<html>');
    };
    expect(await bytes()).toMatchObject({ bytes: 0, error: { message: expect.stringMatching(/web page/) } });
    expect(lastOutcome()).toBe('unreadable');
    await Promise.all(closed);
    expect(closed).toHaveLength(1);
  });

  it('that are compressed are none, although a later part may begin like compressed ones', async () => {
    server.answer = (_request, response) => void response.end(Buffer.from([0x1f, 0x8b, 8, 0, 0]));
    expect(await bytes()).toMatchObject({ bytes: 0, error: { message: expect.stringMatching(/compressed data/) } });
    expect(lastOutcome()).toBe('unreadable after 0 bytes');
    let more = () => {};
    server.answer = (_request, response) => {
      response.write('a;b');
      // In windows-1252 these are letters.
      more = () => void response.end(Buffer.from([0x78, 0xda]));
    };
    let last: unknown;
    for await (const part of client.exportLeads(RAW)) {
      more();
      last = part;
    }
    expect(last).toMatchObject({ kind: 'end', complete: true, bytes: 5 });
  });

  it('may be in UTF-16, which no list of leads is', async () => {
    server.answer = (_request, response) => void response.end(Buffer.from('[1,2]', 'utf16le'));
    expect(await bytes()).toMatchObject({ complete: true, bytes: 10 });
    expect(await leads()).toMatchObject({ rows: 0, error: { message: expect.stringMatching(/text in UTF-16/) } });
  });

  it.each([
    [{ 'content-type': 'text/csv; charset="windows-1252"' }, { charset: 'windows-1252', isSizeKnown: false }],
    [{ 'content-type': 'text/csv;CHARSET=utf-16; header=present' }, { charset: 'utf-16', isSizeKnown: false }],
    [
      { 'content-type': 'text/csv', 'content-length': '3' },
      { charset: null, isSizeKnown: true },
    ],
    [{}, { charset: null, isSizeKnown: false }],
  ])('are announced by the head %j', async (headers, head) => {
    server.answer = (_request, response) => {
      response.writeHead(200, headers);
      response.write('a;b');
      response.end();
    };
    const body = client.exportLeads(RAW);
    const heads = [];
    for await (const part of body) if (part.kind === 'bytes') heads.push(body.head());
    expect(heads).toEqual([head]);
  });

  it.each([
    ['{"message":"No such search"}', 'No such search'],
    [`{"rows":"${'x'.repeat(300)}"}`, `{"rows":"${'x'.repeat(191)}`],
  ])('that are no table are told with the words that came: %.40s', (words, told) => {
    expect(client.exportLeads(RAW).explain({ kind: 'noTable', words })).toEqual({
      code: 'rejected',
      status: 200,
      detail: told,
      message: `The service answered with something else than a table of leads: ${told}`,
    });
  });

  it('can be cancelled by a signal and by no longer reading', async () => {
    const controller = new AbortController();
    const closed: Promise<unknown>[] = [];
    server.answer = (_request, response) => {
      closed.push(once(response, 'close'));
      response.write('a;b');
      setTimeout(() => controller.abort(), 30);
    };
    expect((await bytes(controller.signal)).error).toEqual({ code: 'cancelled', message: 'Cancelled.' });
    expect(lastOutcome()).toBe('cancelled after 3 bytes');
    for await (const part of client.exportLeads(RAW)) {
      expect(part.kind).toBe('bytes');
      break;
    }
    expect(lastOutcome()).toBe('cancelled after 3 bytes');
    // The service hears of both, and sends nothing more.
    await Promise.all(closed);
    expect(closed).toHaveLength(2);
  });
});

describe('the time that a list may take', () => {
  /** The end of a list whose second part comes after this number of milliseconds. */
  async function slowList(list: number | null, passes: number): Promise<StreamEnd> {
    const clock = new VirtualClock();
    await restart({ clock, timeouts: { answer: 1_000, list } });
    let more = () => {};
    server.answer = (_request, response) => {
      response.write('[1,');
      more = () => void response.end('2]');
    };
    for await (const part of leadsOf(client.exportSimpleLeads(QUERY))) {
      if (part.kind === 'end') return part;
      clock.run(passes);
      more();
    }
    throw new Error('the stream had no end');
  }

  it('is not that of other answers', async () => {
    expect(await slowList(null, 5_000)).toMatchObject({ complete: true, rows: 2 });
  });

  it('is as long as a person said, and then they are told so', async () => {
    expect(await slowList(6_000, 5_000)).toMatchObject({ complete: true, rows: 2 });
    const { complete, error } = await slowList(5_000, 5_000);
    expect(complete).toBe(false);
    expect(error?.message).toMatch(/gave no complete list within 5 s\.$/);
  });
});

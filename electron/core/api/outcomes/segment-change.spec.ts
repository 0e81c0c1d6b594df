import { expect, it } from 'vitest';
import { client, restart, server } from '../simulation/client-world.ts';

const says = (status: number, body = '') => {
  server.answer = (_request, response) => void response.writeHead(status).end(body);
};

it.each([
  [200, true],
  [299, true],
  [300, false],
  [400, false],
])('a status of %i is a yes: %s', async (status, isYes) => {
  says(status);
  expect((await client.changeSegment({ kind: 'add', id: 's', leadIds: ['1'] })).ok).toBe(isYes);
  expect((await client.changeSegment({ kind: 'remove', id: 's', leadIds: ['1'] })).ok).toBe(isYes);
});

it.each([
  ['{"success":false,"message":"The segment is closed"}', 'The segment is closed'],
  ['{"Success":"false"}', 'no reason given'],
  ['{"responseStatus":{"errorCode":"Closed","message":"Not now"}}', 'Not now'],
])('a 200 that says no is none: %s', async (body, detail) => {
  says(200, body);
  const no = { ok: false, error: { code: 'rejected', status: 200, detail } };
  expect(await client.changeSegment({ kind: 'add', id: 's', leadIds: ['1'] })).toMatchObject(no);
  expect(await client.changeSegment({ kind: 'remove', id: 's', leadIds: ['1'] })).toMatchObject(no);
  for (const yes of ['{"success":true,"message":"Done"}', '{"message":"Done","error":null}', '{"responseStatus":{}}']) {
    says(200, yes);
    expect((await client.changeSegment({ kind: 'add', id: 's', leadIds: ['1'] })).ok).toBe(true);
  }
});

it('a long no is cut, and shows no part of a secret', async () => {
  // A plain word, which may be a value, is not masked in the bytes of an answer.
  await restart({ credentials: async () => ({ username: 'anna', password: 'sommerhus' }) });
  says(200, JSON.stringify({ success: false, message: `${'x'.repeat(595)}sommerhus` }));
  expect(await client.changeSegment({ kind: 'add', id: 's', leadIds: ['1'] })).toMatchObject({
    error: { detail: `${'x'.repeat(595)}•••` },
  });
});

it('a 202 is no yes: the change is still to be made', async () => {
  says(202, '{"jobId":1}');
  const unknown = { ok: false, error: { code: 'network', sent: 'maybe' } };
  expect(await client.changeSegment({ kind: 'add', id: 's', leadIds: ['1'] })).toMatchObject(unknown);
  expect(await client.changeSegment({ kind: 'remove', id: 's', leadIds: ['1'] })).toMatchObject(unknown);
});

it.each([
  ['', null],
  ['"done"', 'done'],
  ['[{"uniqueId":"s"}]', [{ uniqueId: 's' }]],
  ['{"notFound":["1"]}', { notFound: ['1'] }],
])('a yes of %j is passed on as it came', async (body, value) => {
  says(200, body);
  expect(await client.changeSegment({ kind: 'add', id: 's', leadIds: ['1'] })).toEqual({ ok: true, value });
  expect(await client.changeSegment({ kind: 'remove', id: 's', leadIds: ['1'] })).toEqual({ ok: true, value });
});

it('goes out in the lane it was given, a person’s by default, and can be cancelled', async () => {
  await client.changeSegment({ kind: 'add', id: 's', leadIds: ['1'] });
  await client.changeSegment({ kind: 'add', id: 's', leadIds: ['1'] }, { lane: 'import' });
  expect(client.requestLog().map(({ lane }) => lane)).toEqual(['person', 'import']);
  const cancelled = { ok: false, error: { code: 'cancelled', message: 'Cancelled.' } };
  expect(await client.changeSegment({ kind: 'add', id: 's', leadIds: ['1'] }, { signal: AbortSignal.abort() })).toEqual(
    cancelled,
  );
  expect(server.heard).toHaveLength(2);
});

it('takes a step before the send, and sends nothing when it fails', async () => {
  const steps: string[] = [];
  await client.changeSegment(
    { kind: 'add', id: 's', leadIds: ['1'] },
    { beforeSend: () => void steps.push(`${server.heard.length} heard`) },
  );
  expect(steps).toEqual(['0 heard']);
  const outcome = await client.changeSegment(
    { kind: 'remove', id: 's', leadIds: ['1'] },
    {
      beforeSend() {
        throw new Error('disk full');
      },
    },
  );
  expect(outcome).toMatchObject({ ok: false, error: { code: 'file', reason: 'journal' } });
  expect(server.heard).toHaveLength(1);
});

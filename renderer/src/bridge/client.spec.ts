import { expect, test } from 'vitest';
import { createHost } from '../testing/host.ts';
import { callUntil, replaceClient } from './client.ts';

const found = { rows: [], isCut: false };

test('a call whose signal aborted before it began is not made, and one that is answered all the same fails as cancelled', async () => {
  const answer = Promise.withResolvers<typeof found>();
  const host = createHost({ 'job:find': () => answer.promise, 'call:cancel': () => ({ cancelled: true }) });
  replaceClient(host.leadConsole);
  const ending = new AbortController();
  const late = callUntil('job:find', { words: 'anna' }, ending.signal);
  ending.abort();
  answer.resolve(found);
  await expect(late).rejects.toMatchObject({ details: { code: 'cancelled' } });
  await expect(callUntil('job:find', { words: 'bent' }, ending.signal)).rejects.toMatchObject({
    details: { code: 'cancelled' },
  });
  expect(host.calls('job:find')).toMatchObject([{ words: 'anna' }]);
  host.verify();
});

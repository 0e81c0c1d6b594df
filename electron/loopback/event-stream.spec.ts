import { createServer } from 'node:http';
import { expect, it } from 'vitest';
import { listenForTest } from '../core/api/simulation/listen-fixture.ts';
import { systemClock } from '../core/system/system-clock.ts';
import { createEventStream } from './event-stream.ts';

it('says nothing to a page after it was closed: the core announces its imports until it is closed, too', async () => {
  const events = createEventStream(systemClock);
  const errors: unknown[] = [];
  const server = createServer((_, response) => {
    response.on('error', (error) => errors.push(error));
    events.open(response, null);
  });
  const page = await fetch(`http://127.0.0.1:${await listenForTest(server)}`);
  events.send('save:progress', { callId: 'before', rows: 1, rowsTotal: 2 });
  events.close();
  events.send('save:progress', { callId: 'after', rows: 2, rowsTotal: 2 });
  const heard = await page.text();
  expect(heard).toContain('"before"');
  expect(heard).not.toContain('"after"');
  expect(errors).toEqual([]);
});

import { createServer, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { deliver } from './delivery.ts';
import { defaultDialect } from '../foundation/options.ts';

/** Rows without end; counts what was taken and notices when nobody wants more. */
function endlessRows() {
  const seen = { taken: 0, isEnded: false };
  function* rows(): Generator<string> {
    try {
      for (;;) {
        seen.taken += 1;
        yield 'x'.repeat(200);
      }
    } finally {
      seen.isEnded = true;
    }
  }
  return { seen, rows };
}

async function respond(rows: Iterable<string | null>): Promise<IncomingMessage> {
  const server = createServer((_request, response) => {
    response.on('error', () => undefined);
    deliver({
      response,
      answer: {
        status: 200,
        body: { kind: 'rows', contentType: 'text/csv', before: '', between: '', after: '', rows },
      },
      dialect: defaultDialect,
      asHtml: false,
      isHead: false,
      headers: {},
      truncation: null,
    }).catch((error: unknown) => response.destroy(error instanceof Error ? error : new Error(String(error))));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    request({ host: '127.0.0.1', port, agent: false }, resolve).on('error', reject).end();
  });
}

/** Turns of the event loop until the figure stands still for a hundred of them. */
async function settled(read: () => number): Promise<number> {
  let last = read();
  for (let still = 0; still < 100; still += 1) {
    await new Promise((resolve) => setImmediate(resolve));
    if (read() !== last) still = 0;
    last = read();
  }
  return last;
}

describe('sending rows', { timeout: 60_000 }, () => {
  it('takes no more rows than the reader reads, and stops when the reader leaves', async () => {
    const { seen, rows } = endlessRows();
    const response = await respond(rows());
    response.pause();
    const whileStalled = await settled(() => seen.taken);
    expect(whileStalled * 200).toBeLessThan(20 * 1024 * 1024);
    response.resume();
    for (let more = 0; more < 500; more += 1) await new Promise((resolve) => response.once('data', resolve));
    expect(seen.taken).toBeGreaterThan(whileStalled);
    response.destroy();
    await settled(() => seen.taken);
    await expect.poll(() => seen.isEnded, { timeout: 20_000 }).toBe(true);
  });

  it('lets others have a turn during a search without finds', async () => {
    let looks = 0;
    function* nothing(): Generator<null> {
      for (looks = 0; looks < 50_000; looks += 1) yield null;
    }
    let looksAtFirstTurn = -1;
    const response = respond(nothing());
    const watch = () => (looks === 0 ? setImmediate(watch) : (looksAtFirstTurn = looks));
    watch();
    (await response).resume();
    await settled(() => looks);
    expect(looksAtFirstTurn).toBeGreaterThan(0);
    expect(looksAtFirstTurn).toBeLessThan(50_000);
  });
});

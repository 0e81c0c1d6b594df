import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A service that takes every lead and counts it, with a memory that can be set: one for each variant of a damaged folder. */
export interface CountingService extends AsyncDisposable {
  readonly url: string;
  /** Leads that were accepted, as they came. */
  readonly accepted: string[];
  /** Forgets what was accepted, and remembers this instead. */
  reset(accepted: readonly string[]): void;
}

export async function startCountingService(): Promise<CountingService> {
  const accepted: string[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.setHeader('Content-Type', 'application/json');
      if (request.method === 'POST' && request.url === '/api/leads') {
        accepted.push(Buffer.concat(chunks).toString());
        return response.end(JSON.stringify({ success: true, uniqueId: `lead-${accepted.length}` }));
      }
      if (request.url === '/api/myaccount/request/counts')
        return response.end(JSON.stringify({ 'POST leads': accepted.length }));
      if (request.url === '/api/myaccount/request/limits')
        return response.end(JSON.stringify({ 'POST leads': 10_000 }));
      response.statusCode = 404;
      return response.end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api`,
    accepted,
    reset(before) {
      accepted.splice(0, accepted.length, ...before);
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

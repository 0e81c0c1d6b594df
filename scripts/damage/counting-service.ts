import { openSpecServer } from '../../electron/core/api/simulation/spec-server.ts';

/** A service that takes every lead and counts it, with a memory that can be set: one for each variant of a damaged folder. */
export interface CountingService extends AsyncDisposable {
  readonly url: string;
  /** Leads that were accepted, as they came. */
  readonly accepted: string[];
}

export async function startCountingService(): Promise<CountingService> {
  const accepted: string[] = [];
  const server = await openSpecServer();
  server.answer = ({ method, url, body }, response) => {
    server.heard.length = 0;
    response.setHeader('Content-Type', 'application/json');
    const counts = (leads: number) => response.end(JSON.stringify({ 'POST leads': leads }));
    if (method === 'POST' && url === '/api/leads')
      response.end(JSON.stringify({ success: true, uniqueId: `lead-${accepted.push(body)}` }));
    else if (url === '/api/myaccount/request/counts') counts(accepted.length);
    else if (url === '/api/myaccount/request/limits') counts(10_000);
    else response.writeHead(404).end('{}');
  };
  return { url: server.address, accepted, [Symbol.asyncDispose]: () => server.close() };
}

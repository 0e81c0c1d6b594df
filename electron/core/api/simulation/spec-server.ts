import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { Server } from 'node:net';

export interface HeardRequest {
  readonly method: string;
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** A service on this computer that answers as a spec says, over real sockets. */
export interface SpecServer {
  /** Base address of the service. */
  readonly address: string;
  /** Every request whose body came in whole. */
  readonly heard: HeardRequest[];
  /** An empty list, until a spec sets another answer. */
  answer: (request: HeardRequest, response: ServerResponse) => void;
  close(): Promise<void>;
}

/** Lets a server listen on this computer alone. Answers its port. `port`: 0 takes one that is free. */
export async function listening(server: Server, port = 0): Promise<number> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const bound = server.address();
  return typeof bound === 'object' && bound !== null ? bound.port : 0;
}

/** `port`: 0 takes one that is free. */
export async function openSpecServer(port = 0): Promise<SpecServer> {
  const heard: HeardRequest[] = [];
  const server = createServer((request, response) => {
    let body = '';
    request.on('data', (piece: Buffer) => (body += piece.toString('utf8')));
    request.on('end', () => {
      const entry = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body };
      heard.push(entry);
      spec.answer(entry, response);
    });
  });
  const address = `http://127.0.0.1:${await listening(server, port)}/api`;
  const spec: SpecServer = {
    address,
    heard,
    answer: (_request, response) => void response.end('[]'),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
  return spec;
}

import { createServer, type IncomingMessage, request as ask, type ServerResponse } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { listening } from '../../electron/core/api/simulation/spec-server.ts';

/** A request on its way to the service, as it came. */
export interface Passed {
  /** Unix milliseconds at which all of it was here. */
  readonly at: number;
  /** `lead`: creates one. `add`, `remove`: changes a segment. */
  readonly kind: 'lead' | 'add' | 'remove';
  /** The lead's first name, or the first id of the batch. */
  readonly name: string;
}

export interface WatchedRoad extends AsyncDisposable {
  /** Base address for the programs. */
  readonly url: string;
  readonly passed: readonly Passed[];
  /** Milliseconds that the next answer with leads takes to arrive, in pieces. */
  slowness: () => number;
}

/** Parts in which a slow answer arrives. */
const PARTS = 40;

/** A road to a service on this computer that notes what is sent over it, and on which answers with leads may take a while. */
export async function openWatchedRoad(service: string): Promise<WatchedRoad> {
  const { port, pathname } = new URL(service);
  const passed: Passed[] = [];
  const server = createServer((request, response) => void pass(request, response));
  const road: WatchedRoad = {
    url: '',
    passed,
    slowness: () => 0,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk as Buffer);
    } catch {
      return;
    }
    const body = Buffer.concat(chunks);
    const path = (request.url ?? '').slice(pathname.length).split('?')[0] ?? '';
    const noted = noteOf(request.method ?? '', path, body);
    if (noted !== null) passed.push({ at: Date.now(), ...noted });
    const { method, url: target, headers } = request;
    const onward = ask({ host: '127.0.0.1', port, method, path: target, headers, agent: false }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.on('error', () => response.destroy());
      const isOfLeads = method === 'GET' && /^\/(simpleleads|rawleads|leads)/.test(path);
      slowly(answer, response, isOfLeads ? road.slowness() : 0).catch(() => response.destroy());
    });
    onward.on('error', () => request.socket.resetAndDestroy());
    response.on('close', () => onward.destroy());
    onward.end(body);
  }

  return Object.assign(road, { url: `http://127.0.0.1:${await listening(server)}${pathname}` });
}

function noteOf(method: string, path: string, body: Buffer): Omit<Passed, 'at'> | null {
  if (method === 'POST' && path === '/leads') {
    const { data } = JSON.parse(body.toString()) as { data: Record<string, string> };
    return { kind: 'lead', name: data['FirstName'] ?? '' };
  }
  if (!/^\/leadsegments\/[^/]+\/leads$/.test(path)) return null;
  const { leadUniqueIds } = JSON.parse(body.toString()) as { leadUniqueIds: string[] };
  return { kind: method === 'POST' ? 'add' : 'remove', name: leadUniqueIds[0] ?? '' };
}

/** Rejects when the answer ends early. */
async function slowly(answer: IncomingMessage, response: ServerResponse, milliseconds: number): Promise<void> {
  const size = Math.max(2_000, Number(answer.headers['content-length'] ?? 200_000) / PARTS);
  for await (const chunk of answer) {
    const bytes = chunk as Buffer;
    for (let from = 0; from < bytes.length && !response.destroyed; from += size) {
      response.write(bytes.subarray(from, from + size));
      if (milliseconds > 0) await setTimeout(milliseconds / PARTS);
    }
  }
  response.end();
}

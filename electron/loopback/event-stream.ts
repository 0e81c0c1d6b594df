import type { ServerResponse } from 'node:http';
import type { EventName } from '../../shared/contract/channels.ts';
import type { Clock, Timer } from '../core/foundation/ports.ts';

/** Milliseconds. Proxies and browsers close a connection that is quiet for longer; 15 s is below their usual limits. */
const HEARTBEAT_MS = 15_000;
/** Events that are kept for a page that reconnects: it gets those it missed. */
const REMEMBERED = 500;
/** Bytes that wait for one page. A page that does not read is disconnected; it reconnects and reads everything again. */
const MOST_WAITING_BYTES = 8 * 1024 * 1024;

export type EventStream = ReturnType<typeof createEventStream>;

/** `GET /events`: server-sent events to every open page. */
export function createEventStream(clock: Clock) {
  const open = new Set<ServerResponse>();
  const remembered: { readonly id: number; readonly text: string }[] = [];
  let lastId = 0;
  let heartbeat: Timer | null = null;

  function write(response: ServerResponse, text: string): void {
    if (response.writableLength > MOST_WAITING_BYTES) response.destroy();
    else response.write(text);
  }

  function beat(): void {
    heartbeat = null;
    for (const response of open) write(response, ': still here\n\n');
    if (open.size > 0) heartbeat = clock.after(HEARTBEAT_MS, beat);
  }

  return {
    send(name: EventName, payload: unknown): void {
      lastId += 1;
      const text = `id: ${lastId}\nevent: ${name}\ndata: ${JSON.stringify(payload)}\n\n`;
      remembered.push({ id: lastId, text });
      if (remembered.length > REMEMBERED) remembered.shift();
      for (const response of open) write(response, text);
    },
    /** @param lastEventId the last event the browser received before the stream broke, or null. */
    open(response: ServerResponse, lastEventId: string | null): void {
      response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' });
      response.write('retry: 1000\n\n');
      if (lastEventId !== null && /^\d{1,15}$/.test(lastEventId)) {
        for (const event of remembered) if (event.id > Number(lastEventId)) response.write(event.text);
      }
      open.add(response);
      response.on('close', () => open.delete(response));
      heartbeat ??= clock.after(HEARTBEAT_MS, beat);
    },
    /** Ends every stream. Nothing is written to them afterwards, whatever is still sent. */
    close(): void {
      heartbeat?.cancel();
      for (const response of open) response.end();
      open.clear();
    },
  };
}

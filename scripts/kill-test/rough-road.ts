import { connect, createServer, type Socket } from 'node:net';
import { listening } from '../../electron/core/api/simulation/spec-server.ts';

/** What is done to a connection between the program and the service. */
export type Roughness = 'none' | 'drip' | 'interim';

export interface RoughRoad extends AsyncDisposable {
  /** Base address for the program. */
  readonly url: string;
  /** Draws what is done to the next connection. */
  roughness: () => Roughness;
  /** Called when the first bytes of a request for a lead are here, and when those of its answer are; neither is passed on before. */
  onRequest: () => void;
  onAnswer: () => void;
  /** Answers 429 that came along. */
  throttled: number;
}

/** Milliseconds between two bytes. */
const DRIP = 1;
const THROTTLED = Buffer.from('HTTP/1.1 429 ');
const LEAD = /^POST [^ ]*\/leads /;

/** A road to a service on this computer on which answers come byte by byte, or behind a `100 Continue` that nobody asked for. */
export async function openRoughRoad(service: string): Promise<RoughRoad> {
  const { port, pathname } = new URL(service);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const kind = road.roughness();
    const target = connect(Number(port), '127.0.0.1');
    let isLead = false;
    for (const [one, other] of [
      [socket, target],
      [target, socket],
    ] as const) {
      sockets.add(one);
      one.on('error', () => undefined);
      one.on('close', (hadError) => {
        sockets.delete(one);
        if (hadError) other.resetAndDestroy();
        else other.end();
      });
    }
    socket.once('data', (piece: Buffer) => {
      isLead = LEAD.test(piece.toString('latin1'));
      if (isLead) road.onRequest();
      target.write(piece);
      socket.pipe(target);
    });
    target.on('data', (piece: Buffer) => {
      if (piece.subarray(0, THROTTLED.length).equals(THROTTLED)) road.throttled += 1;
    });
    target.once('data', (piece: Buffer) => {
      if (isLead) road.onAnswer();
      if (isLead && kind === 'interim') socket.write('HTTP/1.1 100 Continue\r\n\r\n');
      if (isLead && kind === 'drip') {
        target.pause();
        return drip(piece, socket, () => target.pipe(socket));
      }
      socket.write(piece);
      target.pipe(socket);
    });
  });
  const road: RoughRoad = {
    url: `http://127.0.0.1:${await listening(server)}${pathname}`,
    roughness: () => 'none',
    onRequest: () => undefined,
    onAnswer: () => undefined,
    throttled: 0,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
  return road;
}

function drip(bytes: Buffer, socket: Socket, then: () => void): void {
  if (socket.destroyed) return;
  if (bytes.length === 0) return then();
  socket.write(bytes.subarray(0, 4));
  setTimeout(() => drip(bytes.subarray(4), socket, then), DRIP);
}

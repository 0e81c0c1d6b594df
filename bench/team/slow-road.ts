import { connect, createServer, type Socket } from 'node:net';
import { listening } from '../../electron/core/api/simulation/spec-server.ts';

/** A road to a port of this computer on which every answer comes `milliseconds` later. */
export async function openSlowRoad(
  port: number,
  milliseconds: number,
): Promise<AsyncDisposable & { readonly port: number }> {
  const sockets = new Set<Socket>();
  const server = createServer((near) => {
    const far = connect(port, '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        near.destroy();
        far.destroy();
      });
    }
    near.pipe(far);
    far.on('data', (piece: Buffer) => void setTimeout(() => near.write(piece), milliseconds));
  });
  return {
    port: await listening(server),
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

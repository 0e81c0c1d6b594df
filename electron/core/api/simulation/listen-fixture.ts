import type { Server } from 'node:net';
import { onTestFinished } from 'vitest';
import { listening } from './spec-server.ts';

/** For specs: as `listening`, until the test has ended, whatever is still connected. */
export function listenForTest(server: Server): Promise<number> {
  onTestFinished(() => {
    if ('closeAllConnections' in server && typeof server.closeAllConnections === 'function')
      server.closeAllConnections();
    server.close();
  });
  return listening(server);
}

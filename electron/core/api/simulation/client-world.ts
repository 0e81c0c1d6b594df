import { afterEach, beforeEach } from 'vitest';
import type { ApiClient, ApiClientOptions } from '../client.ts';
import { specClient } from './spec-client.ts';
import { openSpecServer, type SpecServer } from './spec-server.ts';

/* A server and a client before it, made anew for each test of the file that imports them. */

export let server: SpecServer;
export let client: ApiClient;

beforeEach(async () => {
  server = await openSpecServer();
  client = specClient(server.address);
});
afterEach(async () => {
  await client.close();
  await server.close();
});

/** Goes on with a client that has other options. */
export async function restart(over: Partial<ApiClientOptions>, address = server.address): Promise<void> {
  await client.close();
  client = specClient(address, over);
}

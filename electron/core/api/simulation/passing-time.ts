import type { ApiClient } from '../client.ts';
import type { SpecServer } from './spec-server.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** Turns without anything to do after which the client is at rest, and milliseconds of the clock for each. */
const REST = { turns: 100, each: 50 } as const;

/**
 * Waits for `work` and for what the client does beside it, over real sockets. The clock goes on only while the network
 * has nothing to bring: a computer that is busy makes no wait longer.
 */
export async function passTime<Result>(
  { client, clock, server }: { client: ApiClient; clock: VirtualClock; server: SpecServer },
  work: Promise<Result>,
): Promise<Result> {
  let isDone = false;
  const done = work.finally(() => (isDone = true));
  for (let idle = 0; idle < REST.turns;) {
    await new Promise((resolve) => setImmediate(resolve));
    if (!isIdle(client, server)) continue;
    idle = isDone ? idle + 1 : 0;
    clock.run(clock.monotonicNow() + REST.each);
  }
  return done;
}

/** Whether every request that came in was answered and read, and none is on its way. */
function isIdle(client: ApiClient, server: SpecServer): boolean {
  const lanes = client.quota().services.flatMap((service) => Object.values(service.lanes));
  const underWay = lanes.reduce((sum, lane) => sum + lane.inFlight, 0);
  return underWay === 0 && server.heard.length === client.requestLog().length;
}

import { afterAll, beforeAll, beforeEach } from 'vitest';

/* For specs: worlds that are closed when the tests that need them have ended. */

type World = Disposable | AsyncDisposable | { close(): unknown };

/** A world for each test. @param begin makes it, and keeps it where the tests find it */
export function eachTime(begin: () => World | Promise<World>): void {
  beforeEach(async () => {
    const world = await begin();
    return () => close(world);
  });
}

/** One world for all tests of a file. */
export function onceForAll(begin: () => World | Promise<World>): void {
  let world: World | undefined;
  beforeAll(async () => void (world = await begin()));
  afterAll(() => world && close(world));
}

async function close(world: World): Promise<void> {
  if ('close' in world) await world.close();
  else if (Symbol.asyncDispose in world) await world[Symbol.asyncDispose]();
  else world[Symbol.dispose]();
}

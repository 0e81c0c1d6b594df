import { afterAll, beforeAll, beforeEach } from 'vitest';

/* For specs: worlds that are closed when the tests that need them have ended, and what work is refused with. */

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

/** What `work` is refused with. Throws when it succeeds, or fails in another way. */
export async function thrownBy<Kind extends Error>(
  work: Promise<unknown>,
  kind: abstract new (...args: never[]) => Kind,
): Promise<Kind> {
  const error: unknown = await work.then(
    () => null,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof kind))
    throw new Error(`This was to fail with ${kind.name}: ${String(error)}`, { cause: error });
  return error;
}

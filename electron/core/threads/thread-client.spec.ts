import { afterEach, describe, expect, it } from 'vitest';
import type { SpecRequest } from './thread-fixture.ts';
import { programBeside } from './program-beside.ts';
import { ThreadClient } from './thread-client.ts';

const FULL = 'The disk is full. Free some space.';
const threads: ThreadClient<SpecRequest, string>[] = [];
const logged: string[] = [];

/** Milliseconds. `thread-server.ts` tells no progress more often. */
const PROGRESS_EVERY = 40;

/** @param longestEnd milliseconds; left out: longer than a thread needs on a busy machine */
function thread(longestEnd = 60_000): ThreadClient<SpecRequest, string> {
  const client = new ThreadClient<SpecRequest, string>({
    program: programBeside(import.meta.url, 'thread-fixture'),
    longestEnd,
    says: { diskFull: FULL },
    log: {
      bug(where, error) {
        logged.push(`${where}: ${String(error)}`);
        return 'id';
      },
    },
  });
  threads.push(client);
  return client;
}

afterEach(async () => {
  for (const client of threads.splice(0)) await client.close();
  logged.length = 0;
});

describe('a thread of the core', () => {
  it('starts when it is first asked and gives each question its own answer', async () => {
    const client = thread();
    expect(client.isStarted).toBe(false);
    const texts = Array.from({ length: 50 }, (_, index) => `row ${index}`);
    expect(await Promise.all(texts.map((text) => client.ask({ kind: 'echo', text })))).toEqual(texts);
    expect(client.isStarted).toBe(true);
  });

  it('answers one by one, so that a question finds what the one before it did', async () => {
    const client = thread();
    const [, , said] = await Promise.all([
      client.ask({ kind: 'count', to: 20 }),
      client.ask({ kind: 'echo', text: 'after' }),
      client.ask({ kind: 'said' }),
    ]);
    expect(said).toBe('counted to 20, after');
  });

  it('reports its progress at a pace a person can see, the first step and the last one always', async () => {
    const client = thread();
    const heard: number[] = [];
    const began = performance.now();
    const onProgress = (rows: number, rowsTotal: number) => {
      heard.push(rows);
      expect(rowsTotal).toBe(20_000);
    };
    await client.ask({ kind: 'count', to: 20_000 }, { onProgress });
    expect([heard[0], heard.at(-1)]).toEqual([1, 20_000]);
    expect(heard).toEqual(heard.toSorted((one, other) => one - other));
    // By the time that it took: a busy machine has more of it. Otherwise each step has a message of its own.
    expect(heard.length).toBeLessThanOrEqual((performance.now() - began) / PROGRESS_EVERY + 2);
  });

  it('ends only the question that a cancel names', async () => {
    const client = thread();
    let heard = 0;
    const stop = new AbortController();
    const onProgress = () => {
      if ((heard += 1) === 3) stop.abort();
    };
    const long = client.ask({ kind: 'count', to: 1_000_000_000 }, { signal: stop.signal, onProgress });
    const next = client.ask({ kind: 'echo', text: 'goes on' });
    await expect(long).rejects.toMatchObject({ error: { code: 'cancelled' } });
    expect(await next).toBe('goes on');
    await expect(client.ask({ kind: 'said' }, { signal: AbortSignal.abort() })).rejects.toMatchObject({
      error: { code: 'cancelled' },
    });
  });

  it('passes on the words of a file trouble', async () => {
    const client = thread();
    await expect(client.ask({ kind: 'trouble' })).rejects.toMatchObject({
      error: { code: 'file', reason: 'truncated', message: 'The file is damaged.' },
    });
    await expect(client.ask({ kind: 'full' })).rejects.toMatchObject({
      error: { code: 'file', reason: 'diskFull', message: FULL },
    });
    await expect(client.ask({ kind: 'storage', text: 'disk I/O error' })).rejects.toMatchObject({
      error: { code: 'file', message: expect.stringContaining('could not store') as string },
    });
    await expect(client.ask({ kind: 'storage', text: 'database is locked' })).rejects.toMatchObject({
      error: { code: 'file', message: expect.stringContaining('busy') as string },
    });
    for (const text of ['unable to open database file', "ENOENT: no such file or directory, open '/gone/x'"])
      await expect(client.ask({ kind: 'storage', text })).rejects.toMatchObject({
        error: { code: 'file', message: expect.stringContaining('could not be opened or made') as string },
      });
  });

  it('fails the questions that wait when the thread dies, and starts another for the next question', async () => {
    const client = thread();
    const waiting = [client.ask({ kind: 'die' }), client.ask({ kind: 'echo', text: 'too late' })];
    const outcomes = await Promise.allSettled(waiting);
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await client.ask({ kind: 'echo', text: 'again' })).toBe('again');
  });

  it('lets a question that comes while it closes wait for the next thread', async () => {
    const client = thread();
    await client.ask({ kind: 'echo', text: 'first' });
    const closed = client.close();
    expect(client.isStarted).toBe(true);
    const asked = client.ask({ kind: 'said' });
    await closed;
    // Another thread: nothing was said to it.
    expect(await asked).toBe('');
  });

  it('closes by stopping what runs', async () => {
    const client = thread();
    const long = client.ask({ kind: 'count', to: 1_000_000_000 });
    await Promise.all([expect(long).rejects.toMatchObject({ error: { code: 'cancelled' } }), client.close()]);
    expect(client.isStarted).toBe(false);
  });

  it('ends one that hangs by force, and fails its question', async () => {
    const client = thread(500);
    await client.ask({ kind: 'echo', text: 'first' });
    const hung = client.ask({ kind: 'hang' });
    await Promise.all([expect(hung).rejects.toThrow('ended with code 1'), client.close()]);
    expect(client.isStarted).toBe(false);
    expect(await client.ask({ kind: 'echo', text: 'again' })).toBe('again');
  });

  it('rests only when no question waits, and the next question starts it again', async () => {
    const client = thread();
    await client.rest();
    expect(client.isStarted).toBe(false);
    const long = client.ask({ kind: 'count', to: 200 });
    // Its request has gone out by then.
    await client.ask({ kind: 'echo', text: 'after' }).then(() => client.rest());
    expect(await long).toBe('counted to 200');
    expect(client.isStarted).toBe(false);
    expect(await client.ask({ kind: 'said' })).toBe('');
    const busy = client.ask({ kind: 'count', to: 200 });
    await Promise.resolve();
    await client.rest();
    expect(client.isStarted).toBe(true);
    expect(await busy).toBe('counted to 200');
  });

  it('logs an error that no question waits for', async () => {
    const client = thread();
    await client.ask({ kind: 'failAfterAnswer' });
    await expect.poll(() => logged).toEqual(['thread thread-fixture: Error: a bug after the answer']);
    await expect.poll(() => client.isStarted).toBe(false);
    expect(await client.ask({ kind: 'echo', text: 'again' })).toBe('again');
    expect(logged).toHaveLength(1);
  });

  it('logs an exit code that no question waits for', async () => {
    const client = thread();
    await client.ask({ kind: 'exitAfterAnswer' });
    await expect
      .poll(() => logged)
      .toEqual(['thread thread-fixture: Error: The thread thread-fixture ended with code 3.']);
  });

  it('logs an error that comes while it closes', async () => {
    const client = thread();
    await client.ask({ kind: 'failOnClose' });
    await client.close();
    expect(logged).toEqual(['thread thread-fixture: Error: a bug while closing']);
  });

  it('leaves a failure to the question that waits for it, and logs none when it closes', async () => {
    const client = thread();
    await expect(client.ask({ kind: 'die' })).rejects.toThrow('ended with code 1');
    await client.ask({ kind: 'echo', text: 'again' });
    await client.close();
    expect(logged).toEqual([]);
  });
});

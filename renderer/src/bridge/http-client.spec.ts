import { beforeEach, describe, expect, test } from 'vitest';
import { onArrival } from '../lib/arriving-files.ts';
import { createLink } from '../lib/link.ts';
import { createHttpClient, type HttpPlatform } from './http-client.ts';
import { goneMessage, lockedMessage } from './link-words.ts';

/** An event stream the spec drives by hand. */
class FakeEvents extends EventTarget {
  readyState = 0;
  readonly url: string;

  constructor(url: string) {
    super();
    this.url = url;
  }

  close(): void {
    this.readyState = 2;
  }

  open(): void {
    this.readyState = 1;
    this.dispatchEvent(new Event('open'));
  }

  say(name: string, payload: unknown): void {
    this.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(payload) }));
  }

  fail(readyState: 0 | 2): void {
    this.readyState = readyState;
    this.dispatchEvent(new Event('error'));
  }
}

interface Sent {
  readonly url: string;
  readonly init: RequestInit | undefined;
}

interface World {
  readonly platform: HttpPlatform;
  readonly sent: Sent[];
  readonly streams: FakeEvents[];
  readonly downloads: string[];
  readonly timers: (() => void)[];
  answer: (url: string) => Response | Error;
  file: File | null;
  token: string | null;
}

const json = (value: unknown, status = 200): Response => new Response(JSON.stringify(value), { status });

function createWorld(): World {
  const world: World = {
    sent: [],
    streams: [],
    downloads: [],
    timers: [],
    answer: () => json({ ok: true, value: {} }),
    file: null,
    token: null,
    platform: {
      fetch: (input, init) => {
        const url = String(input);
        world.sent.push({ url, init });
        const answer = world.answer(url);
        return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
      },
      openEvents: (url) => {
        const stream = new FakeEvents(url);
        world.streams.push(stream);
        return stream as unknown as EventSource;
      },
      chooseFile: () => Promise.resolve(world.file),
      chooseFiles: () => Promise.resolve(world.file === null ? [] : [world.file]),
      download: (url) => world.downloads.push(url),
      takeToken: () => world.token,
      setTimeout: (action) => world.timers.push(action),
    },
  };
  return world;
}

let world: World;
beforeEach(() => {
  world = createWorld();
});

/** Never answers. */
function untilAborted(_: unknown, init?: RequestInit): Promise<never> {
  const sent = Promise.withResolvers<never>();
  init?.signal?.addEventListener('abort', () => sent.reject(new DOMException('Aborted', 'AbortError')));
  return sent.promise;
}

const start = () => {
  const link = createLink();
  return { link, client: createHttpClient(world.platform, link) };
};

/** Lets everything that is already decided happen. */
const settle = () => new Promise<void>((resolve) => setTimeout(resolve));

describe('session', () => {
  test('the token is exchanged before the first call leaves', async () => {
    world.token = 'once';
    world.answer = (url) =>
      url === '/session' ? new Response(null, { status: 204 }) : json({ ok: true, value: { jobs: [] } });
    const { client } = start();
    await client.jobList({});
    expect(world.sent.map(({ url }) => url)).toEqual(['/session', '/call/job:list']);
    expect(world.sent[0]?.init?.body).toBe('{"token":"once"}');
  });

  test('a page without its cookie says which address to use', async () => {
    world.answer = () => json({ ok: false, error: { code: 'auth', message: 'Not let in.' } }, 401);
    const { client, link } = start();
    const outcome = await client.jobList({});
    expect(outcome).toMatchObject({ ok: false, error: { message: lockedMessage } });
    expect(link.get().state).toBe('locked');
  });
});

describe('calls', () => {
  test('arguments go as JSON, the outcome comes back as it is', async () => {
    const error = { code: 'notFound', message: 'No such job.' };
    world.answer = () => json({ ok: false, error });
    const { client } = start();
    expect(await client.jobGet({ jobId: 'j1' })).toEqual({ ok: false, error });
    expect(world.sent[0]?.init).toMatchObject({ method: 'POST', body: '{"jobId":"j1"}', credentials: 'same-origin' });
  });

  test('a host that is gone is a state and a plain sentence, not an exception', async () => {
    world.answer = () => new TypeError('fetch failed');
    const { client, link } = start();
    expect(await client.jobList({})).toMatchObject({ ok: false, error: { code: 'internal', message: goneMessage } });
    expect(link.get().state).toBe('gone');
    world.answer = () => json({ ok: true, value: { jobs: [] } });
    await client.jobList({});
    expect(link.get().state).toBe('live');
  });

  test.each([new Response('<html>', { status: 502 }), json({ jobs: [] }), json(null)])(
    'an answer that is no outcome is said to be unreadable (%#)',
    async (answer) => {
      world.answer = () => answer;
      const { client } = start();
      const outcome = await client.jobList({});
      expect(outcome.ok).toBe(false);
      expect(JSON.stringify(outcome)).toContain('no readable answer');
    },
  );
});

describe('files', () => {
  const chosen = { token: 'file-12345678', name: 'Kunden ä.csv', size: 3 };

  test('a chosen file is handed over under its name, with the time of its last change', async () => {
    world.file = new File(['a;b'], 'Kunden ä.csv', { lastModified: 1_763_000_000_000 });
    world.answer = () => json({ ok: true, value: chosen });
    const { client } = start();
    expect(await client.hostChooseFile({})).toEqual({ ok: true, value: { file: chosen } });
    expect(world.sent[0]?.url).toBe('/files?name=Kunden%20%C3%A4.csv&modified=1763000000000');
    expect(world.sent[0]?.init?.body).toBe(world.file);
  });

  test('a closed dialog is no file and no request', async () => {
    const { client } = start();
    expect(await client.hostChooseFile({})).toEqual({ ok: true, value: { file: null } });
    expect(world.sent).toEqual([]);
  });

  test('a refused file keeps its reason', async () => {
    world.file = new File(['x'], 'x.csv');
    world.answer = () => json({ ok: false, error: { code: 'file', message: 'Too large.', reason: 'tooLarge' } });
    const { client } = start();
    expect(await client.hostChooseFile({})).toMatchObject({ ok: false, error: { code: 'file' } });
  });

  test('a file that cannot be read any more is called that, and the host is not called gone', async () => {
    const file = new File(['a;b'], 'list.csv');
    file.stream = () => new ReadableStream({ start: (controller) => controller.error(new Error('NotFoundError')) });
    world.answer = () => new TypeError('fetch failed');
    const { client, link } = start();
    expect(await client.acceptFile(file)).toMatchObject({
      ok: false,
      error: { code: 'file', message: expect.stringMatching(/^list\.csv cannot be read any more\./) },
    });
    expect(link.get().state).toBe('live');
  });

  test('a file is shown as on its way, and a person can cancel that', async () => {
    const file = new File(['a;b'], 'list.csv');
    const link = createLink();
    const client = createHttpClient({ ...world.platform, fetch: untilAborted }, link);
    const cancels: (() => void)[] = [];
    const stop = onArrival((arriving) => cancels.push(arriving.cancel));
    const outcome = client.acceptFile(file);
    await expect.poll(() => cancels).toHaveLength(1);
    cancels[0]?.();
    expect(await outcome).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(link.get().state).toBe('live');
    stop();
  });

  test('a file that can be read and reached nobody shows that the host is gone', async () => {
    world.answer = () => new TypeError('fetch failed');
    const { client, link } = start();
    expect(await client.acceptFile(new File(['a;b'], 'list.csv'))).toMatchObject({ error: { message: goneMessage } });
    expect(link.get().state).toBe('gone');
  });

  test('a saved file is fetched by its token', async () => {
    const { client } = start();
    await client.deliverFile('file-12345678');
    expect(world.downloads).toEqual(['/files/file-12345678']);
  });
});

describe('events', () => {
  test('reach their listeners until these leave', async () => {
    const { client } = start();
    await settle();
    const heard: unknown[] = [];
    const leave = client.onSaveProgress((payload) => heard.push(payload));
    world.streams[0]?.say('save:progress', { callId: 'c1', rows: 1, rowsTotal: 2 });
    leave();
    world.streams[0]?.say('save:progress', { callId: 'c1', rows: 2, rowsTotal: 2 });
    expect(heard).toEqual([{ callId: 'c1', rows: 1, rowsTotal: 2 }]);
  });

  test('a stream the browser gives up is opened again, and everything is read anew', async () => {
    const { client } = start();
    await settle();
    const states: unknown[] = [];
    client.onCoreState((state) => states.push(state));
    world.streams[0]?.open();
    expect(states).toEqual([]);
    world.streams[0]?.fail(2);
    world.timers.shift()?.();
    world.streams[1]?.open();
    expect(states).toEqual([{ state: 'running', message: '' }]);
  });

  test('a stream that stays away shows that the host is gone', async () => {
    world.answer = () => new TypeError('fetch failed');
    const { link } = start();
    await settle();
    world.streams[0]?.open();
    expect(link.get().state).toBe('live');
    world.streams[0]?.fail(0);
    world.streams[0]?.fail(0);
    await settle();
    expect(link.get().state).toBe('gone');
  });
});

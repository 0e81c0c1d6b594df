import { describe, expect, it } from 'vitest';
import { NOTHING_RUNS, type RunningWork } from '../work/running-work.ts';
import { createLifecycle } from './lifecycle.ts';

const KINDS = ['exports', 'changes', 'saves'] as const;

function setUp(
  imports: number,
  answer = true,
  shutDown: Promise<void> = Promise.resolve(),
  others: Partial<RunningWork> = {},
) {
  let onLimit = () => undefined as void;
  const did: string[] = [];
  let explained = false;
  const ended = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<boolean>();
  const lifecycle = createLifecycle({
    inBackground: (_what, work) => void work().catch(() => undefined),
    running: () => ({ ...NOTHING_RUNS, imports, ...others }),
    hideWindow: () => did.push('hide'),
    hasExplained: async () => explained,
    async explainHiding() {
      explained = true;
      did.push('explain');
    },
    async askToQuit() {
      did.push('ask');
      asked.resolve(answer);
      return asked.promise;
    },
    shutDown() {
      did.push('shut down');
      return shutDown;
    },
    tellParked: (work) =>
      void did.push(
        `parked ${work.imports}`,
        ...KINDS.filter((kind) => work[kind] > 0).map((kind) => `${kind} ${work[kind]}`),
      ),
    clock: {
      after(_milliseconds, callback) {
        onLimit = callback;
        return { cancel: () => undefined };
      },
    },
    quit() {
      did.push('quit');
      ended.resolve();
    },
  });
  const event = () => {
    const made = { isPrevented: false, preventDefault: () => (made.isPrevented = true) };
    return made;
  };
  return { reachLimit: () => onLimit(), lifecycle, did, event, ended: ended.promise, asked: asked.promise };
}

/** Everything that was only waiting for its turn has run. */
const settled = () => new Promise((resolve) => setImmediate(resolve));

describe('closing the window', () => {
  it('hides it while a job runs, and says so once', async () => {
    const { lifecycle, did, event } = setUp(1);
    for (let times = 0; times < 2; times += 1) {
      const close = event();
      lifecycle.onWindowClose(close);
      expect(close.isPrevented).toBe(true);
      await settled();
    }
    expect(did).toEqual(['hide', 'explain', 'hide']);
  });

  it('closes it when nothing runs', () => {
    const { lifecycle, did, event } = setUp(0);
    const close = event();
    lifecycle.onWindowClose(close);
    expect(close.isPrevented).toBe(false);
    expect(did).toEqual([]);
  });
});

describe('quitting', () => {
  it('closes the core first, then quits without asking when nothing runs', async () => {
    const { lifecycle, did, event, ended } = setUp(0);
    const first = event();
    lifecycle.onQuit(first);
    expect(first.isPrevented).toBe(true);
    lifecycle.onQuit(event());
    await ended;
    const last = event();
    lifecycle.onQuit(last);
    expect(last.isPrevented).toBe(false);
    expect(did).toEqual(['shut down', 'quit']);
  });

  it('asks while a job runs, and stays when the person says no', async () => {
    const { lifecycle, did, event, asked } = setUp(1, false);
    lifecycle.onQuit(event());
    const close = event();
    lifecycle.onWindowClose(close);
    expect(close.isPrevented).toBe(true);
    await asked;
    await settled();
    lifecycle.onWindowClose(event());
    expect(did).toEqual(['ask', 'hide']);
  });

  it('asks nobody when the system ends the program', async () => {
    const { lifecycle, did, ended } = setUp(3);
    lifecycle.quitUnasked();
    lifecycle.quitUnasked();
    await ended;
    expect(did).toEqual(['shut down', 'parked 3', 'quit']);
  });
});

describe.each(KINDS)('while this program works only on %s', (kind) => {
  const working = (answer: boolean) => setUp(0, answer, Promise.resolve(), { [kind]: 1 });

  it('hides the window that is closed, and asks before it quits', async () => {
    const { lifecycle, did, event, asked } = working(false);
    const close = event();
    lifecycle.onWindowClose(close);
    expect(close.isPrevented).toBe(true);
    await settled();
    lifecycle.onQuit(event());
    await asked;
    expect(did).toEqual(['hide', 'explain', 'ask']);
  });

  it('says what became of it where nobody can be asked', async () => {
    const { lifecycle, did, ended } = working(true);
    lifecycle.quitUnasked();
    await ended;
    expect(did).toEqual(['shut down', 'parked 0', `${kind} 1`, 'quit']);
  });
});

describe('the end of the session, and Quit in the Dock, which looks the same', () => {
  it('is delayed, asks nobody, parks the jobs and says so', async () => {
    const { lifecycle, did, event, ended } = setUp(2);
    const shutdown = event();
    lifecycle.onSessionEnd(shutdown);
    expect(shutdown.isPrevented).toBe(true);
    await ended;
    expect(did).toEqual(['shut down', 'parked 2', 'quit']);
  });

  it('is not stopped for the whole computer by a quit that comes with it', () => {
    const { lifecycle, did, event } = setUp(2, true, new Promise(() => undefined));
    lifecycle.onSessionEnd(event());
    const quit = event();
    lifecycle.onQuit(quit);
    expect(quit.isPrevented).toBe(false);
    expect(did).toEqual(['shut down']);
  });

  it('waits for a core that does not end only up to the limit', async () => {
    const { lifecycle, did, event, ended, reachLimit } = setUp(1, true, new Promise(() => undefined));
    lifecycle.onSessionEnd(event());
    reachLimit();
    await ended;
    expect(did).toEqual(['shut down', 'quit']);
  });

  it('comes while a person is asked, and is not asked about', async () => {
    const { lifecycle, did, event, ended } = setUp(1, false, Promise.resolve());
    lifecycle.onQuit(event());
    lifecycle.onSessionEnd(event());
    await ended;
    expect(did).toEqual(['ask', 'shut down', 'parked 1', 'quit']);
  });
});

describe('closing for an update', () => {
  it('asks nobody, ends the core, then does what the update wants, then quits, and calls no job paused', async () => {
    const { lifecycle, did, ended } = setUp(2);
    lifecycle.closeFirst(async () => void did.push('install'));
    await ended;
    expect(did).toEqual(['shut down', 'install', 'quit']);
  });

  it('does nothing when the core cannot be ended', async () => {
    const { lifecycle, did, ended } = setUp(0, true, Promise.reject(new Error('it does not answer')));
    lifecycle.closeFirst(async () => void did.push('install'));
    await ended;
    expect(did).toEqual(['shut down', 'quit']);
  });

  it('comes too late once the program closes', async () => {
    const { lifecycle, did, ended } = setUp(0);
    lifecycle.quitUnasked();
    lifecycle.closeFirst(async () => void did.push('install'));
    await ended;
    expect(did).toEqual(['shut down', 'quit']);
  });
});

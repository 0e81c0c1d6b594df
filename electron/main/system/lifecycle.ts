// Why: decision 0362.
import type { Clock } from '../../core/foundation/ports.ts';
import type { StartWork } from '../../host/background-work.ts';
import { isAtWork, NOTHING_RUNS, type RunningWork } from '../work/running-work.ts';

/** What the lifecycle needs of the program around it. */
export interface LifecycleOptions {
  readonly inBackground: StartWork;
  running(): RunningWork;
  /** Hides the window and shows an icon beside the clock. */
  hideWindow(): void;
  /** Tells the person that the program continues without a window; called once. */
  explainHiding(): Promise<void>;
  hasExplained(): Promise<boolean>;
  /** True: quit although there is work. */
  askToQuit(work: RunningWork): Promise<boolean>;
  /** Ends the core and the practice service; no request is on its way afterwards. */
  shutDown(): Promise<void>;
  /** Says, where it is seen when the program has gone, what became of its work. */
  tellParked(work: RunningWork): void;
  readonly clock: Pick<Clock, 'after'>;
  /** Quits; the system calls `onQuit` once more. */
  quit(): void;
}

export interface Preventable {
  preventDefault(): void;
}

export type Lifecycle = ReturnType<typeof createLifecycle>;

/** Milliseconds that a session waits for the core; then the journal is enough. */
const SESSION_LIMIT = 10_000;

/**
 * Closing the window while there is work hides the window, and the work continues. Quitting asks first then, because it pauses
 * imports and changes of segments, ends exports and saves, and waits for the rows on their way.
 */
export function createLifecycle(options: LifecycleOptions) {
  const { inBackground } = options;
  let stage: 'open' | 'asking' | 'closing' | 'closed' = 'open';
  let isSessionEnding = false;

  async function explain(): Promise<void> {
    if (!(await options.hasExplained())) await options.explainHiding();
  }

  async function close(work = NOTHING_RUNS, last?: () => Promise<void>): Promise<void> {
    stage = 'closing';
    try {
      await options.shutDown();
      if (isAtWork(work)) options.tellParked(work);
      await last?.();
    } finally {
      leave();
    }
  }

  function leave(): void {
    if (stage === 'closed') return;
    stage = 'closed';
    options.quit();
  }

  function quitUnasked(): void {
    if (stage !== 'open' && stage !== 'asking') return;
    const work = options.running();
    inBackground('quitting', () => close(work));
  }

  async function askFirst(work: RunningWork): Promise<void> {
    stage = 'asking';
    const isMeant = await options.askToQuit(work);
    // The system may have ended the program meanwhile.
    if (stage !== 'asking') return;
    stage = 'open';
    if (isMeant) await close();
  }

  return {
    /** The window's close button. */
    onWindowClose(event: Preventable): void {
      if (stage === 'closing' || stage === 'closed') return;
      if (stage === 'open' && !isAtWork(options.running())) return;
      event.preventDefault();
      if (stage === 'asking') return;
      options.hideWindow();
      inBackground('explaining the icon', explain);
    },
    /** Before the program quits, whatever the reason. */
    onQuit(event: Preventable): void {
      // Preventing the quit while the session ends would stop the log-off of the whole computer.
      if (stage === 'closed' || isSessionEnding) return;
      event.preventDefault();
      if (stage !== 'open') return;
      const work = options.running();
      inBackground('quitting', () => (isAtWork(work) ? askFirst(work) : close()));
    },
    /** The system or a script ends the program: nobody can answer a question. */
    quitUnasked,
    /** For an update: closes without a question, then does `last` while nothing of the program is open, then quits. */
    closeFirst(last: () => Promise<void>): void {
      if (stage === 'open' || stage === 'asking')
        inBackground('closing for an update', () => close(NOTHING_RUNS, last));
    },
    /**
     * The session ends, on macOS and Linux. macOS says the same when a person quits from the Dock, and does not tell the
     * two apart: so nobody is asked, the work is paused or ended, and a notification says so.
     */
    onSessionEnd(event: Preventable): void {
      event.preventDefault();
      if (isSessionEnding) return;
      isSessionEnding = true;
      options.clock.after(SESSION_LIMIT, leave);
      quitUnasked();
    },
  };
}

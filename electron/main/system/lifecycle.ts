import type { StartWork } from '../../host/background-work.ts';

/** What closing the window and quitting mean while a job runs. */
export interface LifecycleOptions {
  readonly inBackground: StartWork;
  runningJobs(): number;
  /** Hides the window and shows an icon beside the clock. */
  hideWindow(): void;
  /** Tells the person, once, that work goes on without a window. */
  explainHiding(): Promise<void>;
  hasExplained(): Promise<boolean>;
  /** True: quit although a job runs. */
  askToQuit(jobs: number): Promise<boolean>;
  /** Ends core and practice; nothing is on its way afterwards. */
  shutDown(): Promise<void>;
  /** Quits; the system calls `onQuit` once more. */
  quit(): void;
}

interface Preventable {
  preventDefault(): void;
}

export interface Lifecycle {
  /** The window's close button. */
  onWindowClose(event: Preventable): void;
  /** Before the program quits, for whatever reason. */
  onQuit(event: Preventable): void;
  /** The system or a script ends the program: nobody is there to be asked. */
  quitUnasked(): void;
}

/**
 * An import outlives its window: closing the window while a job runs hides it. Quitting asks first, because it pauses the
 * job, and then waits for the rows that are on their way.
 */
export function createLifecycle(options: LifecycleOptions): Lifecycle {
  const { inBackground } = options;
  let stage: 'open' | 'asking' | 'closing' | 'closed' = 'open';

  async function explain(): Promise<void> {
    if (!(await options.hasExplained())) await options.explainHiding();
  }

  async function close(): Promise<void> {
    stage = 'closing';
    try {
      await options.shutDown();
    } finally {
      stage = 'closed';
      options.quit();
    }
  }

  async function askFirst(jobs: number): Promise<void> {
    stage = 'asking';
    const isMeant = await options.askToQuit(jobs);
    // The system may have ended the program meanwhile.
    if (stage !== 'asking') return;
    stage = 'open';
    if (isMeant) await close();
  }

  return {
    onWindowClose(event) {
      if (stage === 'closing' || stage === 'closed') return;
      if (stage === 'open' && options.runningJobs() === 0) return;
      event.preventDefault();
      if (stage === 'asking') return;
      options.hideWindow();
      inBackground('explaining the icon', explain);
    },
    onQuit(event) {
      if (stage === 'closed') return;
      event.preventDefault();
      if (stage !== 'open') return;
      const jobs = options.runningJobs();
      inBackground('quitting', () => (jobs > 0 ? askFirst(jobs) : close()));
    },
    quitUnasked() {
      if (stage === 'open' || stage === 'asking') inBackground('quitting', close);
    },
  };
}

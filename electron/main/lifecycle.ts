/** What closing the window and quitting mean while a job runs. */
export interface LifecycleOptions {
  runningJobs(): number;
  /** The window is put away and an icon stays. */
  hideWindow(): void;
  /** Says once and for all that work goes on without a window. */
  explainHiding(): Promise<void>;
  hasExplained(): Promise<boolean>;
  /** True: quit although a job runs. */
  askToQuit(jobs: number): Promise<boolean>;
  /** Ends core and practice; nothing is on its way afterwards. */
  shutDown(): Promise<void>;
  /** Quits for good; comes back through `onQuit`. */
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
  /** The system or a script wants the program to end: nobody is there to be asked. */
  quitUnasked(): void;
}

/**
 * An import outlives its window: closing the window while a job runs puts it away. Quitting asks, since it pauses the
 * job, and then waits for what is on its way to the service.
 */
export function createLifecycle(options: LifecycleOptions): Lifecycle {
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
      void explain();
    },
    onQuit(event) {
      if (stage === 'closed') return;
      event.preventDefault();
      if (stage !== 'open') return;
      const jobs = options.runningJobs();
      void (jobs > 0 ? askFirst(jobs) : close());
    },
    quitUnasked() {
      if (stage === 'open' || stage === 'asking') void close();
    },
  };
}

// Why: decision 0044.
import type { StartWork } from '../../host/background-work.ts';

/** What the lifecycle needs of the program around it. */
export interface LifecycleOptions {
  readonly inBackground: StartWork;
  runningJobs(): number;
  /** Hides the window and shows an icon beside the clock. */
  hideWindow(): void;
  /** Tells the person that the program continues without a window; called once. */
  explainHiding(): Promise<void>;
  hasExplained(): Promise<boolean>;
  /** True: quit although a job runs. */
  askToQuit(jobs: number): Promise<boolean>;
  /** Ends the core and the practice service; no request is on its way afterwards. */
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
  /** Before the program quits, whatever the reason. */
  onQuit(event: Preventable): void;
  /** The system or a script ends the program: nobody can answer a question. */
  quitUnasked(): void;
}

/**
 * Closing the window while a job runs hides the window, and the job continues. Quitting while a job runs asks first,
 * because it pauses the job, and then waits for the rows on their way.
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

import type { JobSummary } from '../../../../../shared/contract/jobs/jobs.ts';
import { createProgress } from '../../../foundation/progress.ts';
import type { FeatureServices } from '../../../sessions/feature.ts';

/** Milliseconds between two snapshots of a job: a person reads at most four a second. */
const PROGRESS_PAUSE = 250;
/** Milliseconds between two events `job:figures`: after each, the page may read long lists again. */
const FIGURES_PAUSE = 1000;

export interface PageNewsOptions {
  readonly services: Pick<FeatureServices, 'clock' | 'log' | 'emit'>;
  readonly accountId: string;
  /** Null for a job that is not here: another program may have deleted it. */
  readonly summaryOf: (jobId: string) => JobSummary | null;
  /** Called after a summary was sent. */
  readonly onTold: (jobId: string) => void;
  /** Called when the pages were told that the job is gone. */
  readonly onRemoved: (jobId: string) => void;
}

/** What the pages hear of the jobs of one account, and how often. */
export class PageNews implements Disposable {
  readonly #options: PageNewsOptions;
  readonly #progress: ReturnType<typeof createProgress>;
  readonly #figures: ReturnType<typeof createProgress>;
  /** By job: what its figures depended on when they were last announced. */
  readonly #announced = new Map<string, string>();

  constructor(options: PageNewsOptions) {
    this.#options = options;
    const { services, accountId } = options;
    this.#progress = createProgress(services.clock, PROGRESS_PAUSE, (jobId) => this.announce(jobId));
    this.#figures = createProgress(services.clock, FIGURES_PAUSE, (jobId) =>
      services.emit('job:figures', { accountId, jobId }),
    );
  }

  /** Something about the job has changed. */
  changed(jobId: string): void {
    this.#progress.changed(jobId);
  }

  /** Tells it now, without the pause. */
  tell(jobId: string): void {
    this.#progress.flush(jobId);
  }

  /** Every page is told, and nothing more is announced of the job. */
  removed(jobId: string): void {
    const { services, accountId, onRemoved } = this.#options;
    this.#announced.delete(jobId);
    this.#progress.forget(jobId);
    this.#figures.forget(jobId);
    onRemoved(jobId);
    services.emit('job:removed', { accountId, jobId });
  }

  /** Catches a journal that cannot be read, because timers call this too. */
  announce(jobId: string): void {
    const { services, summaryOf, onTold } = this.#options;
    try {
      const summary = summaryOf(jobId);
      if (summary === null) return this.removed(jobId);
      services.emit('job:progress', summary);
      onTold(jobId);
      this.#announceFigures(summary);
    } catch (error) {
      services.log.bug('announce the progress of an import', error);
    }
  }

  #announceFigures({ id, state, counts }: JobSummary): void {
    const minute = Math.floor(this.#options.services.clock.wallNow() / 60_000);
    const basis = [state, counts.refused, counts.unknown, counts.skipped, minute].join(' ');
    if (this.#announced.get(id) === basis) return;
    this.#announced.set(id, basis);
    this.#figures.changed(id);
  }

  [Symbol.dispose](): void {
    this.#progress.forgetAll();
    this.#figures.forgetAll();
  }
}

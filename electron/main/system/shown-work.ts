// Why: decision 0410.
import type { JobSummary } from '../../../shared/contract/jobs/jobs.ts';
import { format } from '../../../shared/domain/words/format.ts';
import type { Clock, Timer } from '../../core/foundation/ports.ts';
import { SeenJobs } from '../work/seen-jobs.ts';

/** What taskbar, Dock and the icon beside the clock show of the imports. */
export interface WorkFigures {
  /** Share of the rows that are done, 0 to 1 in hundredths, of the imports that this is about; null when there is none. */
  readonly share: number | null;
  /** `waiting`: none sends rows now, and one goes on by itself. `needsYou`: one cannot go on without a person. */
  readonly state: 'idle' | 'running' | 'waiting' | 'needsYou';
  /** One line; empty when there is nothing to say. */
  readonly text: string;
  /** Imports that need a person. */
  readonly needYou: number;
  /** The imports that can be paused, and those that can be resumed. */
  readonly pausable: readonly ShownJob[];
  readonly resumable: readonly ShownJob[];
}

/** An import of any account that is signed in. */
export interface ShownJob {
  readonly jobId: string;
  readonly accountId: string;
}

/** Milliseconds between two figures: a system that draws them has other things to do. */
const APART = 1_000;

/** Of an import that was paused, or needed a person, before the core was started it says nothing: a mark for it would never go. */
export class ShownWork extends SeenJobs {
  readonly #clock: Pick<Clock, 'after'>;
  readonly #onChange: (figures: WorkFigures) => void;
  #shown: WorkFigures = figuresOf([]);
  #timer: Timer | null = null;
  #hasNews = false;

  constructor(clock: Pick<Clock, 'after'>, onChange: (figures: WorkFigures) => void) {
    super();
    this.#clock = clock;
    this.#onChange = onChange;
  }

  /** As they were shown last. */
  get figures(): WorkFigures {
    return this.#shown;
  }

  protected override changed(): void {
    this.#hasNews = true;
    if (this.#timer !== null) return;
    this.#hasNews = false;
    this.#show();
    this.#timer = this.#clock.after(APART, () => {
      this.#timer = null;
      if (this.#hasNews) this.changed();
    });
  }

  #show(): void {
    const figures = figuresOf([...this.jobs.values()]);
    if (JSON.stringify(figures) === JSON.stringify(this.#shown)) return;
    this.#shown = figures;
    this.#onChange(figures);
  }
}

function figuresOf(jobs: readonly JobSummary[]): WorkFigures {
  const of = (state: JobSummary['state']) => jobs.filter((job) => job.state === state);
  const [running, waiting, needing] = [of('running'), of('waiting'), of('needsYou')];
  const atWork = [...running, ...waiting];
  const meant = atWork.length > 0 ? atWork : needing;
  const state =
    needing.length > 0 ? 'needsYou' : running.length > 0 ? 'running' : atWork.length > 0 ? 'waiting' : 'idle';
  const share = shareOf(meant);
  return {
    share,
    state,
    text: textOf(meant, needing, share),
    needYou: needing.length,
    pausable: atWork.map(named),
    resumable: of('paused').map(named),
  };
}

function named({ id, accountId }: JobSummary): ShownJob {
  return { jobId: id, accountId };
}

function shareOf(jobs: readonly JobSummary[]): number | null {
  const sum = (count: (job: JobSummary) => number) => jobs.reduce((total, job) => total + count(job), 0);
  const rows = sum(({ counts }) => counts.rows);
  return rows === 0 ? null : Math.floor((100 * sum(({ counts }) => counts.rows - counts.waiting)) / rows) / 100;
}

function textOf(meant: readonly JobSummary[], needing: readonly JobSummary[], share: number | null): string {
  const [one, other] = needing;
  if (one !== undefined)
    return other === undefined ? `${one.name} needs you` : `${format.count(needing.length, 'import')} need you`;
  const [first, second] = meant;
  if (first === undefined) return '';
  const done = share === null ? '' : `: ${Math.round(share * 100)} %`;
  if (second !== undefined) return `${format.count(meant.length, 'import')}${done}`;
  return first.state === 'waiting' ? `${first.name} waits${done}` : `Importing ${first.name}${done}`;
}

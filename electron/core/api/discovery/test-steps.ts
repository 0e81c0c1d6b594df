import type { TestStep } from '../../../../shared/contract/account/discovery.ts';
import type { AppError } from '../../../../shared/contract/errors.ts';
import type { Clock } from '../../foundation/ports.ts';

export type StepId = TestStep['id'];

/** How a step ended. `failed` ends the test. `request`: the number of its request; left out when it cost none. */
export type StepEnd =
  | { readonly state: 'ok' | 'absent' | 'warning'; readonly detail: string; readonly request?: number | null }
  | { readonly state: 'failed'; readonly error: AppError; readonly request?: number | null };

const TITLES: Readonly<Record<StepId, string>> = {
  address: 'Address',
  encryption: 'Encryption',
  prefix: 'Path',
  credentials: 'Login',
  limits: 'Limits',
  counts: 'Counts',
  rights: 'Rights',
  metadata: 'Metadata',
  raw: 'Raw leads',
  search: 'Lead search',
  clock: 'Clock',
};

/** The steps of one test, each reported when it begins and when it ends. */
export class TestSteps {
  readonly #steps = new Map<StepId, TestStep>();
  readonly #clock: Clock;
  readonly #onStep: (step: TestStep) => void;
  readonly #signal: AbortSignal | undefined;
  /** The trouble that ended the test. */
  error: AppError | null = null;

  constructor(clock: Clock, onStep: (step: TestStep) => void, signal: AbortSignal | undefined) {
    this.#clock = clock;
    this.#onStep = onStep;
    this.#signal = signal;
  }

  get all(): readonly TestStep[] {
    return [...this.#steps.values()];
  }

  /** Runs a step unless one failed before. True when the test goes on. */
  async run(id: StepId, work: () => Promise<StepEnd>): Promise<boolean> {
    if (this.error !== null) return false;
    const since = this.#clock.monotonicNow();
    this.#report({ id, state: 'running', title: TITLES[id], detail: '', milliseconds: null, request: null });
    const end: StepEnd =
      this.#signal?.aborted === true
        ? { state: 'failed', error: { code: 'cancelled', message: 'Cancelled.' } }
        : await work();
    const milliseconds = Math.round(this.#clock.monotonicNow() - since);
    // The answer to another step may settle this one too: it has no time of its own.
    this.end(id, end, milliseconds > 0 ? milliseconds : null);
    return end.state !== 'failed';
  }

  /** Ends a step that another one answered. */
  end(id: StepId, end: StepEnd, milliseconds: number | null = null): void {
    if (end.state === 'failed') this.error = end.error;
    const detail = end.state === 'failed' ? end.error.message : end.detail;
    this.#report({ id, state: end.state, title: TITLES[id], detail, milliseconds, request: end.request ?? null });
  }

  #report(step: TestStep): void {
    this.#steps.set(step.id, step);
    this.#onStep(step);
  }
}

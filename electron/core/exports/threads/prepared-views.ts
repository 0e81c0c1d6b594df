import { Failure } from '../../foundation/failure.ts';
import type { Log } from '../../foundation/ports.ts';
import type { LeadViews } from './lead-views.ts';

/** Makes the searches of results fast, once each, while nothing else writes into their files. */
export class PreparedViews {
  readonly #views: LeadViews;
  readonly #log: Pick<Log, 'bug'>;
  /** The promises never reject. */
  readonly #preparing = new Map<string, Promise<void>>();
  readonly #held = new Set<string>();

  constructor(views: LeadViews, log: Pick<Log, 'bug'>) {
    this.#views = views;
    this.#log = log;
  }

  /** For a result in which no more leads arrive. @param path its file */
  prepare(id: string, path: string): void {
    if (this.#preparing.has(id) || this.#held.has(id)) return;
    const prepared = this.#views.ask({ kind: 'prepare', path }).catch((error: unknown) => {
      // Without it searches find the same, only slower. A cancel comes with the end of the session.
      if (!(error instanceof Failure)) this.#log.bug('prepare the views of an export', error);
    });
    this.#preparing.set(
      id,
      prepared.then(() => undefined),
    );
  }

  /** Its rows are about to change. Resolves when nothing is written into its file by this. */
  async hold(id: string): Promise<void> {
    this.#held.add(id);
    await this.forget(id);
  }

  release(id: string): void {
    this.#held.delete(id);
  }

  async forget(id: string): Promise<void> {
    await this.#preparing.get(id);
    this.#preparing.delete(id);
  }

  /** Resolves when the last one has ended. */
  async settle(): Promise<void> {
    await Promise.all(this.#preparing.values());
  }
}

/** What was read from the service about each job since the account was opened. A later program reads it again. */
export class KeptReadings<Reading> {
  readonly #isThere: (jobId: string) => boolean;
  readonly #readings = new Map<string, Reading>();
  /** Reads under way: a second page does not ask the service again. */
  readonly #reads = new Map<string, Promise<Reading>>();

  /** @param isThere whether the job still exists: nothing of a deleted job's leads stays */
  constructor(isThere: (jobId: string) => boolean) {
    this.#isThere = isThere;
  }

  current(jobId: string): Reading | null {
    return this.#readings.get(jobId) ?? null;
  }

  forget(jobId: string): void {
    this.#readings.delete(jobId);
  }

  read(jobId: string, work: () => Promise<Reading>): Promise<Reading> {
    const running = this.#reads.get(jobId);
    if (running !== undefined) return running;
    const read = work()
      .then((reading) => {
        // It may have been deleted while its leads came.
        if (this.#isThere(jobId)) this.#readings.set(jobId, reading);
        return reading;
      })
      .finally(() => this.#reads.delete(jobId));
    this.#reads.set(jobId, read);
    return read;
  }
}

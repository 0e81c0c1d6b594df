import { LANES, type Lane } from '../../../../shared/domain/pacing/pacing.ts';
import type { Admission, AdmissionRequest } from './admission.ts';

export interface Waiting extends AdmissionRequest {
  /** Position in the order of arrival, over all services. */
  readonly order: number;
  answer(admission: Admission): void;
}

/** Requests of one service that wait for admission, oldest first. */
export class LaneQueue {
  readonly #entries: Waiting[] = [];

  get isEmpty(): boolean {
    return this.#entries.length === 0;
  }

  add(entry: Waiting): void {
    this.#entries.push(entry);
  }

  remove(entry: Waiting): void {
    const index = this.#entries.indexOf(entry);
    if (index >= 0) this.#entries.splice(index, 1);
  }

  removeAll(): Waiting[] {
    return this.#entries.splice(0);
  }

  list(): readonly Waiting[] {
    return [...this.#entries];
  }

  count(lane: Lane): number {
    return this.#entries.filter((entry) => entry.lane === lane).length;
  }

  /** First of each lane, highest lane first. */
  heads(): Waiting[] {
    return LANES.flatMap((lane) => this.#entries.find((entry) => entry.lane === lane) ?? []);
  }

  hasBelow(lane: Lane): boolean {
    return this.#entries.some((entry) => LANES.indexOf(entry.lane) > LANES.indexOf(lane));
  }
}

/** The same heads with the lower lanes first, oldest first, and the highest last. */
export function lowestFirst(heads: readonly Waiting[]): Waiting[] {
  const [top, ...lower] = heads;
  lower.sort((one, other) => one.order - other.order);
  return top === undefined ? lower : [...lower, top];
}

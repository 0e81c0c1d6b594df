import type { Clock } from '../../foundation/ports.ts';

/** The body came slower than the lowest rate. */
export class SlowBody extends Error {
  constructor() {
    super('the body arrives too slowly');
    this.name = 'SlowBody';
  }
}

export interface Pace {
  /** Milliseconds over which the rate is measured. */
  readonly over: number;
  /** Bytes a second. */
  readonly lowestRate: number;
}

/**
 * The body's pieces. Throws SlowBody when they come below the lowest rate; a time-out between two pieces alone would
 * let a service that sends a byte now and then hold the request for ever. Only the time spent waiting for the service
 * counts, not the time that the reader takes.
 */
export async function* steady(
  body: AsyncIterable<Uint8Array>,
  clock: Clock,
  { over, lowestRate }: Pace,
): AsyncGenerator<Uint8Array, void> {
  let waited = 0;
  let bytes = 0;
  let since = clock.monotonicNow();
  for await (const piece of body) {
    waited += clock.monotonicNow() - since;
    bytes += piece.byteLength;
    if (waited >= over) {
      if ((bytes * 1000) / waited < lowestRate) throw new SlowBody();
      waited = 0;
      bytes = 0;
    }
    yield piece;
    since = clock.monotonicNow();
  }
}

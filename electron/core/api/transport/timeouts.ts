/** Milliseconds, except the rate. */
export interface Timeouts {
  readonly connect: number;
  /** From the last byte of the request to the headers of the answer. */
  readonly headers: number;
  /** Between two pieces of the body. */
  readonly body: number;
  /** From the sending of a request to the last byte of its answer; of a list of leads, to its first byte. */
  readonly answer: number;
  /** As `answer`, to the last byte of a list of leads; null: however long it takes, but not below `lowestRate`. */
  readonly list: number | null;
  /** Bytes a second of a list of leads, measured over the time of `body`. A lead is some hundred bytes. */
  readonly lowestRate: number;
}

export const DEFAULT_TIMEOUTS: Timeouts = {
  connect: 10_000,
  headers: 60_000,
  body: 60_000,
  answer: 150_000,
  list: null,
  lowestRate: 100,
};

/** Those of a person who says how long a whole answer may take: its first byte may come as late. */
export function timeoutsWithin(answer: number): Partial<Timeouts> {
  return { answer, list: answer, headers: Math.max(answer, DEFAULT_TIMEOUTS.headers) };
}

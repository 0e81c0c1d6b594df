import { eventNames, type EventName } from '../../../shared/contract/channels.ts';
import type { Connection } from './connection.ts';

export type Listener = (payload: unknown) => void;

export interface HostEventOptions {
  readonly openEvents: (url: string) => EventSource;
  readonly setTimeout: (action: () => void, milliseconds: number) => unknown;
  readonly connection: Connection;
  /** Asks the host anything: the answer shows whether the host is gone or does not know this page. */
  readonly probe: () => void;
}

/** `EventSource.CLOSED`: the browser will not try again by itself. */
const CLOSED = 2;

/** Milliseconds before the stream is opened again, after the first failure, the second, …; the last one from then on. */
const retryMilliseconds = [500, 1000, 2000, 4000] as const;

/**
 * One stream for all events. The browser opens it again by itself and asks for what it missed; after an answer that is no
 * stream it gives up, and we try again.
 */
export class HostEvents {
  readonly #options: HostEventOptions;
  readonly #listeners = new Map<EventName, Set<Listener>>();
  /** Since the stream was open last. */
  #failures = 0;

  constructor(options: HostEventOptions) {
    this.#options = options;
  }

  open(): void {
    const source = this.#options.openEvents('/events');
    source.addEventListener('open', () => {
      this.#options.connection.set('open');
      // Events that were sent while the stream was down may be lost: listeners of `core:state` read everything again.
      if (this.#failures > 0) this.#tell('core:state', { state: 'running', message: '' });
      this.#failures = 0;
    });
    for (const name of eventNames) {
      source.addEventListener(name, (event) => {
        this.#tell(name, JSON.parse((event as MessageEvent<string>).data));
      });
    }
    source.addEventListener('error', () => this.#failed(source.readyState === CLOSED));
  }

  /** @returns the function that ends it */
  listen(name: EventName, listener: Listener): () => void {
    const set = this.#listeners.get(name) ?? new Set<Listener>();
    this.#listeners.set(name, set.add(listener));
    return () => set.delete(listener);
  }

  #failed(isGivenUp: boolean): void {
    this.#failures += 1;
    if (this.#failures > 1 || isGivenUp) this.#options.probe();
    if (!isGivenUp) return;
    const wait = retryMilliseconds[Math.min(this.#failures - 1, retryMilliseconds.length - 1)] ?? 4000;
    this.#options.setTimeout(() => this.open(), wait);
  }

  #tell(name: EventName, payload: unknown): void {
    for (const listener of this.#listeners.get(name) ?? []) listener(payload);
  }
}

import { eventNames, type EventName } from '../../../shared/contract/channels.ts';
import type { LinkKeeper } from '../lib/link.ts';

export type Listener = (payload: unknown) => void;

export interface HostEventOptions {
  readonly openEvents: (url: string) => EventSource;
  readonly setTimeout: (action: () => void, milliseconds: number) => unknown;
  readonly link: LinkKeeper;
  /** Makes a call, which sets the link: the host has gone, or does not know this page. */
  readonly probe: () => Promise<unknown>;
}

/** `EventSource.CLOSED`: the browser will not connect again on its own. */
const CLOSED = 2;

/** Milliseconds before the stream is opened again, after the first failure, the second and so on; the last for all later ones. */
const retryMilliseconds = [500, 1000, 2000, 4000] as const;

/**
 * One stream for all events. The browser connects again on its own and asks for the events it missed. After an answer that
 * is not a stream it gives up, and this class opens the stream again.
 */
export class HostEvents {
  readonly #options: HostEventOptions;
  readonly #listeners = new Map<EventName, Set<Listener>>();
  /** Failures since the stream was last open. */
  #failures = 0;

  constructor(options: HostEventOptions) {
    this.#options = options;
  }

  open(): void {
    const source = this.#options.openEvents('/events');
    source.addEventListener('open', () => {
      this.#options.link.heard();
      // Events may be lost while the stream was down. On `core:state` the listeners read everything again.
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

  /** @returns the function that removes the listener */
  listen(name: EventName, listener: Listener): () => void {
    const set = this.#listeners.get(name) ?? new Set<Listener>();
    this.#listeners.set(name, set.add(listener));
    return () => set.delete(listener);
  }

  #failed(isGivenUp: boolean): void {
    this.#options.link.broke();
    this.#failures += 1;
    if (this.#failures > 1 || isGivenUp) this.#probe();
    if (!isGivenUp) return;
    const wait = retryMilliseconds[Math.min(this.#failures - 1, retryMilliseconds.length - 1)] ?? 4000;
    this.#options.setTimeout(() => this.open(), wait);
  }

  #probe(): void {
    const { probe, link } = this.#options;
    probe().catch(() => link.lost('gone'));
  }

  #tell(name: EventName, payload: unknown): void {
    for (const listener of this.#listeners.get(name) ?? []) listener(payload);
  }
}

import { HostLink, type LinkMessage } from '../../core/link/host-link.ts';
import {
  type Answers,
  answerBy,
  type Ask,
  askBy,
  CORE_EVENT,
  type CoreEvent,
  coreRequests,
  hostRequests,
  readCoreEvent,
} from '../../core/link/host-messages.ts';
import type { AppError } from '../../../shared/contract/errors.ts';
import type { Log } from '../../core/foundation/ports.ts';

/** The child process of a core, started by Electron or by Node. */
export interface CoreChild {
  send(message: LinkMessage): void;
  onMessage(listener: (message: unknown) => void): void;
  onExit(listener: (code: number | null) => void): void;
  kill(): void;
}

export interface CoreProcessOptions {
  readonly answers: Answers<typeof hostRequests>;
  onEvent(event: CoreEvent): void;
  readonly log: Log;
}

/** A process with a core, and the link to it. */
export class CoreProcess {
  /** Resolves with the exit code when the process has ended; null when a signal ended it. */
  readonly exited: Promise<number | null>;
  readonly ask: Ask<typeof coreRequests>;
  readonly #child: CoreChild;
  readonly #link: HostLink;

  constructor(child: CoreChild, { answers, onEvent, log }: CoreProcessOptions) {
    this.#child = child;
    this.#link = new HostLink({
      send: (message) => child.send(message),
      answer: answerBy(hostRequests, answers),
      onBug: (name, error) => log.bug(name, error),
      onEvent(name, payload) {
        const event = name === CORE_EVENT ? readCoreEvent(payload) : null;
        if (event === null) log.note(`The core sent an event that the contract does not have (${name}).`);
        else onEvent(event);
      },
    });
    this.ask = askBy(coreRequests, this.#link);
    child.onMessage((message) => this.#link.receive(message));
    this.exited = new Promise((resolve) => child.onExit(resolve));
  }

  /** Ends every unanswered request with this error. */
  endCalls(error: AppError): void {
    this.#link.end(error);
  }

  kill(): void {
    this.#child.kill();
  }
}

import { type EventName, type EventPayload, events } from '../../shared/contract/channels.ts';
import type { AppError, Outcome } from '../../shared/contract/errors.ts';
import { createHostLink, type HostLink, type LinkMessage } from '../core/link/host-link.ts';
import {
  type Answers,
  answerBy,
  CORE_EVENT,
  type CoreRequestArgs,
  type CoreRequestName,
  hostRequests,
  type StartArgs,
} from '../core/link/host-messages.ts';
import type { Clock, Log } from '../core/foundation/ports.ts';
import type { GrantedFile } from '../core/foundation/ports.ts';
import type { CallCore } from '../host/gate.ts';

/** A core that ends this often within the window is not started again: something is wrong that a restart does not cure. */
const MOST_EXITS = 5;
const EXIT_WINDOW_MS = 60_000;
const FIRST_PAUSE_MS = 250;
/** How long what is on its way to the service may take when the program ends. Rows cut off become unknown, never lost. */
const CLOSE_LIMIT_MS = 15_000;

/** A core in a process of its own. */
export interface CoreChild {
  send(message: LinkMessage): void;
  onMessage(listener: (message: unknown) => void): void;
  onExit(listener: (code: number | null) => void): void;
  kill(): void;
}

export interface CoreSupervisorOptions {
  fork(): CoreChild;
  readonly start: StartArgs;
  readonly answers: Answers<typeof hostRequests>;
  /** Files that a core started again has to know of. */
  granted(): readonly GrantedFile[];
  onEvent(name: EventName, payload: unknown): void;
  onState(state: EventPayload<'core:state'>): void;
  readonly clock: Clock;
  readonly log: Log;
}

export interface CoreSupervisor {
  /** Waits while the core is started again. A call that was being answered when it ended gets an honest error, not a second try. */
  readonly call: CallCore;
  grant(file: GrantedFile): void;
  suspend(): void;
  resume(): void;
  /** Ends with null when the core runs for the first time, or with the sentence why it does not. */
  readonly started: Promise<string | null>;
  /** Lets the core close its files; ends it when that takes too long. */
  close(): Promise<void>;
}

type Running = { readonly ok: true; readonly link: HostLink } | { readonly ok: false; readonly error: AppError };

export function superviseCore(options: CoreSupervisorOptions): CoreSupervisor {
  const { clock, log } = options;
  const exits: number[] = [];
  const first = Promise.withResolvers<string | null>();
  let running = Promise.withResolvers<Running>();
  let child: CoreChild | null = null;
  let exited = Promise.withResolvers<void>();
  let isClosing = false;
  let isUp = false;
  let hasRun = false;

  function fork(): void {
    const current = options.fork();
    const link = createHostLink({
      send: (message) => current.send(message),
      answer: answerBy(hostRequests, options.answers),
      onBug: (name, error) => log.bug(name, error),
      onEvent(name, payload) {
        if (name === CORE_EVENT && isEvent(payload)) options.onEvent(payload.name, payload.payload);
      },
    });
    child = current;
    exited = Promise.withResolvers();
    current.onMessage((message) => link.receive(message));
    current.onExit((code) => gone(link, code));
    void begin(link, current);
  }

  async function begin(link: HostLink, current: CoreChild): Promise<void> {
    const outcome = await ask(link, 'core:start', options.start);
    // Ended meanwhile: `gone` has the word.
    if (child !== current) return;
    if (!outcome.ok) {
      // Refused by the core itself: starting again would not help.
      fail(outcome.error);
      return;
    }
    for (const file of options.granted()) await ask(link, 'core:grant', file);
    if (child !== current) return;
    isUp = true;
    running.resolve({ ok: true, link });
    if (hasRun) options.onState({ state: 'running', message: 'Lead Console works again. Nothing was sent twice.' });
    hasRun = true;
    first.resolve(null);
  }

  function gone(link: HostLink, code: number | null): void {
    child = null;
    exited.resolve();
    const logId = isClosing ? 'none' : log.bug('core process', new Error(`The core ended by itself with ${code}.`));
    link.end(endedWhileAnswering(logId));
    if (isClosing) return;
    // Who waits for a core that never came up goes on waiting for the next one.
    if (isUp) running = Promise.withResolvers();
    isUp = false;
    exits.push(clock.monotonicNow());
    while ((exits[0] ?? 0) < clock.monotonicNow() - EXIT_WINDOW_MS) exits.shift();
    if (exits.length > MOST_EXITS) {
      fail({
        code: 'internal',
        logId,
        message: `The part of Lead Console that does the work ends again and again (log ${logId}). Your data is kept. Close Lead Console and start it again.`,
      });
      return;
    }
    options.onState({
      state: 'restarting',
      message:
        'The part of Lead Console that does the work ended unexpectedly and is being started again. Nothing is lost.',
    });
    clock.after(FIRST_PAUSE_MS * 2 ** (exits.length - 1), () => {
      if (!isClosing) fork();
    });
  }

  function fail(error: AppError): void {
    running.resolve({ ok: false, error });
    first.resolve(error.message);
    options.onState({ state: 'failed', message: error.message });
  }

  /** For what a later core does not need to hear again. */
  async function tell<Name extends CoreRequestName>(name: Name, args: CoreRequestArgs<Name>): Promise<void> {
    const now = await running.promise;
    if (now.ok) await ask(now.link, name, args);
  }

  fork();
  return {
    async call(channel, args, signal) {
      const now = await running.promise;
      if (!now.ok) return now;
      const outcome = await ask(now.link, 'core:call', { channel, args }, signal);
      return outcome.ok ? (outcome.value as Outcome<unknown>) : outcome;
    },
    grant: (file) => void tell('core:grant', file),
    suspend: () => void tell('core:suspend', {}),
    resume: () => void tell('core:resume', {}),
    started: first.promise,
    async close() {
      isClosing = true;
      const current = child;
      if (!current) return;
      const limit = clock.after(CLOSE_LIMIT_MS, () => current.kill());
      const state = await Promise.race([running.promise, exited.promise]);
      if (state?.ok) await ask(state.link, 'core:close', {});
      current.kill();
      await exited.promise;
      limit.cancel();
    },
  };
}

function endedWhileAnswering(logId: string): AppError {
  return {
    code: 'internal',
    logId,
    message: `The part of Lead Console that does the work ended before it answered (log ${logId}). It is being started again, and no row is sent twice. Look at the current state before you repeat this.`,
  };
}

function ask<Name extends CoreRequestName>(
  link: HostLink,
  name: Name,
  args: CoreRequestArgs<Name>,
  signal?: AbortSignal,
) {
  return link.request(name, args, signal);
}

function isEvent(value: unknown): value is { name: EventName; payload: unknown } {
  return (
    typeof value === 'object' &&
    value !== null &&
    'name' in value &&
    typeof value.name === 'string' &&
    Object.hasOwn(events, value.name) &&
    'payload' in value
  );
}

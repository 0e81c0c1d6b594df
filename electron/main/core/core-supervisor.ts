import {
  type ChannelInput,
  type ChannelResult,
  channels,
  type CoreChannelName,
  type EventPayload,
} from '../../../shared/contract/channels.ts';
import type { AppError, Outcome } from '../../../shared/contract/errors.ts';
import type { StartArgs } from '../../core/link/host-messages.ts';
import type { Clock, GrantedFile } from '../../core/foundation/ports.ts';
import type { CallCore } from '../../host/gate.ts';
import { type CoreChild, CoreProcess, type CoreProcessOptions } from './core-process.ts';

/** Exits within the window below. With one more the core is not started again: something is wrong that a start does not cure. */
const MOST_EXITS = 5;
const EXIT_WINDOW_MS = 60_000;
/** Milliseconds before the first new start; each later one within the window waits twice as long. */
const FIRST_PAUSE_MS = 250;
/** Milliseconds for rows on their way when the program ends. Rows that are cut off become unknown, never lost. */
const CLOSE_LIMIT_MS = 15_000;

export interface CoreSupervisorOptions extends CoreProcessOptions {
  fork(): CoreChild;
  readonly start: StartArgs;
  /** Files that a core started again has to know of. */
  granted(): readonly GrantedFile[];
  onState(state: EventPayload<'core:state'>): void;
  readonly clock: Clock;
}

type Running = { readonly ok: true; readonly core: CoreProcess } | { readonly ok: false; readonly error: AppError };

/** Keeps one core running in a process of its own, and passes calls on to it. */
export class CoreSupervisor {
  /** Resolves with null when the core runs for the first time, or with the sentence why it does not. */
  readonly started: Promise<string | null>;
  readonly #options: CoreSupervisorOptions;
  readonly #first = Promise.withResolvers<string | null>();
  readonly #exits: number[] = [];
  #running = Promise.withResolvers<Running>();
  #current: CoreProcess | null = null;
  #isClosing = false;
  #isUp = false;
  #hasRun = false;

  constructor(options: CoreSupervisorOptions) {
    this.#options = options;
    this.started = this.#first.promise;
    this.#fork();
  }

  /**
   * Waits while the core is started again. A call that was being answered when the core ended gets an honest error, not a
   * second try.
   */
  readonly call: CallCore = async (channel, args, signal) => {
    const now = await this.#running.promise;
    if (!now.ok) return now;
    const outcome = await now.core.ask('core:call', { channel, args }, signal);
    return outcome.ok ? outcome.value : outcome;
  };

  /** A call of this host's own, which reads the answer. */
  async ask<Name extends CoreChannelName>(name: Name, args: ChannelInput<Name>): Promise<Outcome<ChannelResult<Name>>> {
    const outcome = await this.call(name, args, new AbortController().signal);
    return outcome.ok
      ? { ok: true, value: channels[name].result.parse(outcome.value) as ChannelResult<Name> }
      : outcome;
  }

  grant(file: GrantedFile): void {
    this.#tell('core:grant', (core) => core.ask('core:grant', file));
  }

  suspend(): void {
    this.#tell('core:suspend', (core) => core.ask('core:suspend', {}));
  }

  resume(): void {
    this.#tell('core:resume', (core) => core.ask('core:resume', {}));
  }

  /** Lets the core close its files; ends it when that takes too long. */
  async close(): Promise<void> {
    this.#isClosing = true;
    const current = this.#current;
    if (current === null) return;
    const limit = this.#options.clock.after(CLOSE_LIMIT_MS, () => current.kill());
    const now = await Promise.race([this.#running.promise, current.exited.then(() => null)]);
    if (now?.ok === true) await now.core.ask('core:close', {});
    current.kill();
    await current.exited;
    limit.cancel();
  }

  #fork(): void {
    const core = new CoreProcess(this.#options.fork(), this.#options);
    this.#current = core;
    this.#inBackground('the end of the core', async () => this.#gone(core, await core.exited));
    this.#inBackground('the start of the core', () => this.#begin(core));
  }

  async #begin(core: CoreProcess): Promise<void> {
    const outcome = await core.ask('core:start', this.#options.start);
    // A core that ended meanwhile is dealt with in `gone`.
    if (this.#current !== core) return;
    if (!outcome.ok) {
      // Refused by the core itself: starting again would not help.
      this.#fail(outcome.error);
      return;
    }
    for (const file of this.#options.granted()) await core.ask('core:grant', file);
    if (this.#current !== core) return;
    this.#isUp = true;
    this.#running.resolve({ ok: true, core });
    if (this.#hasRun)
      this.#options.onState({ state: 'running', message: 'Lead Console works again. Nothing was sent twice.' });
    this.#hasRun = true;
    this.#first.resolve(null);
  }

  #gone(core: CoreProcess, code: number | null): void {
    this.#current = null;
    const logId = this.#isClosing ? 'none' : this.#logExit(code);
    core.endCalls(endedWhileAnswering(logId));
    if (this.#isClosing) return;
    // Calls that wait for a core that never came up go on waiting for the next one.
    if (this.#isUp) this.#running = Promise.withResolvers();
    this.#isUp = false;
    const exits = this.#countExit();
    if (exits > MOST_EXITS) {
      this.#fail(endsAgainAndAgain(logId));
      return;
    }
    this.#options.onState({
      state: 'restarting',
      message:
        'The part of Lead Console that does the work ended unexpectedly and is being started again. Nothing is lost.',
    });
    this.#options.clock.after(FIRST_PAUSE_MS * 2 ** (exits - 1), () => {
      if (!this.#isClosing) this.#fork();
    });
  }

  #logExit(code: number | null): string {
    return this.#options.log.bug('core process', new Error(`The core ended by itself with ${code}.`));
  }

  /** @returns the exits within the window, with this one */
  #countExit(): number {
    const now = this.#options.clock.monotonicNow();
    this.#exits.push(now);
    while ((this.#exits[0] ?? 0) < now - EXIT_WINDOW_MS) this.#exits.shift();
    return this.#exits.length;
  }

  #fail(error: AppError): void {
    this.#running.resolve({ ok: false, error });
    this.#first.resolve(error.message);
    this.#options.onState({ state: 'failed', message: error.message });
  }

  /** For news that nobody waits for. A core that is started later learns it at its start, or does not need it. */
  #tell(what: string, ask: (core: CoreProcess) => Promise<Outcome<unknown>>): void {
    this.#inBackground(what, async () => {
      const now = await this.#running.promise;
      if (!now.ok) return;
      const outcome = await ask(now.core);
      if (!outcome.ok) this.#options.log.note(`The core did not take ${what}: ${outcome.error.message}`);
    });
  }

  /** The log owns what nobody waits for. */
  #inBackground(what: string, work: () => Promise<void>): void {
    work().catch((error: unknown) => this.#options.log.bug(what, error));
  }
}

function endsAgainAndAgain(logId: string): AppError {
  return {
    code: 'internal',
    logId,
    message: `The part of Lead Console that does the work ends again and again (log ${logId}). Your data is kept. Close Lead Console and start it again.`,
  };
}

function endedWhileAnswering(logId: string): AppError {
  return {
    code: 'internal',
    logId,
    message: `The part of Lead Console that does the work ended before it answered (log ${logId}). It is being started again, and no row is sent twice. Look at the current state before you repeat this.`,
  };
}

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

/** Exits within the time below. After one more the core is not started again, because another start would not help. */
const MOST_EXITS = 5;
/** Milliseconds. */
const EXIT_WINDOW_MS = 60_000;
/** Milliseconds before the core is started again; doubled for each further exit within `EXIT_WINDOW_MS`. */
const FIRST_PAUSE_MS = 250;
/** Milliseconds that rows on their way have when the program ends. Rows without an answer by then become unknown. */
const CLOSE_LIMIT_MS = 15_000;

export interface CoreSupervisorOptions extends CoreProcessOptions {
  fork(): CoreChild;
  readonly start: StartArgs;
  /** Files that a core must know after it was started again. */
  granted(): readonly GrantedFile[];
  onState(state: EventPayload<'core:state'>): void;
  readonly clock: Clock;
}

type Running = { readonly ok: true; readonly core: CoreProcess } | { readonly ok: false; readonly error: AppError };

/** Keeps one core running in a process of its own and passes calls to it. */
export class CoreSupervisor {
  /** Resolves when the core runs for the first time, with null; or with a sentence when it cannot start. */
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
   * Waits while the core is starting. A call that had no answer when the core ended fails; it is not repeated, because
   * its effect may have happened.
   */
  readonly call: CallCore = async (channel, args, signal) => {
    const now = await this.#running.promise;
    if (!now.ok) return now;
    const outcome = await now.core.ask('core:call', { channel, args }, signal);
    return outcome.ok ? outcome.value : outcome;
  };

  /** For calls that this host makes itself: parses the answer. */
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

  /** Lets the core close its files. Kills it after `CLOSE_LIMIT_MS`. */
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
    // When the core ended meanwhile, `#gone` handles it.
    if (this.#current !== core) return;
    if (!outcome.ok) {
      // The core itself refused to start, so another start would not help.
      this.#fail(outcome.error);
      return;
    }
    for (const file of this.#options.granted()) await core.ask('core:grant', file);
    if (this.#current !== core) return;
    this.#isUp = true;
    this.#running.resolve({ ok: true, core });
    if (this.#hasRun)
      this.#options.onState({
        state: 'running',
        message: "Lead Console's core runs again. Rows that were on their way are unknown.",
      });
    this.#hasRun = true;
    this.#first.resolve(null);
  }

  #gone(core: CoreProcess, code: number | null): void {
    this.#current = null;
    const logId = this.#isClosing ? 'none' : this.#logExit(code);
    core.endCalls(stoppedBeforeAnswer(logId));
    if (this.#isClosing) return;
    // If this core never came up, the calls that waited for it wait for the next one.
    if (this.#isUp) this.#running = Promise.withResolvers();
    this.#isUp = false;
    const exits = this.#countExit();
    if (exits > MOST_EXITS) {
      this.#fail(keepsStopping(logId));
      return;
    }
    this.#options.onState({
      state: 'restarting',
      message: "Lead Console's core stopped unexpectedly and is starting again.",
    });
    this.#options.clock.after(FIRST_PAUSE_MS * 2 ** (exits - 1), () => {
      if (!this.#isClosing) this.#fork();
    });
  }

  #logExit(code: number | null): string {
    return this.#options.log.bug('core process', new Error(`The core ended unasked with exit code ${code}.`));
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

  /** For messages whose answer nobody waits for. A core that starts later gets them at its start or does not need them. */
  #tell(what: string, ask: (core: CoreProcess) => Promise<Outcome<unknown>>): void {
    this.#inBackground(what, async () => {
      const now = await this.#running.promise;
      if (!now.ok) return;
      const outcome = await ask(now.core);
      if (!outcome.ok) this.#options.log.note(`The core did not take ${what}: ${outcome.error.message}`);
    });
  }

  /** Nobody waits for this work: its errors go to the log. */
  #inBackground(what: string, work: () => Promise<void>): void {
    work().catch((error: unknown) => this.#options.log.bug(what, error));
  }
}

function keepsStopping(logId: string): AppError {
  return {
    code: 'internal',
    logId,
    message: `Lead Console's core keeps stopping (log ${logId}). Your data is kept. Close Lead Console and start it again.`,
  };
}

function stoppedBeforeAnswer(logId: string): AppError {
  return {
    code: 'internal',
    logId,
    message: `Lead Console's core stopped before it answered (log ${logId}). It is starting again, and no row is sent twice. Check what was done before you repeat this.`,
  };
}

import { join } from 'node:path';
import { type Ended, runProgram, type ProgramOptions } from '../../electron/batch/batch-fixture.ts';
import type { Random } from '../../electron/core/foundation/ports.ts';
import type { ChannelInput, ChannelName, ChannelResult } from '../../shared/contract/channels.ts';
import { root } from '../lib/project.ts';
import type { WatchedRoad } from './watched-road.ts';
import type { Window } from './window.ts';

export type Who = 'window' | 'batch';
export type Kind = 'job' | 'export' | 'change' | 'comparison';

/** What a program was told to run. */
export interface Piece {
  readonly kind: Kind;
  readonly id: string;
  readonly by: Who;
  /** First names of the rows of an import, ids of the leads of a change. */
  readonly names: ReadonlySet<string>;
  /** The file that it was made of, or is fetched into. */
  readonly path: string;
}

/** A command and its answer. */
export interface Told {
  readonly who: Who;
  readonly verb: string;
  readonly piece: Piece | null;
  /** Unix milliseconds. */
  readonly askedAt: number;
  readonly toldAt: number;
  /** `cut`: the program was killed before it answered. */
  readonly outcome: 'done' | 'refused' | 'cut';
  /** Why it was refused; empty when not. */
  readonly words: string;
  /** State of the piece in the answer; empty when the answer has none. */
  readonly state: string;
  /** The other program worked on the piece when it was asked. */
  readonly isMet: boolean;
}

type Asked = Pick<Told, 'who' | 'verb' | 'piece' | 'askedAt' | 'isMet'>;

/** `bug`: nobody foresaw it. `ended`: a program, and nobody had asked for that. `false`: an answer. `ghost`: what was removed. */
export type Trouble = 'bug' | 'ended' | 'late' | 'false' | 'ghost';

/** A file that an answer said was saved. */
export interface SavedFile {
  readonly path: string;
  readonly rows: number;
  /** Other exports are saved into it, too. */
  readonly isShared: boolean;
}

/** Milliseconds within which a program that works on an import sends a row. */
const LIVELY = 2_000;
/** Milliseconds after which an answer is late: an owner may take three minutes to let go. */
const LATE = 240_000;
/** Exit codes of the batch that say how the work ended. */
const ENDS = new Set([0, 1, 3, 4]);
const PROGRAM = join(root, 'out/core/batch.js');

/** Two programs on one data folder, and all that they were told and said. */
export class World {
  readonly pieces: Piece[] = [];
  readonly told: Told[] = [];
  readonly saved: SavedFile[] = [];
  /** Answers that nobody foresaw, ends that nobody asked for, and answers that never came. */
  readonly troubles: { readonly kind: Trouble; readonly words: string }[] = [];
  /** Pieces on which a batch works now. */
  readonly #inBatch = new Set<string>();
  #count = 0;
  readonly window: Window;
  readonly road: WatchedRoad;
  readonly random: Random;
  readonly folder: string;

  constructor(options: Pick<World, 'window' | 'road' | 'random' | 'folder'>) {
    this.window = options.window;
    this.road = options.road;
    this.random = options.random;
    this.folder = options.folder;
  }

  get dataFolder(): string {
    return join(this.folder, 'data');
  }

  /** Another number at each call. */
  next(): number {
    return (this.#count += 1);
  }

  below(bound: number): number {
    return Math.floor(this.random() * bound);
  }

  one<Item>(items: readonly Item[]): Item | undefined {
    return items[this.below(items.length)];
  }

  /** Often one that the other program works on, mostly one of the latest pieces of the kind, now and then one that was removed. */
  pick(who: Who, kind: Kind): Piece | undefined {
    const all = this.pieces.filter((piece) => piece.kind === kind);
    const alive = all.filter((piece) => !this.told.some((told) => told.piece === piece && told.verb === 'remove'));
    if (this.random() < 0.04) return this.one(all);
    const met = alive.filter((piece) => this.#isMet(who, piece, Date.now()));
    if (met.length > 0 && this.random() < 0.5) return this.one(met);
    return this.one(this.random() < 0.75 ? alive.slice(-3) : alive);
  }

  /** A page shows whether an export is being fetched. */
  sees(piece: Piece, isRunning: boolean): void {
    if (piece.by === 'batch' && isRunning) this.#inBatch.add(piece.id);
    else this.#inBatch.delete(piece.id);
  }

  /** A batch that goes on with a piece that is known begins none. */
  begun(piece: Piece): Piece {
    const known = this.pieces.find(({ id }) => id === piece.id);
    if (known === undefined) this.pieces.push(piece);
    return known ?? piece;
  }

  /** Asks the window. Null when it did not answer with what was asked for. */
  async ask<Name extends ChannelName>(
    verb: string,
    piece: Piece | null,
    name: Name,
    args: ChannelInput<Name>,
  ): Promise<ChannelResult<Name> | null> {
    const asked = this.#asked('window', verb, piece);
    const outcome = await this.window.call(name, args);
    if (outcome === null) this.#tell(asked, 'cut');
    else if (outcome.ok) this.#tell(asked, 'done', '', stateIn(outcome.value));
    else {
      const { code, message } = outcome.error;
      if (code === 'internal') this.troubles.push({ kind: 'bug', words: `${name}: ${message}` });
      this.#tell(asked, 'refused', message);
    }
    return outcome?.ok === true ? outcome.value : null;
  }

  /**
   * Runs a command of the batch to its end.
   *
   * @param begins is given the first line, and answers what the command has begun
   */
  async run(
    verb: string,
    piece: Piece | null,
    args: readonly string[],
    begins: (first: Record<string, unknown>) => Piece | null = () => piece,
  ): Promise<Ended> {
    const { kill, options } = this.#ending();
    let asked = this.#asked('batch', verb, piece);
    let own: Piece | null = null;
    const onOutput = (stdout: string) => {
      const line = stdout.includes('\n') ? (stdout.split('\n', 1)[0] ?? '') : '';
      if (own !== null || !line.startsWith('{')) return;
      own = begins(JSON.parse(line) as Record<string, unknown>);
      if (own === null) return;
      this.#inBatch.add(own.id);
      if (own === piece && verb !== 'resume') return;
      this.#tell(asked, 'done');
      asked = this.#asked('batch', `end of ${verb}`, own);
    };
    const common = ['--json', '--url', this.road.url, '--data-dir', this.dataFolder];
    const ended = await runProgram([...args, ...common], { program: PROGRAM, onOutput, ...options });
    kill.cancel();
    const { code, last, stderr } = ended;
    const error = last?.['error'] as { readonly message?: string } | undefined;
    this.#tell(
      asked,
      kill.signal !== null ? 'cut' : code !== null && ENDS.has(code) ? 'done' : 'refused',
      error?.message ?? '',
      typeof last?.['state'] === 'string' ? last['state'] : '',
    );
    if (own !== null) this.#inBatch.delete((own as Piece).id);
    if (kill.signal === null && (code === null || code >= 70))
      this.troubles.push({ kind: code === 70 ? 'bug' : 'ended', words: `${args.join(' ')}: ${code} ${stderr}` });
    return ended;
  }

  /** Now and then a batch is ended in the middle: by a person, by a scheduler, or with no chance to tidy up. */
  #ending() {
    const drawn = this.random();
    const after = 500 + this.random() * 6_000;
    const kill = { signal: null as NodeJS.Signals | null, cancel: () => undefined as void };
    const options: Pick<ProgramOptions, 'onStart'> = {
      onStart(child) {
        if (drawn >= 0.2) return;
        const timer = setTimeout(() => {
          kill.signal = drawn < 0.08 ? 'SIGINT' : drawn < 0.14 ? 'SIGTERM' : 'SIGKILL';
          child.kill(kill.signal);
        }, after);
        kill.cancel = () => clearTimeout(timer);
      },
    };
    return { kill, options };
  }

  #asked(who: Who, verb: string, piece: Piece | null): Asked {
    const askedAt = Date.now();
    return { who, verb, piece, askedAt, isMet: piece !== null && this.#isMet(who, piece, askedAt) };
  }

  #isMet(who: Who, piece: Piece, at: number): boolean {
    if (who === 'window') return this.#inBatch.has(piece.id);
    if (piece.kind !== 'job' || piece.by === 'batch' || this.#inBatch.has(piece.id)) return false;
    return this.road.passed.some(({ at: passed, name }) => passed > at - LIVELY && piece.names.has(name));
  }

  #tell(asked: Asked, outcome: Told['outcome'], words = '', state = ''): void {
    const told = { ...asked, toldAt: Date.now(), outcome, words, state };
    this.told.push(told);
    if (!told.verb.startsWith('end of') && told.toldAt - told.askedAt > LATE)
      this.troubles.push({ kind: 'late', words: `${told.who} ${told.verb} after ${told.toldAt - told.askedAt} ms` });
    if (outcome === 'refused' && !/[.?!]$/.test(words))
      this.troubles.push({ kind: 'false', words: `${told.who} ${told.verb} was refused without a sentence: ${words}` });
  }
}

function stateIn(value: object): string {
  return 'state' in value && typeof value.state === 'string' ? value.state : '';
}

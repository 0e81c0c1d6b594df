import type { Clock, Timer } from '../../core/foundation/ports.ts';
import type { StartTask } from './start-tasks.ts';

/** Milliseconds. macOS names files that were opened together one by one. */
const TOGETHER = 200;

type Take = (files: readonly string[], task: StartTask | null) => void;

/**
 * What a person opened outside the window. Electron keeps no such event for later, so it is listened to from the first
 * moment on, and waits here until the window and the core are there.
 */
export class OpenedFiles {
  readonly #clock: Pick<Clock, 'after'>;
  #waiting: string[] = [];
  #isAsked = false;
  #task: StartTask | null = null;
  #isClosing = false;
  #end: (() => void) | null = null;
  #take: Take | null = null;
  #timer: Timer | null = null;

  constructor(clock: Pick<Clock, 'after'>) {
    this.#clock = clock;
  }

  /**
   * @param files none: the program was started again to see its window, or for a task
   * @param task that the person chose at its icon
   */
  add(files: readonly string[], task: StartTask | null = null): void {
    this.#waiting.push(...files);
    this.#task = task ?? this.#task;
    this.#isAsked = true;
    this.#timer ??= this.#clock.after(files.length > 0 ? TOGETHER : 0, () => this.#pass());
  }

  /** Ends the program as soon as it can be ended. */
  close(): void {
    this.#isClosing = true;
    this.#end?.();
  }

  /** From now on files are taken by `take`, those that wait at once; `end` is called for a wish to end the program. */
  takeWith(take: Take, end: () => void): void {
    this.#take = take;
    this.#end = end;
    if (this.#isClosing) end();
    if (this.#timer === null) this.#pass();
  }

  #pass(): void {
    this.#timer = null;
    if (this.#take === null || !this.#isAsked) return;
    const [files, task] = [this.#waiting, this.#task];
    this.#waiting = [];
    this.#task = null;
    this.#isAsked = false;
    this.#take(files, task);
  }
}

/** What another start of the program hands over; its arguments come in another order, so they are not read. */
export function filesOf(data: unknown): readonly string[] {
  const files = typeof data === 'object' && data !== null && 'files' in data ? data.files : [];
  return Array.isArray(files) ? files.filter((file) => typeof file === 'string') : [];
}

/** What a person reads when only the first of several files is opened. @param names of the others */
export function othersLeft(names: readonly string[]): string {
  const list = names
    .slice(0, 10)
    .map((name) => `"${name}"`)
    .join(', ');
  const more = names.length > 10 ? ` and ${names.length - 10} more` : '';
  return `Lead Console imports one file at a time. Not opened: ${list}${more}. Open them one after the other.`;
}

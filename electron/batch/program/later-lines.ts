import type { Output } from './output.ts';

/** Lines that wait for another one, which must be the first. */
export class LaterLines {
  readonly #output: Output;
  readonly #waiting: (() => void)[] = [];
  #isOpen = false;

  constructor(output: Output) {
    this.#output = output;
  }

  /** @param value for programs; null: only people read it */
  add(line: string, value: object | null = null): void {
    const write = () => {
      this.#output.say(line);
      if (value !== null) this.#output.tell(value);
    };
    if (this.#isOpen) write();
    else this.#waiting.push(write);
  }

  /** Writes what waits; further lines are written at once. */
  flush(): void {
    this.#isOpen = true;
    for (const write of this.#waiting.splice(0)) write();
  }
}

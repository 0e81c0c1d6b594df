import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** By how much the heap may grow over what was alive at the last collection before the next one. V8 alone picks up to 300. */
const GROWTH_PERCENT = 30;

/**
 * Has the garbage of this process collected early. Left alone V8 waits while memory is plentiful: an import of 100,000 rows
 * then goes from 200 to 400 MB of which 20 are in use (decision 0172). To be called before the program does its work.
 * By code and not by a flag of the command line, because Electron starts its utility processes without one.
 */
export function keepHeapSmall(): void {
  setFlagsFromString(`--heap-growing-percent=${GROWTH_PERCENT}`);
}

/**
 * Has V8 leave out its middle compiler, for a program that does nothing but send rows from now on: dozens of its functions
 * become busy within one second, that compiler works on all of them at once, and the C library keeps the 10 to 20 MB that
 * it took. The last compiler still takes what stays busy, and rows wait for the service and not for this.
 */
export function compileSparingly(): void {
  setFlagsFromString('--no-maglev');
}

/**
 * Collects all garbage of this thread and gives its memory back to the system, in some 10 ms. After its heap has shrunk V8 keeps
 * the empty pages until the program is idle, and one that sends rows without a pause never is: making a job of 100,000 rows
 * leaves 50 MB of them.
 */
export function giveGarbageBack(): void {
  // A context that is made while the flag is set has the collector, and no other.
  setFlagsFromString('--expose-gc');
  try {
    const collect = runInNewContext('globalThis.gc') as NodeJS.GCFunction | undefined;
    collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  } finally {
    setFlagsFromString('--no-expose-gc');
  }
}

import { type ChildProcess, fork } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { seededRandom } from '../../electron/core/api/simulation/virtual-clock.ts';
import { inFolder, note } from '../campaign/frame.ts';
import { root } from '../lib/project.ts';
import { type Change, changesOf } from './changes.ts';
import { type Mutant, sentenceOf } from './judged.ts';
import { operatorsOf } from './operators.ts';
import type { Run } from './runs.ts';
import { SPECS_OF_RUN } from './vitest.config.ts';

export interface SampleOptions {
  /** Stops after the change that is under way then. */
  readonly minutes: number;
  /** How many are drawn evenly from all runs and tried however long it takes; null: as many as the minutes allow. */
  readonly changes: number | null;
  /** The same seed draws the same changes from the same code. */
  readonly seed: number;
  /** Whether operators and conditions are drawn with statements and numbers. */
  readonly withOperators: boolean;
}

export interface Sample {
  readonly mutants: readonly Mutant[];
  /** Sentences about runs whose specs fail without a change, and which tried none. */
  readonly failing: readonly string[];
}

/** Not part of the copy: made from the rest, or found in the project through a link. */
const LEFT_OUT = /^(?:\.git|node_modules|bench\/node_modules|out|release|screenshots|test-results|playwright-report)$/;
/** Milliseconds beside three times the usual ones: the computer may be busy. */
const PATIENCE = 20_000;

/**
 * Makes changes one at a time and drawn at random, in a copy of the project: threads and programs that a spec starts read the
 * changed file as well. Each run gets an equal part of the time, or what the even draw has of it.
 *
 * What survives is said at once, too: a run takes long.
 */
export async function sampleChanges(runs: readonly Run[], options: SampleOptions): Promise<Sample> {
  const draws = await drawChanges(runs, options);
  return inFolder('mutants', async (folder) => {
    const copy = join(folder, 'project');
    cpSync(root, copy, {
      recursive: true,
      filter: (path) => !LEFT_OUT.test(relative(root, path).replaceAll('\\', '/')),
    });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction');
    const mutants: Mutant[] = [];
    const failing: string[] = [];
    for (const [index, { run, drawn, all }] of draws.entries()) {
      using specs = new ResidentSpecs(copy, run);
      const [first = ''] = run.changed;
      if (!(await specs.pass(first, null))) {
        failing.push(`Without a change, one of ${run.specs.join(', ')} fails.`);
        continue;
      }
      // Once more: the first time reads and compiles.
      const begun = Date.now();
      await specs.pass(first, null);
      const usual = Date.now() - begun;
      const until = options.changes === null ? begun + (options.minutes * 60_000) / draws.length : Infinity;
      let tried = 0;
      for (const { path, change } of drawn) {
        if (Date.now() > until) break;
        const isKilled = !(await withChange(copy, path, change, () => specs.pass(path, 3 * usual + PATIENCE)));
        const { line, original, mutated } = change;
        const mutant = { path, line, original, mutated, outcome: isKilled ? 'killed' : 'survived' } as const;
        mutants.push(mutant);
        if (!isKilled) note(`not noticed: ${sentenceOf(mutant)}`);
        tried++;
      }
      note(`${index + 1} of ${draws.length}: ${tried} of ${all} changes were tried`);
    }
    return { mutants, failing };
  });
}

/** A run, what is to be tried of it in this order, and how many changes its files have. */
interface Draw {
  readonly run: Run;
  readonly drawn: readonly { readonly path: string; readonly change: Change }[];
  readonly all: number;
}

/** Every change in an order that the seed draws, or the first ones of all runs together; without the runs that none is drawn of. */
export async function drawChanges(
  runs: readonly Run[],
  { changes, seed, withOperators }: Omit<SampleOptions, 'minutes'>,
): Promise<Draw[]> {
  const random = seededRandom(seed);
  const entries = await Promise.all(runs.map((run) => changesIn(run, withOperators)));
  const all = runs.flatMap((run, at) => (entries[at] ?? []).map((entry) => ({ run, entry, place: random() })));
  const drawn = all.toSorted((one, other) => one.place - other.place).slice(0, changes ?? all.length);
  return runs
    .map((run) => ({
      run,
      drawn: drawn.filter((draw) => draw.run === run).map(({ entry }) => entry),
      all: all.filter((draw) => draw.run === run).length,
    }))
    .filter((draw) => draw.drawn.length > 0);
}

async function changesIn({ changed }: Run, withOperators: boolean): Promise<{ path: string; change: Change }[]> {
  const ofFiles = changed.map(async (path) => {
    const text = readFileSync(join(root, path), 'utf8');
    const changes = [...changesOf(path, text), ...(withOperators ? await operatorsOf(path, text) : [])];
    return changes.map((change) => ({ path, change }));
  });
  return (await Promise.all(ofFiles)).flat();
}

async function withChange<Value>(
  copy: string,
  path: string,
  { start, end, replacement }: Change,
  work: () => Promise<Value>,
): Promise<Value> {
  const file = join(copy, path);
  const text = readFileSync(file, 'utf8');
  writeFileSync(file, text.slice(0, start) + replacement + text.slice(end));
  try {
    return await work();
  } finally {
    writeFileSync(file, text);
  }
}

/** The specs of a run in the copy, started once and asked for each change. They end with their owner. */
class ResidentSpecs implements Disposable {
  readonly #copy: string;
  readonly #specs: readonly string[];
  #child: ChildProcess | null = null;

  constructor(copy: string, { specs }: Run) {
    this.#copy = copy;
    this.#specs = specs;
  }

  /**
   * Whether all specs pass with this file as it is now.
   *
   * @param timeout milliseconds, after which they count as failed and are started anew; null: none
   */
  async pass(path: string, timeout: number | null): Promise<boolean> {
    const child = (this.#child ??= await this.#start());
    const timer = timeout === null ? undefined : setTimeout(() => this[Symbol.dispose](), timeout);
    try {
      return await new Promise((resolve) => {
        child.once('message', (isPassed) => resolve(isPassed === true));
        child.once('close', () => {
          this.#child = null;
          resolve(false);
        });
        child.send(path);
      });
    } finally {
      clearTimeout(timer);
      child.removeAllListeners();
    }
  }

  [Symbol.dispose](): void {
    const { pid } = this.#child ?? {};
    this.#child = null;
    // Its workers with it: one that loops for ever does not see that its parent is gone.
    if (pid !== undefined) process.kill(-pid, 'SIGKILL');
  }

  #start(): Promise<ChildProcess> {
    const child = fork(join(this.#copy, 'scripts/mutants/resident-specs.ts'), {
      cwd: this.#copy,
      env: { ...process.env, [SPECS_OF_RUN]: this.#specs.join('\n') },
      stdio: 'ignore',
      detached: true,
    });
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', () => reject(new Error('The specs of a run cannot be started.')));
      child.once('message', () => {
        child.removeAllListeners();
        resolve(child);
      });
    });
  }
}

import { mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

/* What the test campaigns have in common: their arguments, their report, and how they end. */

export interface Report {
  /** The table, and what the programs said. */
  readonly lines: readonly string[];
  /** The figures of the last line. */
  readonly figures: Readonly<Record<string, unknown>>;
  /** The promises that were broken, a sentence each. */
  readonly broken: readonly string[];
}

/** The arguments of a campaign, each with the value it has when it is left out. */
export interface Arguments<Count extends string, Word extends string, Flag extends string> {
  readonly usage: string;
  readonly numbers: Readonly<Record<Count, number>>;
  /** May be named several times. */
  readonly texts?: readonly Word[];
  /** Off when they are left out. */
  readonly flags?: readonly Flag[];
}

/**
 * Runs a campaign with the arguments of this program: its lines, the broken promises, then its figures as JSON. Ends with 1
 * when a promise is broken and with 2 when an argument is wrong.
 */
export async function campaign<Count extends string, Word extends string = never, Flag extends string = never>(
  { usage, numbers, texts = [], flags = [] }: Arguments<Count, Word, Flag>,
  run: (
    numbers: Readonly<Record<Count, number>>,
    texts: Readonly<Record<Word, readonly string[]>>,
    flags: ReadonlySet<Flag>,
  ) => Promise<Report>,
): Promise<void> {
  const read = argumentsOf(numbers, texts, flags);
  if (typeof read === 'string' || read.isHelp) {
    if (typeof read === 'string') process.stderr.write(`${read}\n\n`);
    process[typeof read === 'string' ? 'stderr' : 'stdout'].write(usage);
    process.exit(typeof read === 'string' ? 2 : 0);
  }
  const { lines, figures, broken } = await run(read.numbers, read.texts, read.flags);
  for (const line of lines) say(line);
  for (const promise of broken) say(`broken: ${promise}`);
  say(JSON.stringify({ ...read.numbers, ...figures, broken: broken.length }));
  process.exitCode = broken.length === 0 ? 0 : 1;
}

export function say(line: string): void {
  process.stdout.write(`${line}\n`);
}

/** Says what holds, or what of it is broken. The exit code of it. */
export function told(name: string, broken: readonly string[]): number {
  say(`${broken.length === 0 ? 'holds ' : 'BROKEN'} ${name}`);
  for (const text of broken) say(`       ${text}`);
  return broken.length === 0 ? 0 : 1;
}

/** For what goes on meanwhile: on standard error. */
export function note(line: string): void {
  process.stderr.write(`${line}\n`);
}

function argumentsOf<Count extends string, Word extends string, Flag extends string>(
  defaults: Readonly<Record<Count, number>>,
  texts: readonly Word[],
  flags: readonly Flag[],
) {
  const numberNames = Object.keys(defaults) as Count[];
  const options = Object.fromEntries([
    ...numberNames.map((name) => [name, { type: 'string' as const }]),
    ...texts.map((name) => [name, { type: 'string' as const, multiple: true }]),
    ...[...flags, 'help'].map((name) => [name, { type: 'boolean' as const }]),
  ]) as Record<string, { type: 'string' | 'boolean'; multiple?: boolean }>;
  try {
    const { values } = parseArgs({ options });
    const numbers = Object.fromEntries(numberNames.map((name) => [name, Number(values[name] ?? defaults[name])]));
    for (const [name, number] of Object.entries(numbers))
      if (!(number >= 0)) return `--${name} takes a number, not ${String(values[name])}.`;
    return {
      isHelp: values['help'] === true,
      numbers: numbers as Record<Count, number>,
      texts: Object.fromEntries(texts.map((name) => [name, values[name] ?? []])) as unknown as Record<Word, string[]>,
      flags: new Set(flags.filter((name) => values[name] === true)),
    };
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** The figures that must be 0 and are not, a sentence each. */
export function notZero(figures: Readonly<Record<string, number>>): string[] {
  return Object.entries(figures).flatMap(([name, count]) => (count > 0 ? [`${name}: ${count}, not 0`] : []));
}

export function sumOf<Item>(items: readonly Item[], of: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + of(item), 0);
}

/** Sums of each property by the name of an item, in the order of the names. */
export function sumsBy<Item, Key extends string>(
  items: readonly Item[],
  of: (item: Item) => readonly [name: string, counts: Readonly<Record<Key, number>>],
): [string, Record<Key, number>][] {
  const sums = new Map<string, Record<Key, number>>();
  for (const [name, counts] of items.map(of)) {
    const own = sums.get(name);
    if (own === undefined) sums.set(name, { ...counts });
    else for (const key of Object.keys(counts) as Key[]) own[key] += counts[key];
  }
  return [...sums].sort(([one], [other]) => (one < other ? -1 : 1));
}

/** A folder of its own that is gone afterwards, whatever happens. */
export async function inFolder<Value>(name: string, work: (folder: string) => Promise<Value>): Promise<Value> {
  const folder = mkdtempSync(join(realpathSync(tmpdir()), `lead-console-${name}-`));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
}

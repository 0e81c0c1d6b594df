import { oneLine } from '../lib/syntax.ts';

/** A survivor that somebody has judged: no spec can tell the change from the code. */
export interface Judged {
  readonly path: string;
  readonly original: string;
  readonly mutated: string;
  readonly reason: string;
}

/** One change of the code, and whether a spec noticed. */
export interface Mutant {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  /** Both on one line, with single spaces. */
  readonly original: string;
  readonly mutated: string;
  readonly outcome: 'killed' | 'survived';
}

export interface Judgement {
  /** Survivors that nobody has judged yet. */
  readonly open: readonly Mutant[];
  /** Judged lines for files of this run whose change is noticed now, or whose code is gone. */
  readonly stale: readonly Judged[];
}

/** Per cent of all changes that the specs must notice. */
export const wantedPercent = 85;

const lineShape = /^- `([^`]+)` `([^`]+)` → `([^`]+)`: (\S.*)$/;

/**
 * Reads the list in `docs/mutants.md`: every line that begins with a dash is a survivor. It names no line number,
 * so that an edit above leaves it right.
 * @throws Error for a line that begins with a dash and has another shape
 */
export function readJudged(markdown: string): Judged[] {
  return markdown
    .split(/\r?\n/)
    .filter((line) => line.startsWith('- '))
    .map((line) => {
      const [, path, original, mutated, reason] = lineShape.exec(line) ?? [];
      if (path === undefined || original === undefined || mutated === undefined || reason === undefined)
        throw new Error(`docs/mutants.md: want - \`path\` \`original\` → \`mutated\`: reason. Found: ${line}`);
      return { path, original: oneLine(original), mutated: oneLine(mutated), reason };
    });
}

/** @param codeOf the text of a file of this run on one line, as `oneLine` makes it */
export function judge(
  mutants: readonly Mutant[],
  judged: readonly Judged[],
  codeOf: (path: string) => string,
): Judgement {
  const survivors = mutants.filter((mutant) => mutant.outcome === 'survived');
  const keys = new Set(judged.map(keyOf));
  const survived = new Set(survivors.map(keyOf));
  const killed = new Set(mutants.filter((mutant) => mutant.outcome === 'killed').map(keyOf));
  const texts = new Map([...new Set(mutants.map(({ path }) => path))].map((path) => [path, codeOf(path)]));
  // A run that draws its changes tries only some of them, so that a change which was not tried says nothing.
  const isStale = (entry: Judged): boolean => {
    if (survived.has(keyOf(entry))) return false;
    return killed.has(keyOf(entry)) || texts.get(entry.path)?.includes(entry.original) === false;
  };
  return { open: survivors.filter((mutant) => !keys.has(keyOf(mutant))), stale: judged.filter(isStale) };
}

/** Killed and all, for each folder that holds a changed file, in the order of their paths. */
export function figures(mutants: readonly Mutant[]): Map<string, { killed: number; all: number }> {
  const folders = Map.groupBy(mutants, ({ path }) => path.slice(0, path.lastIndexOf('/')));
  return new Map(
    [...folders]
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map(([folder, own]) => [folder, { killed: killedIn(own), all: own.length }]),
  );
}

export function killedIn(mutants: readonly Mutant[]): number {
  return mutants.filter((mutant) => mutant.outcome === 'killed').length;
}

/** Rounded down, so that a figure just below the wanted one never looks like it; 100 when there is nothing to change. */
export function percent(killed: number, all: number): number {
  return all === 0 ? 100 : Math.floor((killed / all) * 1000) / 10;
}

export function sentenceOf({ path, line, original, mutated }: Mutant): string {
  return `${path}:${line} ${original} → ${mutated}`;
}

function keyOf({ path, original, mutated }: Pick<Mutant, 'path' | 'original' | 'mutated'>): string {
  return [path, original, mutated].join('\n');
}

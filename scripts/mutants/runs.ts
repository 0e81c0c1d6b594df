import { existsSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isOfSpecs } from '../boundaries/source-file.ts';
import { root } from '../lib/project.ts';
import type { Place } from './place.ts';
import { places } from './places.ts';

/** One run of Stryker. Paths from the project's folder. */
export interface Run {
  /** The files to change. */
  readonly changed: readonly string[];
  /** Globs of the specs that run on each change. */
  readonly specs: readonly string[];
}

/**
 * The runs for paths a person named (folders or files, from the project's folder); every place when none is named.
 * @throws Error for a path that does not exist or lies in no place
 */
export function runsFor(paths: readonly string[]): Run[] {
  const wanted = paths.length === 0 ? places.map(({ path }) => productFiles(path)) : paths.map(filesOf);
  const files = new Set(wanted.flat());
  const lists = new Set(places.map(({ specs }) => specs));
  return [...lists]
    .map((specs) => ({ changed: [...files].filter((file) => placeOf(file)?.specs === specs), specs }))
    .filter(({ changed }) => changed.length > 0);
}

function filesOf(given: string): string[] {
  const path = given.replaceAll('\\', '/').replace(/^\.\//, '').replace(/\/+$/, '');
  if (!existsSync(join(root, path))) throw new Error(`${given} does not exist.`);
  const files = productFiles(path).filter((file) => placeOf(file) !== undefined);
  if (files.length === 0) throw new Error(`${given} lies in none of ${places.map(({ path }) => path).join(', ')}.`);
  return files;
}

function placeOf(file: string): Place | undefined {
  const holding = places.filter(({ path }) => file === path || file.startsWith(`${path}/`));
  return holding.toSorted((one, other) => other.path.length - one.path.length)[0];
}

/** Product code only: specs and what only specs use stay as they are. */
function productFiles(path: string): string[] {
  if (statSync(join(root, path)).isFile()) return [path];
  return globSync(`${path}/**/*.ts`, { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !isOfSpecs(file))
    .sort();
}

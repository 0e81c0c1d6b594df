import { existsSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isOfSpecs } from '../boundaries/source-file.ts';
import { root } from '../lib/project.ts';

/** A folder whose operators and conditions are changed one at a time, and the specs that must notice. */
export interface Place {
  readonly folder: string;
  /** Globs from the project's folder. Fewer specs make a run shorter: each change runs the specs that reach it. */
  readonly specs: readonly string[];
}

/** What sends leads, counts units and keeps rows: a wrong sign here costs a person leads or quota. */
export const places: readonly Place[] = [
  { folder: 'electron/core/api', specs: ['electron/core/api/**/*.spec.ts', 'electron/core/quota/**/*.spec.ts'] },
  {
    folder: 'electron/core/imports/jobs',
    specs: ['electron/core/imports/jobs/**/*.spec.ts', 'electron/core/imports/*.spec.ts'],
  },
  {
    folder: 'shared/domain/pacing',
    specs: ['shared/domain/pacing/**/*.spec.ts', 'electron/core/api/broker/**/*.spec.ts'],
  },
  {
    folder: 'shared/domain/quota',
    specs: [
      'shared/domain/quota/**/*.spec.ts',
      'electron/core/api/broker/**/*.spec.ts',
      'electron/core/quota/**/*.spec.ts',
    ],
  },
  {
    folder: 'shared/domain/jobs',
    specs: ['shared/domain/jobs/**/*.spec.ts', 'electron/core/imports/jobs/**/*.spec.ts'],
  },
];

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
  if (paths.length === 0) return places.map(({ folder, specs }) => ({ changed: productFiles(folder), specs }));
  return paths.flatMap((given) => {
    const path = given.replaceAll('\\', '/').replace(/^\.\//, '').replace(/\/+$/, '');
    if (!existsSync(join(root, path))) throw new Error(`${given} does not exist.`);
    const own = places.find(({ folder }) => isWithin(folder, path));
    if (own !== undefined) return [{ changed: productFiles(path), specs: own.specs }];
    const inside = places.filter(({ folder }) => isWithin(path, folder));
    if (inside.length > 0) return inside.map(({ folder, specs }) => ({ changed: productFiles(folder), specs }));
    throw new Error(`${given} lies in none of ${places.map(({ folder }) => folder).join(', ')}.`);
  });
}

function isWithin(folder: string, path: string): boolean {
  return path === folder || path.startsWith(`${folder}/`);
}

/** Product code only: specs and what only specs use stay as they are. */
function productFiles(path: string): string[] {
  if (statSync(join(root, path)).isFile()) return [path];
  return globSync(`${path}/**/*.ts`, { cwd: root })
    .map((file) => file.replaceAll('\\', '/'))
    .filter((file) => !isOfSpecs(file))
    .sort();
}

import { posix } from 'node:path';
import type { SourceFile } from './source-file.ts';

/**
 * Files that only specs use yet, with what needs them. The linter's search for unused files counts a spec as a user, so
 * it passes over them. This list may only shrink: a file leaves it when its first caller comes, or is deleted.
 */
export const waitingFiles: Readonly<Record<string, string>> = {};

/** @returns files that no program starts with and that nothing but specs imports */
export function unusedFiles(files: readonly SourceFile[], entries: readonly string[]): string[] {
  const used = new Set(
    files.filter((file) => !file.isSpec).flatMap((file) => file.imports.map(({ target }) => target)),
  );
  const isEntry = (path: string): boolean => entries.some((pattern) => posix.matchesGlob(path, pattern));
  return files
    .filter(({ path, isSpec }) => !isSpec && !path.endsWith('.d.ts') && !used.has(path) && !isEntry(path))
    .map(({ path }) => path);
}

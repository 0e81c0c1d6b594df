// Why: decision 0221.
import type { SourceFile } from './source-file.ts';

/** Programs whose start a person waits for. */
export const startedPrograms = ['electron/loopback/main.ts', 'electron/core/utility-process.ts'];

/** Large libraries that a start need not wait for: each is loaded by `import()` where somebody first needs it. */
export const librariesForLater = ['undici', 'iconv-lite', 'hyparquet', 'hyparquet-writer', '@e965/xlsx'];

/** The libraries of a list that are loaded with an entry, each with the file that loads it. */
export function loadedWith(entry: string, libraries: readonly string[], files: readonly SourceFile[]): string[] {
  const known = new Map(files.map((file) => [file.path, file]));
  const reached = new Set([entry]);
  const found: string[] = [];
  // The set grows while it is walked.
  for (const path of reached) {
    for (const target of known.get(path)?.loads ?? []) {
      if (known.has(target)) reached.add(target);
      else if (libraries.some((library) => target === library || target.startsWith(`${library}/`)))
        found.push(`${path}: ${target}`);
    }
  }
  return found.sort();
}

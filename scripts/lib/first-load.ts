// Why: decision 0007.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** Bytes, packed by gzip. Above these the page loads at its start what it could load later. */
export const LARGEST_FIRST_LOAD = 312_000;

/** Bytes of the scripts and style sheets that the page names in its HTML, packed. @param folder of the built page */
function firstLoadOf(folder: string): number {
  const html = readFileSync(join(folder, 'index.html'), 'utf8');
  const files = [...html.matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)].map(([, path = '']) => join(folder, path));
  return files.reduce((sum, file) => sum + gzipSync(readFileSync(file), { level: 9 }).length, 0);
}

/** What is wrong with it, in a sentence; null when nothing is. */
export function firstLoadTrouble(folder: string): string | null {
  const bytes = firstLoadOf(folder);
  if (bytes === 0) return 'The built page names neither a script nor a style sheet in its HTML.';
  if (bytes <= LARGEST_FIRST_LOAD) return null;
  return `The page loads ${bytes} bytes (packed) at its start, more than ${LARGEST_FIRST_LOAD}: load what is new with import().`;
}

// Why: decision 0640.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** As `program-beside.ts`, in whose place the specs have it when all programs were just built: those start in a third of the time. */
export function programBeside(place: string, name: string): URL {
  const built = join(process.env['LEAD_CONSOLE_BUILT_CORE'] ?? '', `${name}.js`);
  return existsSync(built) ? pathToFileURL(built) : new URL(`./${name}.ts`, place);
}

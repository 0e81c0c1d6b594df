import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** Absolute path of the project's folder. */
export const root = dirname(dirname(import.meta.dirname));

/** The version of package.json. */
export function productVersion(): string {
  return (JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { readonly version: string }).version;
}

import { readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../lib/project.ts';

/** A change of one place of the product, made while its source is loaded. What the disk has stays as it is. */
export interface Plant {
  readonly name: string;
  /** What goes wrong, for a person. */
  readonly says: string;
  readonly file: string;
  readonly find: string;
  /** What stands there instead; left out: nothing. */
  readonly becomes?: string;
  /** Lives in which it must be found. */
  readonly within: number;
}

/**
 * Has the product loaded with a bug in it. Call it before any module of the product is loaded.
 *
 * @throws Error when its place is not in the source any more
 */
export function plant({ name, file, find, becomes = '' }: Plant): void {
  const path = join(root, file);
  if (readFileSync(path, 'utf8').split(find).length !== 2)
    throw new Error(`The place of ${name} is not once in ${file}.`);
  const url = pathToFileURL(path).href;
  registerHooks({
    load(asked, context, next) {
      const loaded = next(asked, context);
      if (asked !== url || loaded.source === undefined || loaded.source === null) return loaded;
      const text =
        typeof loaded.source === 'string' ? loaded.source : Buffer.from(loaded.source as Uint8Array).toString('utf8');
      return { ...loaded, source: text.replace(find, () => becomes) };
    },
  });
}

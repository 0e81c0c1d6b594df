import { readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

const NAMED = /import \{([^}]*)\} from ['"]@mantine\/core['"]/g;
const MODULES = /(?:from|import) "(\.[^"]+)"/g;

/** The names that a file takes from Mantine. */
export function namesFromMantine(text: string): string[] {
  return [...text.matchAll(NAMED)].flatMap(([, names = '']) =>
    names.split(',').flatMap((name) => /^\s*(?!type )(\w+)/.exec(name)?.[1] ?? []),
  );
}

/**
 * The style sheets of `@mantine/core` that these names need: those of the components themselves, and of the components that they
 * are made of. @param folder of `@mantine/core`
 */
export function styleSheetsOf(names: Iterable<string>, folder: string): Set<string> {
  const esm = join(folder, 'esm');
  const files = new Map<string, string>();
  for (const [, exported = '', path = ''] of readFileSync(join(esm, 'index.mjs'), 'utf8').matchAll(
    /import \{([^}]*)\} from "(\.[^"]+)"/g,
  ))
    for (const name of exported.split(',')) files.set(name.trim(), join(esm, path));
  const reached = new Set([...names].flatMap((name) => files.get(name) ?? []));
  const sheets = new Set<string>();
  // The set grows while it is walked.
  for (const file of reached) {
    if (file.endsWith('.module.mjs')) sheets.add(basename(file, '.module.mjs'));
    else for (const target of modulesOf(file)) reached.add(target);
  }
  return sheets;
}

function modulesOf(file: string): string[] {
  return [...readFileSync(file, 'utf8').matchAll(MODULES)].map(([, path = '']) => join(dirname(file), path));
}

import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isOfSpecs } from '../boundaries/source-file.ts';
import { root } from '../lib/project.ts';
import { textsOf } from '../texts/texts.ts';

/**
 * `npm run -s texts [-- PATH...]`: every screen and batch text with its place, `path:line<TAB>text`, one a line, so that
 * all of it can be read in one sitting against docs/words.md. A PATH takes only what begins with it.
 */
const wanted = process.argv.slice(2).map((path) => path.replaceAll('\\', '/').replace(/^\.\//, ''));

/** Words that are data, and answers of the simulated service, which a person reads only as the service's. */
const left =
  /^(shared\/domain\/mapping\/(words|testing)|electron\/practice\/[^/]+)\/|^electron\/practice\/client-fixture/;

// A reader may have seen enough (`| head`).
process.stdout.on('error', () => process.exit());

const files = globSync('{renderer/src,shared,electron}/**/*.{ts,tsx}', { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !isOfSpecs(path) && !left.test(path))
  .filter((path) => wanted.length === 0 || wanted.some((start) => path.startsWith(start)))
  .sort();
for (const file of files)
  for (const { line, text } of textsOf(file, readFileSync(join(root, file), 'utf8')))
    process.stdout.write(`${file}:${line}\t${text}\n`);

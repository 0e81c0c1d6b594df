/*
 * Runs the specs of one run of mutants again and again, in the folder where it was started: what did not change since is
 * read, compiled and linked once. Its parent names the file that changed and is told whether all specs pass.
 */
import { basename, join } from 'node:path';
import { createVitest } from 'vitest/node';

const vitest = await createVitest({
  config: 'scripts/mutants/vitest.config.ts',
  watch: false,
  bail: 1,
  reporters: [{}],
});
await vitest.standalone();
let last = '';
const specs = await vitest.globTestSpecifications();

process.on('message', (path: string) => {
  pass(path).then(
    (isPassed) => process.send?.(isPassed),
    // Its parent sees the end of it.
    () => process.exit(1),
  );
});
process.on('disconnect', () => process.exit(1));
process.send?.(null);

/** The spec of the file's own name first: it is the one that mostly notices. */
async function pass(path: string): Promise<boolean> {
  // The file before is as it was again.
  for (const changed of [last, path]) vitest.invalidateFile(join(process.cwd(), changed));
  last = path;
  const own = `${basename(path, '.ts')}.spec.ts`;
  const named = specs.filter(({ moduleId }) => basename(moduleId) === own);
  const others = specs.filter((spec) => !named.includes(spec));
  for (const group of [named, others]) {
    if (group.length === 0) continue;
    vitest.state.clearErrors();
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(group);
    // Among them are those of earlier runs, as they ended then.
    const now = testModules.filter(({ moduleId }) => group.some((spec) => spec.moduleId === moduleId));
    if (unhandledErrors.length > 0 || now.length < group.length || !now.every((module) => module.ok())) return false;
  }
  return true;
}

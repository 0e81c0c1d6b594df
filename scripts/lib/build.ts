import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from '../bootstrap/lock.js';
import { collectLicences } from './licences.ts';
import { root } from './project.ts';
import { runToolQuietly } from './run-tool.ts';

const stamp = join(root, 'out/.build-stamp');

/** What Node has compiled of the programs that tests start hundreds of times; goes with the build that it belongs to. */
const compiled = join(root, 'out/.compiled');

/** Tells tests that start our programs where the built ones are; only for a run that has just built them. */
export const builtPrograms: NodeJS.ProcessEnv = {
  LEAD_CONSOLE_BUILT_CORE: join(root, 'out/core'),
  NODE_COMPILE_CACHE: compiled,
};

/**
 * Builds all hosts and the page into `out/` unless their sources are those of the last build.
 * Tells on stderr what it does. Resolves with false when the build failed.
 */
export function buildIfStale(): Promise<boolean> {
  return isFresh() ? Promise.resolve(true) : build();
}

/** Builds in any case; two builds never run at once, because each empties the output folders. */
export function build(): Promise<boolean> {
  const before = readStamp();
  return withLock(join(root, '.build-lock'), 'Another command is building; waiting for it.', async () => {
    if (readStamp() !== before && isFresh()) return true;
    process.stderr.write('Building the client…\n');
    const startedAt = performance.now();
    const fingerprint = sourceFingerprint();
    rmSync(stamp, { force: true });
    rmSync(compiled, { recursive: true, force: true });
    const { code, said } = await runToolQuietly('vite', ['build', '--logLevel', 'warn']);
    if (said.trim() !== '') process.stderr.write(`${said.trimEnd()}\n`);
    if (code !== 0) {
      process.stderr.write(`The build failed (vite ended with ${code}, see above).\n`);
      return false;
    }
    mkdirSync(join(root, 'out'), { recursive: true });
    collectLicences();
    writeFileSync(stamp, fingerprint);
    process.stderr.write(`Built in ${((performance.now() - startedAt) / 1000).toFixed(1)} s.\n`);
    return true;
  });
}

function isFresh(): boolean {
  return readStamp() === sourceFingerprint();
}

function readStamp(): string | undefined {
  return existsSync(stamp) ? readFileSync(stamp, 'utf8') : undefined;
}

/** Contents, not times: a fresh checkout of the same sources needs no new build. */
function sourceFingerprint(): string {
  const files = globSync(['{shared,electron,renderer}/**/*', 'vite.config.ts', 'package.json', 'package-lock.json'], {
    cwd: root,
    withFileTypes: true,
  })
    .filter((entry) => entry.isFile() && !/\.spec\.tsx?$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const hash = createHash('sha256');
  for (const file of files) {
    hash.update(file.slice(root.length)).update('\0').update(readFileSync(file)).update('\0');
  }
  return hash.digest('hex');
}

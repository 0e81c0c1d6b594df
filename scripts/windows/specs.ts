// Why: decision 0365.
import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '../lib/project.ts';
import { follow } from './follow.ts';
import { cache, esbuild, must, polyfills, startWindows, toWindows } from './wine.ts';

/** Wine 8 has no library of this name, which the compiler of Vitest asks for random bytes. */
const RANDOM = `#include <windows.h>
BOOLEAN NTAPI SystemFunction036(PVOID, ULONG);
__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE data, SIZE_T length) { return SystemFunction036(data, (ULONG)length); }
`;
const COMPILER = 'x86_64-w64-mingw32-gcc';
/** Folders with specs that need no page, and what these read. */
const PARTS = ['electron', 'shared', 'scripts', 'bench', 'docs', 'e2e'];

/**
 * Runs specs without a page by Vitest under Windows' Node, on a copy of the sources without `using`: programs that a spec starts
 * from the sources run under that Node, too.
 *
 * @param paths as Vitest takes them; all when there are none
 * @returns the exit code of Vitest
 */
export async function runSpecs(wine: string, paths: readonly string[]): Promise<number> {
  const copy = lowered();
  const vitest = join(copy, 'node_modules/vitest/vitest.mjs');
  const args = ['run', `--root=${toWindows(copy)}`, '--project=node', '--project=domain', '--pool=threads', ...paths];
  const started = startWindows(wine, vitest, args, {
    NAPI_RS_NATIVE_LIBRARY_PATH: toWindows(prepareSpecs()),
    NODE_OPTIONS: `--import ${polyfills}`,
  });
  return follow(started);
}

/**
 * Gets what Vitest needs there; once, then it is there. Throws when it cannot.
 *
 * @returns the Windows part of the compiler that the installed Vitest uses
 */
export function prepareSpecs(): string {
  const manifest = readFileSync(join(root, 'node_modules/rolldown/package.json'), 'utf8');
  const { version } = JSON.parse(manifest) as { version: string };
  const folder = join(cache, `rolldown-${version}`);
  const binding = join(folder, 'package/rolldown-binding.win32-x64-msvc.node');
  if (!existsSync(binding)) {
    mkdirSync(folder, { recursive: true });
    must('npm', ['pack', '--silent', `@rolldown/binding-win32-x64-msvc@${version}`], folder);
    must('tar', ['xzf', `rolldown-binding-win32-x64-msvc-${version}.tgz`], folder);
  }
  const library = join(dirname(binding), 'bcryptprimitives.dll');
  if (!existsSync(library)) {
    if (spawnSync(COMPILER, ['--version']).status !== 0)
      throw new Error(`There is no ${COMPILER}. With Debian: apt-get install gcc-mingw-w64-x86-64`);
    const source = join(cache, 'tools/random.c');
    writeFileSync(source, RANDOM);
    must(COMPILER, ['-shared', '-O2', '-o', library, source, '-ladvapi32'], cache);
  }
  return binding;
}

/** Copies the sources, `using` replaced. @returns the folder of the copy */
function lowered(): string {
  const copy = join(cache, 'specs', root.replaceAll(/[^A-Za-z0-9]/g, '-'));
  rmSync(copy, { recursive: true, force: true });
  const listed = spawnSync('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root, encoding: 'utf8' });
  if (listed.status !== 0) throw new Error(`The sources could not be listed. ${listed.stderr}`);
  const wanted = listed.stdout
    .split('\n')
    .filter(
      (path) => (!path.includes('/') || PARTS.includes(path.split('/')[0] ?? '')) && existsSync(join(root, path)),
    );
  const isSource = (path: string) => path.endsWith('.ts') && !path.endsWith('.d.ts');
  for (const path of wanted.filter((path) => path !== '' && !isSource(path))) {
    mkdirSync(dirname(join(copy, path)), { recursive: true });
    cpSync(join(root, path), join(copy, path));
  }
  const sources = wanted.filter(isSource).map((path) => join(root, path));
  esbuild(...sources, `--outbase=${root}`, `--outdir=${copy}`, '--out-extension:.js=.ts', '--target=node22');
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  // The page that a host started from the sources serves.
  mkdirSync(join(copy, 'out'));
  symlinkSync(join(root, 'out/renderer'), join(copy, 'out/renderer'));
  return copy;
}

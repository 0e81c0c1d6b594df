import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { root } from './project.ts';

interface SourceMap {
  readonly sources: readonly (string | null)[];
}

/** Bundled as files only, so that no source map names them: the package, and what its files are called. */
const withoutCode: readonly [name: string, file: RegExp][] = [['@fontsource-variable/inter', /\/inter-[^/]*\.woff2$/]];

/** They come with Electron itself; the builder puts them there. */
const OF_ELECTRON = `In the installed program there are besides: Electron, under LICENSE.electron.txt, and Chromium with all that is in
it, under LICENSES.chromium.html. Both files lie in the folder of the program; on macOS in Contents/Resources.
`;

/**
 * Writes `out/renderer/third-party-licences.txt`: name, version and licence text of every package of which the
 * bundles hold code. Their source maps say which those are, so nothing that was not bundled is listed.
 */
export function collectLicences(): void {
  const built = globSync('out/{renderer,preload,main,core}/**/*', { cwd: root, withFileTypes: true });
  const packages = packagesIn(built.map((entry) => join(entry.parentPath, entry.name)));
  const texts = packages.map((folder) => {
    const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as Record<
      string,
      string
    >;
    const file = readdirSync(folder).find((entry) => /^(licen[cs]e|copying)(\.|-|$)/i.test(entry));
    const text =
      file === undefined ? `Licence: ${license ?? 'not stated'}` : readFileSync(join(folder, file), 'utf8').trim();
    return `${name} ${version}\n\n${text}\n`;
  });
  const target = join(root, 'out/renderer/third-party-licences.txt');
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, [OF_ELECTRON, ...texts].join(`\n${'-'.repeat(80)}\n\n`));
}

/**
 * The folders of the packages of which files hold code, in the order of their names.
 * @param files built ones, as paths; the source map of each lies beside it
 */
export function packagesIn(files: readonly string[]): string[] {
  const folders = new Set<string>();
  for (const file of files) {
    for (const [name, own] of withoutCode)
      if (own.test(file.replaceAll('\\', '/'))) folders.add(join(root, 'node_modules', name));
    const map = `${file}.map`;
    if (!existsSync(map)) continue;
    const { sources } = JSON.parse(readFileSync(map, 'utf8')) as SourceMap;
    for (const source of sources) {
      const folder = source === null ? undefined : packageFolder(join(dirname(file), source));
      if (folder !== undefined) folders.add(folder);
    }
  }
  return [...folders].sort();
}

/** The folder of the innermost package a file belongs to, or undefined for a file of our own. */
export function packageFolder(file: string): string | undefined {
  const mark = `${sep}node_modules${sep}`;
  const at = file.lastIndexOf(mark);
  if (at === -1) return undefined;
  const [first = '', second = ''] = file.slice(at + mark.length).split(sep);
  const folder = join(file.slice(0, at + mark.length), first.startsWith('@') ? join(first, second) : first);
  return existsSync(join(folder, 'package.json')) ? folder : undefined;
}

import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { root } from './project.ts';

interface SourceMap {
  readonly sources: readonly (string | null)[];
}

/** Bundled as files only, so that no source map names them. */
const withoutCode = ['@fontsource-variable/inter'];

/**
 * Writes `out/renderer/third-party-licences.txt`: name, version and licence text of every package of which the
 * bundles hold code. Their source maps say which those are, so nothing that was not bundled is listed.
 */
export function collectLicences(): void {
  const packages = [...bundledPackages()].sort();
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
  writeFileSync(target, texts.join(`\n${'-'.repeat(80)}\n\n`));
}

function bundledPackages(): Set<string> {
  const folders = new Set(withoutCode.map((name) => join(root, 'node_modules', name)));
  for (const map of globSync('out/{renderer,preload,main,core}/**/*.map', { cwd: root })) {
    const { sources } = JSON.parse(readFileSync(join(root, map), 'utf8')) as SourceMap;
    for (const source of sources) {
      const folder = source === null ? undefined : packageFolder(join(root, dirname(map), source));
      if (folder !== undefined) folders.add(folder);
    }
  }
  return folders;
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

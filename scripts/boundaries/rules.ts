// Why: decision 0003.
import { posix } from 'node:path';
import { ENDPOINT } from '../../shared/domain/service/services.ts';
import { isOfSpecs } from './source-file.ts';
import type { Import, SourceFile } from './source-file.ts';

/** A rule of the architecture, and the smallest break of it, which a spec plants to prove that the rule can fail. */
export interface Rule {
  readonly says: string;
  /** What breaks the rule in this file, one entry each. */
  readonly violations: (file: SourceFile) => readonly string[];
  readonly planted: { readonly path: string; readonly text: string };
}

const isElectronPackage = ({ specifier }: Import): boolean => /^(electron|electron-store)(\/|$)/.test(specifier);
const isNodeModule = ({ target }: Import): boolean => target.startsWith('node:');
/** Parts of the core that every feature may use; they know no feature. */
const coreInfrastructure = ['foundation', 'link', 'api', 'files', 'sessions', 'storage', 'threads', 'system'];
const socketModules = /^(undici|pg|node:(http|https|http2|net|tls|dgram))(\/|$)/;
/** Folders of programs, by the host they are part of: the preload is the desktop's hand in the page. */
const hosts = new Map([
  ['main', 'desktop'],
  ['preload', 'desktop'],
  ['loopback', 'browser'],
  ['batch', 'batch'],
]);

/** The imports of product code (specs may reach further) below a folder that a condition forbids. */
function importsOf(folder: string, isForbidden: (entry: Import, file: SourceFile) => boolean): Rule['violations'] {
  return (file) =>
    file.path.startsWith(folder) && !file.isSpec
      ? file.imports.filter((entry) => isForbidden(entry, file)).map((entry) => entry.specifier)
      : [];
}

function used(file: SourceFile, ...names: readonly string[]): string[] {
  return names.filter((name) => file.uses.has(name));
}

/** The feature a path belongs to, for folders laid out as `<base>/<feature>/…`. */
function featureOf(base: string, path: string): string | undefined {
  return path.startsWith(base) ? /^([^/]+)\//.exec(path.slice(base.length))?.[1] : undefined;
}

function isOtherFeature(base: string, from: string, to: string, shared: readonly string[] = []): boolean {
  const own = featureOf(base, from);
  const other = featureOf(base, to);
  return own !== undefined && other !== undefined && own !== other && !shared.includes(own) && !shared.includes(other);
}

/** Props of one component. With more of them, some belong together and wait for a name. */
const MOST_PROPS = 10;

export const rules: readonly Rule[] = [
  {
    says: `no component has more than ${MOST_PROPS} props`,
    violations: ({ props }) => [...props].filter(([, count]) => count > MOST_PROPS).map(([name]) => name),
    planted: {
      path: 'renderer/src/ui/Planted.tsx',
      text: `interface PlantedProps { ${'abcdefghijk'
        .split('')
        .map((prop) => `${prop}: string;`)
        .join(' ')} }`,
    },
  },
  {
    says: 'shared imports zod and itself, nothing else',
    violations: importsOf('shared/', ({ target }) => target !== 'zod' && !target.startsWith('shared/')),
    planted: { path: 'shared/domain/planted.ts', text: `import { readFileSync } from 'node:fs';` },
  },
  {
    says: 'loading a module of shared does nothing',
    violations: (file) =>
      file.path.startsWith('shared/') && !file.isSpec && file.hasSideEffects ? ['a call at the top'] : [],
    planted: { path: 'shared/domain/planted.ts', text: `const known = new Map();\nknown.set('open', 1);` },
  },
  {
    says: 'the page imports nothing of Node, of Electron or of the folders beside it, shared excepted',
    violations: importsOf(
      'renderer/',
      (entry) =>
        isNodeModule(entry) ||
        isElectronPackage(entry) ||
        (entry.isRelative && !entry.target.startsWith('renderer/') && !entry.target.startsWith('shared/')),
    ),
    planted: {
      path: 'renderer/src/lib/planted.ts',
      text: `export { sleep } from '../../../electron/core/foundation/ports.ts';`,
    },
  },
  {
    says: 'only main and preload import Electron',
    violations: (file) =>
      /^electron\/(main|preload)\//.test(file.path)
        ? []
        : file.imports.filter(isElectronPackage).map((entry) => entry.specifier),
    planted: { path: 'electron/core/account/planted.ts', text: `import { safeStorage } from 'electron';` },
  },
  {
    says: 'no spec imports Electron, because that starts a download',
    violations: (file) => (file.isSpec ? file.imports.filter(isElectronPackage).map((entry) => entry.specifier) : []),
    planted: { path: 'electron/main/planted.spec.ts', text: `import Store from 'electron-store';` },
  },
  {
    says: 'the core knows no host',
    violations: importsOf('electron/core/', ({ target }, file) => {
      // The program of the core's own process joins the core with what all hosts share.
      const isProgram = file.path === 'electron/core/utility-process.ts' && target.startsWith('electron/host/');
      return target.startsWith('electron/') && !target.startsWith('electron/core/') && !isProgram;
    }),
    planted: { path: 'electron/core/planted.ts', text: `import { gate } from '../host/gate.ts';` },
  },
  {
    says: 'hosts do not import each other',
    violations: importsOf('electron/', ({ target }, file) => {
      const own = hosts.get(featureOf('electron/', file.path) ?? '');
      const other = hosts.get(featureOf('electron/', target) ?? '');
      return other !== undefined && own !== other;
    }),
    planted: { path: 'electron/batch/planted.ts', text: `import { open } from '../loopback/open-browser.ts';` },
  },
  {
    says: 'the practice service is a program of its own',
    violations: importsOf(
      'electron/practice/',
      (entry) => entry.isRelative && !/^(electron\/practice|shared)\//.test(entry.target),
    ),
    planted: { path: 'electron/practice/planted.ts', text: `import { pace } from '../core/api/broker.ts';` },
  },
  {
    says: 'features of the page do not import each other',
    violations: importsOf('renderer/src/features/', ({ target }, file) =>
      isOtherFeature('renderer/src/features/', file.path, target),
    ),
    planted: { path: 'renderer/src/features/import/planted.ts', text: `import { rows } from '../export/model.ts';` },
  },
  {
    says: 'what features of the page share knows none of them',
    violations: importsOf('renderer/src/', ({ target }, file) => {
      const isShared = /^renderer\/src\/(ui|lib|bridge)\//.test(file.path);
      return isShared && /^renderer\/src\/(features|app)\//.test(target);
    }),
    planted: { path: 'renderer/src/ui/planted.ts', text: `import { rows } from '../features/export/model.ts';` },
  },
  {
    says: 'features of the core do not import each other',
    violations: importsOf('electron/core/', ({ target }, file) =>
      isOtherFeature('electron/core/', file.path, target, coreInfrastructure),
    ),
    planted: { path: 'electron/core/imports/planted.ts', text: `import { query } from '../exports/query.ts';` },
  },
  {
    says: 'what features of the core share knows none of them',
    violations: importsOf('electron/core/', ({ target }, file) => {
      const own = featureOf('electron/core/', file.path);
      const other = featureOf('electron/core/', target);
      return (
        own !== undefined &&
        coreInfrastructure.includes(own) &&
        other !== undefined &&
        !coreInfrastructure.includes(other)
      );
    }),
    planted: { path: 'electron/core/storage/planted.ts', text: `import { jobs } from '../imports/jobs.ts';` },
  },
  {
    says: 'in the core only the client and the link of a team open sockets',
    violations: importsOf(
      'electron/core/',
      ({ target }, file) => socketModules.test(target) && !/^electron\/core\/(api|team\/link)\//.test(file.path),
    ),
    planted: { path: 'electron/core/exports/planted.ts', text: `import { request } from 'undici';` },
  },
  {
    says: 'the core and shared read no clock of their own',
    violations: (file) => {
      const isBound = /^(shared|electron\/core)\//.test(file.path) && !file.path.startsWith('electron/core/system/');
      return isBound && !file.isSpec ? used(file, 'Date.now', 'new Date()', 'performance.now', 'Math.random') : [];
    },
    planted: { path: 'electron/core/quota/planted.ts', text: `export const today = () => new Date();` },
  },
  {
    says: 'only the bridge speaks to the host',
    violations: (file) =>
      file.path.startsWith('renderer/') && !file.path.startsWith('renderer/src/bridge/')
        ? used(file, 'window.leadConsole', 'globalThis.leadConsole')
        : [],
    planted: { path: 'renderer/src/app/planted.ts', text: `window.leadConsole.invoke();` },
  },
  {
    says: 'nothing waits for an answer with the whole page standing still',
    violations: (file) => used(file, 'sendSync'),
    planted: { path: 'electron/preload/planted.ts', text: `ipcRenderer.sendSync('quota:snapshot');` },
  },
  {
    says: 'a span of time has one name: shared/domain/time/time.ts',
    violations: (file) =>
      file.path === 'shared/domain/time/time.ts'
        ? []
        : used(file, 'const SECOND', 'const MINUTE', 'const HOUR', 'const DAY'),
    planted: { path: 'electron/core/quota/planted.ts', text: 'const MINUTE = 60_000;' },
  },
  {
    says: 'an endpoint has one name: ENDPOINT in shared/domain/service/services.ts',
    violations: (file) =>
      file.isSpec || file.path === 'shared/domain/service/services.ts' ? [] : used(file, ...Object.values(ENDPOINT)),
    planted: { path: 'electron/core/quota/planted.ts', text: `const service = 'POST leads';` },
  },
  {
    says: 'numbers in texts are written by one format',
    violations: (file) =>
      file.path === 'shared/domain/words/format.ts' || !/^(shared|electron)\//.test(file.path)
        ? []
        : [...file.uses].filter((name) => name.endsWith('.toLocaleString')),
    planted: {
      path: 'electron/core/quota/planted.ts',
      text: `export const words = (n: number) => n.toLocaleString('en');`,
    },
  },
  {
    says: 'a private member is a #member: no cast reaches it',
    violations: (file) => used(file, 'private'),
    planted: { path: 'electron/core/quota/planted.ts', text: 'class Planted { private used = 0; }' },
  },
  {
    says: 'the product uses no helper of its specs',
    violations: importsOf('', ({ isRelative, target }) => isRelative && isOfSpecs(target)),
    planted: { path: 'electron/core/imports/planted.ts', text: `import { clock } from './import-fixture.ts';` },
  },
  {
    says: 'the product needs nothing of its own tools',
    violations: (file) =>
      /^(shared|electron|renderer)\//.test(file.path) && !file.isSpec
        ? file.imports.filter((entry) => /^(scripts|bench|e2e)\//.test(entry.target)).map((entry) => entry.specifier)
        : [],
    planted: { path: 'electron/batch/planted.ts', text: `import { root } from '../../scripts/lib/project.ts';` },
  },
  {
    says: 'a relative import names its file with its extension',
    violations: (file) =>
      file.imports
        .filter((entry) => entry.isRelative && !/\.(tsx?|js|json|css|svg|png|woff2)(\?\w+)?$/.test(entry.specifier))
        .map((entry) => entry.specifier),
    planted: { path: 'renderer/src/app/planted.ts', text: `import { theme } from './theme';` },
  },
  {
    says: 'files are renamed and removed by the one helper that waits for a scanner',
    violations: (file) =>
      /^electron\/(?!practice\/)/.test(file.path) &&
      file.path !== 'electron/core/foundation/patient-files.ts' &&
      !file.isSpec
        ? used(file, 'renameSync', 'rmSync', 'unlinkSync', 'rm', 'unlink')
        : [],
    planted: { path: 'electron/core/quota/planted.ts', text: `renameSync('a', 'b');` },
  },
  {
    says: 'the page names the key of this computer: modifierName, not Ctrl+',
    violations: (file) => (file.path.startsWith('renderer/') && !file.isSpec ? used(file, 'Ctrl+') : []),
    planted: { path: 'renderer/src/app/planted.tsx', text: 'export const title = `Undo (Ctrl+Z): ${1}`;' },
  },
  {
    says: 'a style in an element has only what is computed; a constant is a role of ui/theme/roles.css, or in a module',
    violations: (file) =>
      file.path.startsWith('renderer/') && !file.isSpec
        ? [...file.uses].filter((name) => name.startsWith('style '))
        : [],
    planted: {
      path: 'renderer/src/app/planted.tsx',
      text: 'export const dot = <i style={{ left, width: `${left}px`, ...(left > 0 && { flex: 1 }) }} />;',
    },
  },
];

/** Things that one file of the product may touch; every other file goes through that one. */
export const singlePlaces: readonly string[] = ['ipcMain', 'ipcRenderer', 'webContents.send'];

/** @returns for each name that more than one file touches, a sentence naming them */
export function crowdedPlaces(files: readonly SourceFile[]): string[] {
  return singlePlaces.flatMap((name) => {
    const touching = files.filter((file) => file.path.startsWith('electron/') && !file.isSpec && file.uses.has(name));
    return touching.length > 1 ? [`${name} is touched in ${touching.map((file) => file.path).join(' and ')}`] : [];
  });
}

/** Entries of a folder: files, specs among them, and the folders in it. */
export const MOST_ENTRIES = 40;
/** A decision is found by its number from the code, and by its group in the index; a room would break both ways. */
const INDEXED_FOLDERS: readonly string[] = ['docs/decisions'];

/**
 * @param paths of files, from the project's folder
 * @returns a sentence for each folder that one cannot take in at a glance
 */
export function fullFolders(paths: readonly string[]): string[] {
  const entries = new Map<string, Set<string>>();
  for (const path of paths) {
    const parts = path.split('/');
    for (const [depth, part] of parts.entries()) {
      const folder = parts.slice(0, depth).join('/');
      entries.set(folder, (entries.get(folder) ?? new Set()).add(part));
    }
  }
  return [...entries]
    .filter(([folder, { size }]) => size > MOST_ENTRIES && !INDEXED_FOLDERS.includes(folder))
    .map(([folder, { size }]) => `${folder} shows ${size} entries: divide it into rooms`);
}

/** @returns files that no program starts with and that nothing but specs imports: the linter takes a spec for a user */
export function unusedFiles(files: readonly SourceFile[], entries: readonly string[]): string[] {
  const used = new Set(
    files.filter((file) => !file.isSpec).flatMap((file) => file.imports.map(({ target }) => target)),
  );
  const isEntry = (path: string): boolean => entries.some((pattern) => posix.matchesGlob(path, pattern));
  return files
    .filter(({ path, isSpec }) => !isSpec && !path.endsWith('.d.ts') && !used.has(path) && !isEntry(path))
    .map(({ path }) => path);
}

// Why: decision 0007.
import { globSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { listPackage } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import { root } from './project.ts';
import { runToolQuietly } from './run-tool.ts';

/** Marks the place of the fuses in every Electron binary; then follow a version, a length and one digit a fuse. */
const fuseSentinel = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
const fuseCount = 9;

/** The digits of the fuse wire, as bytes; anything else means that the binary no longer has the fuse. */
export const fuseStates = { off: 48, on: 49, removed: 114 } as const;

const wantedFuses: ReadonlyMap<FuseV1Options, boolean> = new Map([
  [FuseV1Options.RunAsNode, false],
  [FuseV1Options.EnableCookieEncryption, true],
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable, false],
  [FuseV1Options.EnableNodeCliInspectArguments, false],
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation, true],
  [FuseV1Options.OnlyLoadAppFromAsar, true],
  [FuseV1Options.GrantFileProtocolExtraPrivileges, false],
]);

/**
 * Packs the built client around a stand-in for Electron's binary, then looks at the result: exactly the built files
 * are in the archive, and the fuses are as wanted. Needs no network and no Electron. Tells on stderr what is wrong.
 */
export async function checkPackage(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'lead-console-package-'));
  try {
    const electron = join(folder, 'electron');
    const release = join(folder, 'release');
    plantElectron(electron);
    const settings = [`-c.electronDist=${electron}`, `-c.directories.output=${release}`];
    const { code, said } = await runToolQuietly('electron-builder', [
      '--dir',
      '--linux',
      ...settings,
      '--publish',
      'never',
    ]);
    if (code !== 0) {
      process.stderr.write(
        `${said.trimEnd()}\nThe package could not be built (electron-builder ended with ${code}, see above).\n`,
      );
      return false;
    }
    const unpacked = join(release, 'linux-unpacked');
    const problems = [
      ...fileProblems(listPackage(join(unpacked, 'resources/app.asar'), { isPack: false }), builtFiles()),
      ...fuseProblems(await getCurrentFuseWire(join(unpacked, 'lead-console'))),
    ];
    for (const problem of problems) process.stderr.write(`${problem}\n`);
    return problems.length === 0;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What must be in the archive, as paths from the project's folder. */
function builtFiles(): string[] {
  return [
    'package.json',
    ...globSync('out/{main,preload,core,renderer}/**/*', { cwd: root, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.map'))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/')),
  ];
}

/** @param listed the archive's entries, folders among them, each with a slash in front */
export function fileProblems(listed: readonly string[], wanted: readonly string[]): string[] {
  const entries = listed.map((entry) => entry.replaceAll('\\', '/').replace(/^\//, ''));
  const files = entries.filter((entry) => !entries.some((other) => other.startsWith(`${entry}/`)));
  return [
    ...files
      .filter((file) => !wanted.includes(file))
      .map((file) => `The package holds ${file}, which does not belong there.`),
    ...wanted.filter((file) => !files.includes(file)).map((file) => `The package lacks ${file}.`),
  ];
}

export function fuseProblems(wire: Partial<Record<FuseV1Options, number>>): string[] {
  return [...wantedFuses]
    .filter(([fuse, isOn]) => wire[fuse] !== (isOn ? fuseStates.on : fuseStates.off))
    .map(([fuse, isOn]) => `The fuse ${FuseV1Options[fuse]} must be ${isOn ? 'on' : 'off'}.`);
}

function plantElectron(folder: string): void {
  mkdirSync(join(folder, 'locales'), { recursive: true });
  mkdirSync(join(folder, 'resources'));
  const fuses = Buffer.concat([
    Buffer.from(fuseSentinel),
    Buffer.from([1, fuseCount]),
    Buffer.from('1'.repeat(fuseCount)),
  ]);
  writeFileSync(join(folder, 'electron'), fuses, { mode: 0o755 });
  for (const name of ['chrome-sandbox', 'version', 'LICENSE', 'locales/en-US.pak'])
    writeFileSync(join(folder, name), '');
}

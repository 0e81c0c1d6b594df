// Why: decision 0007.
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { listPackage } from '@electron/asar';
import { FuseV1Options, getCurrentFuseWire } from '@electron/fuses';
import {
  archiveOf,
  argumentsFor,
  headerHash,
  infoOf,
  integrityOf,
  plantElectron,
  programOf,
  type System,
  SYSTEMS,
} from './packed-program.ts';
import { firstLoadTrouble } from './first-load.ts';
import { LINUX_PACKAGES, linuxProblems, packageGiven, plantPackager } from './linux-packages.ts';
import { root } from './project.ts';
import { runToolQuietly } from './run-tool.ts';
import { sbomOf, sbomProblems } from './sbom.ts';

/** The packages of Linux are made by scripts of a shell. */
const MAKES_LINUX_PACKAGES = process.platform !== 'win32';

/** Built, and not in the archive: of no use without a checkout; to be opened by people, beside it. */
const LEFT_OUT = new Set(['loopback.js', 'third-party-licences.txt']);

/** The digits of the fuse wire, as bytes; anything else means that the binary no longer has the fuse. */
export const fuseStates = { off: 48, on: 49, removed: 114 } as const;

const wantedFuses: ReadonlyMap<FuseV1Options, boolean> = new Map([
  [FuseV1Options.RunAsNode, false],
  [FuseV1Options.EnableCookieEncryption, true],
  [FuseV1Options.EnableNodeOptionsEnvironmentVariable, false],
  [FuseV1Options.EnableNodeCliInspectArguments, false],
  [FuseV1Options.EnableEmbeddedAsarIntegrityValidation, true],
  [FuseV1Options.OnlyLoadAppFromAsar, true],
  [FuseV1Options.LoadBrowserProcessSpecificV8Snapshot, false],
  [FuseV1Options.GrantFileProtocolExtraPrivileges, false],
]);

/** Bytes. Above these something came in unnoticed. */
const LARGEST_ARCHIVE = 12 * 1024 * 1024;

/**
 * Packs the built client for each system around a stand-in for Electron's binary, then looks at the results. Needs no
 * network and no Electron. Looks at how much the page loads at its start, too. Tells on stderr what is wrong.
 */
export async function checkPackage(): Promise<boolean> {
  const folder = mkdtempSync(join(tmpdir(), 'lead-console-package-'));
  try {
    const headers = new Map<string, string>();
    let isWhole = true;
    for (const system of SYSTEMS) {
      const packed = await pack(system, folder);
      const problems = 'said' in packed ? [packed.said] : [...(await problemsOf(system, packed.path))];
      if (system === 'linux' && MAKES_LINUX_PACKAGES && !('said' in packed))
        for (const kind of LINUX_PACKAGES)
          problems.push(...linuxProblems(packageGiven(packagerIn(folder), kind)).map((said) => `.${kind}: ${said}`));
      if (!('said' in packed)) headers.set(system, headerHash(archiveOf(system, packed.path)));
      for (const problem of problems) process.stderr.write(`${system}: ${problem}\n`);
      isWhole &&= problems.length === 0;
    }
    if (isWhole && new Set(headers.values()).size !== 1) {
      process.stderr.write(
        `The archive is not the same for each system: ${JSON.stringify(Object.fromEntries(headers))}.\n`,
      );
      isWhole = false;
    }
    const trouble = firstLoadTrouble(join(root, 'out/renderer'));
    if (trouble !== null) process.stderr.write(`${trouble}\n`);
    return isWhole && trouble === null;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function pack(system: System, folder: string): Promise<{ readonly path: string } | { readonly said: string }> {
  const electron = join(folder, `electron-${system}`);
  const release = join(folder, system);
  plantElectron(electron, system);
  const [option = '', ...others] = argumentsFor(system);
  const isListed = system === 'linux' && MAKES_LINUX_PACKAGES;
  const args = [
    option,
    ...(isListed ? LINUX_PACKAGES : ['--dir']),
    ...others,
    '--x64',
    `-c.electronDist=${electron}`,
    `-c.directories.output=${release}`,
    // Nobody signs here, and only a Mac could.
    ...(system === 'mac' ? ['-c.mac.identity=null', '-c.electronFuses.resetAdHocDarwinSignature=false'] : []),
    '--publish',
    'never',
  ];
  const packager = isListed ? { CUSTOM_FPM_PATH: plantPackager(packagerIn(folder)) } : {};
  const { code, said } = await runToolQuietly('electron-builder', args, packager);
  const unpacked = join(release, { linux: 'linux-unpacked', win: 'win-unpacked', mac: 'mac' }[system]);
  return code === 0
    ? { path: unpacked }
    : { said: `${said.trimEnd()}\nThe package could not be built (electron-builder ended with ${code}, see above).` };
}

function packagerIn(folder: string): string {
  return join(folder, 'packager');
}

async function problemsOf(system: System, unpacked: string): Promise<string[]> {
  const archive = archiveOf(system, unpacked);
  const listed = listPackage(archive, { isPack: false });
  return [
    ...fileProblems(listed, builtFiles()),
    ...sbomProblems(sbomOf(builtFiles()), filesOf(listed)),
    ...fuseProblems(await getCurrentFuseWire(programOf(system, unpacked))),
    ...integrityProblems(integrityOf(system, unpacked), headerHash(archive)),
    ...sizeProblem(statSync(archive).size),
    ...besideProblems(system, unpacked),
  ];
}

/** What must be in the archive, as paths from the project's folder, in the order of their names. */
export function builtFiles(): string[] {
  return [
    'package.json',
    ...globSync('out/{main,preload,core,renderer}/**/*', { cwd: root, withFileTypes: true })
      .filter((entry) => entry.isFile() && !entry.name.endsWith('.map') && !LEFT_OUT.has(entry.name))
      .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
      .sort(),
  ];
}

/**
 * The files of an archive, as paths from the project's folder.
 * @param listed its entries, folders among them, each with a slash in front
 */
function filesOf(listed: readonly string[]): string[] {
  const entries = listed.map((entry) => entry.replaceAll('\\', '/').replace(/^\//, ''));
  return entries.filter((entry) => !entries.some((other) => other.startsWith(`${entry}/`)));
}

/** @param listed the archive's entries, as `filesOf` takes them */
export function fileProblems(listed: readonly string[], wanted: readonly string[]): string[] {
  const files = filesOf(listed);
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

export function integrityProblems(stated: string | null, hash: string): string[] {
  return stated === hash ? [] : [`The hash of the archive is ${hash}, and the program was given ${stated ?? 'none'}.`];
}

export function sizeProblem(bytes: number): string[] {
  return bytes <= LARGEST_ARCHIVE ? [] : [`The archive has ${bytes} bytes, more than ${LARGEST_ARCHIVE}.`];
}

/** What lies beside the archive, for people and for the system. */
function besideProblems(system: System, unpacked: string): string[] {
  const resources = join(archiveOf(system, unpacked), '..');
  const lacks = [
    join(resources, 'third-party-licences.txt'),
    // The builder moves them into the program of macOS only from the archive that it downloads.
    ...(system === 'mac' ? [] : ['LICENSE.electron.txt', 'LICENSES.chromium.html'].map((name) => join(unpacked, name))),
    ...(system === 'win' ? [join(unpacked, 'lead-console.cmd')] : []),
    ...(system === 'mac' ? [join(resources, 'icon.icns')] : []),
  ].filter((path) => !existsSync(path));
  const missing = lacks.map((path) => `The package lacks ${relative(unpacked, path)}.`);
  if (system === 'win') return [...missing, ...winProblems(readFileSync(programOf(system, unpacked)))];
  return system === 'mac' ? [...missing, ...macProblems(infoOf(unpacked))] : missing;
}

/** The largest picture of the icon, which the resources hold as it is. */
function winProblems(program: Buffer): string[] {
  const icon = readFileSync(join(root, 'build/icon.ico'));
  return program.includes(icon.subarray(icon.lastIndexOf('\x89PNG', 'latin1')))
    ? []
    : ['The program has not our icon.'];
}

/** @param info the list of facts that macOS reads, as XML */
export function macProblems(info: string): string[] {
  const types = ['csv', 'tsv', 'xls', 'xlsx', 'ods', 'Alternate'].map((text) => `<string>${text}</string>`);
  return [
    ...(types.every((text) => info.includes(text))
      ? []
      : ['The program does not offer itself for tables, or takes them from others.']),
    ...(/<key>LSMinimumSystemVersion<\/key>\s*<string>13\.0\.0<\/string>/.test(info)
      ? []
      : ['The least version of macOS is not stated.']),
  ];
}

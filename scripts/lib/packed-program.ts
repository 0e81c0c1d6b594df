// Why: decision 0364.
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { getRawHeader } from '@electron/asar';
import { root } from './project.ts';

/** As electron-builder names them on its command line. */
export const SYSTEMS = ['linux', 'win', 'mac'] as const;
export type System = (typeof SYSTEMS)[number];

/** On Linux programs with a blank in the name of their folder have failed to start. Our data folder has its own name. */
export function argumentsFor(system: System): string[] {
  return [`--${system}`, ...(system === 'linux' ? ['-c.productName=lead-console'] : [])];
}

const APP = 'Lead Console.app/Contents';

export function archiveOf(system: System, unpacked: string): string {
  return join(unpacked, system === 'mac' ? `${APP}/Resources` : 'resources', 'app.asar');
}

/** The program, or the folder of one, by which its fuses are found. */
export function programOf(system: System, unpacked: string): string {
  const names = { linux: 'lead-console', win: 'Lead Console.exe', mac: 'Lead Console.app' };
  return join(unpacked, names[system]);
}

/** What a program checks its archive by. */
export function headerHash(archive: string): string {
  return createHash('sha256').update(getRawHeader(archive).headerString).digest('hex');
}

/** The hash that the program was given; null on Linux, which has no place for one, is that of the archive itself. */
export function integrityOf(system: System, unpacked: string): string | null {
  if (system === 'linux') return headerHash(archiveOf(system, unpacked));
  const [text, stated] =
    system === 'mac'
      ? [infoOf(unpacked), /<key>Resources\/app\.asar<\/key>[^]*?<key>hash<\/key>\s*<string>([0-9a-f]{64})<\/string>/]
      : [
          readFileSync(programOf(system, unpacked), 'latin1'),
          /"resources\\\\app\.asar","alg":"SHA256","value":"([0-9a-f]{64})"/,
        ];
  return stated.exec(text)?.[1] ?? null;
}

/** What macOS reads of the program, as XML. */
export function infoOf(unpacked: string): string {
  return readFileSync(join(unpacked, APP, 'Info.plist'), 'utf8');
}

/** Marks the place of the fuses in every Electron binary; then follow a version, a length and one digit a fuse. */
const FUSE_SENTINEL = 'dL7pKGdnNz796PbbjQWNKmHXBZaB9tsX';
/** As Electron has them, so that a fuse that nobody switches is seen: build/fuses/fuses.json5 of Electron. */
const FUSES = '101100011';

/** A stand-in for a distribution of Electron, with all that electron-builder looks at. */
export function plantElectron(folder: string, system: System): void {
  const write = (name: string, content: Uint8Array | string = '') => {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content, { mode: 0o755 });
  };
  const fuses = Buffer.concat([Buffer.from(FUSE_SENTINEL), Buffer.from([1, FUSES.length]), Buffer.from(FUSES)]);
  if (system === 'mac') {
    plantApp(write, fuses);
    return;
  }
  // A real program of Windows: its resources are changed.
  const setup = join(root, 'node_modules/electron-winstaller/vendor/Setup.exe');
  if (system === 'win') write('electron.exe', Buffer.concat([readFileSync(setup), fuses]));
  else write('electron', fuses);
  for (const name of [
    'chrome-sandbox',
    'version',
    'LICENSE',
    'LICENSES.chromium.html',
    'locales/en-US.pak',
    'locales/de.pak',
  ])
    write(name);
  mkdirSync(join(folder, 'resources'), { recursive: true });
  if (system === 'win') cpSync(setup, join(folder, 'd3dcompiler_47.dll'));
}

function plantApp(write: (name: string, content?: Uint8Array | string) => void, fuses: Uint8Array): void {
  const app = 'Electron.app/Contents';
  const info = (name: string) => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0"><dict><key>CFBundleExecutable</key><string>${name}</string><key>CFBundleIdentifier</key><string>com.github.Electron</string><key>CFBundleName</key><string>${name}</string></dict></plist>
`;
  write(`${app}/Info.plist`, info('Electron'));
  write(`${app}/MacOS/Electron`);
  write(`${app}/Resources/electron.icns`);
  write(`${app}/Resources/en.lproj/locale.pak`);
  for (const kind of ['', ' (GPU)', ' (Plugin)', ' (Renderer)']) {
    const helper = `Electron Helper${kind}`;
    write(`${app}/Frameworks/${helper}.app/Contents/Info.plist`, info(helper));
    write(`${app}/Frameworks/${helper}.app/Contents/MacOS/${helper}`);
  }
  const framework = `${app}/Frameworks/Electron Framework.framework`;
  write(`${framework}/Electron Framework`, fuses);
  write(`${framework}/Versions/A/Resources/Info.plist`, info('Electron Framework'));
  write(`${framework}/Versions/A/Resources/en.lproj/locale.pak`);
  write('LICENSE');
  write('LICENSES.chromium.html');
  write('version');
}

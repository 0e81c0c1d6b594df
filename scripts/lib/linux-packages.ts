// Why: decision 0364.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { LINUX_SIZES } from './icons.ts';

export const LINUX_PACKAGES = ['deb', 'rpm'] as const;

/** What a .deb or .rpm is made of. */
export interface LinuxPackage {
  /** What fpm was called with: options, then each file or folder and its place, `from=to`. */
  readonly args: readonly string[];
  /** The entry of the menu. */
  readonly entry: string;
  /** What runs after its files are there. */
  readonly afterInstall: string;
}

/**
 * Stands in for fpm, which makes these packages and is not there without a network: keeps what it is given.
 * @returns the path of the program, for the variable `CUSTOM_FPM_PATH` of electron-builder
 */
export function plantPackager(folder: string): string {
  const program = join(folder, 'fpm');
  const script = `#!/bin/sh
for one; do
  case "$before" in
    -t) kind=$one ;;
    --package) : > "$one" ;;
    --after-install) cp "$one" "${folder}/$kind.after-install" ;;
  esac
  case "$one" in *.desktop=*) cp "\${one%%=*}" "${folder}/$kind.desktop" ;; esac
  before=$one
done
printf '%s\\n' "$@" > "${folder}/$kind.args"
`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(program, script, { mode: 0o755 });
  return program;
}

/** @param folder where the stand-in was planted */
export function packageGiven(folder: string, kind: (typeof LINUX_PACKAGES)[number]): LinuxPackage {
  const read = (ending: string) => readFileSync(join(folder, `${kind}.${ending}`), 'utf8');
  return { args: read('args').split('\n'), entry: read('desktop'), afterInstall: read('after-install') };
}

const TYPES = [
  'text/csv',
  'text/tab-separated-values',
  'application/vnd.ms-excel',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  'application/vnd.oasis.opendocument.spreadsheet',
];

export function linuxProblems({ args, entry, afterInstall }: LinuxPackage): string[] {
  const lines = entry.split('\n');
  const places = [
    '/opt/lead-console',
    '/usr/share/applications/lead-console.desktop',
    ...LINUX_SIZES.map((size) => `/usr/share/icons/hicolor/${size}x${size}/apps/lead-console.png`),
  ];
  const wanted = [
    'Name=Lead Console',
    // Paths, not addresses; and nothing that takes the sandbox away.
    'Exec=/opt/lead-console/lead-console %F',
    `MimeType=${TYPES.join(';')};`,
  ];
  return [
    ...places
      .filter((place) => !args.some((arg) => arg.endsWith(`=${place}`)))
      .map((place) => `Nothing lies at ${place}.`),
    ...wanted.filter((line) => !lines.includes(line)).map((line) => `The entry of the menu lacks "${line}".`),
    ...(afterInstall.includes('/opt/lead-console/resources/apparmor-profile')
      ? []
      : ['The AppArmor profile is not installed: where the system asks for one the sandbox would not start.']),
  ];
}

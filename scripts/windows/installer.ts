import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../lib/project.ts';
import { inWine, toWindows } from './wine.ts';

const CLASSES = 'HKCU\\Software\\Classes';
/** An installer that is nothing but the part of ours that writes file types. */
const script = (target: string) => `Target amd64-unicode
Unicode true
Name "types"
OutFile "${target}"
RequestExecutionLevel user
SilentInstall silent
!include LogicLib.nsh
!define APP_EXECUTABLE_FILENAME "Lead Console.exe"
!define LEAD_CONSOLE_TYPES_ONLY
!include "${join(root, 'build/installer.nsh')}"
Section
  StrCpy $INSTDIR "C:\\lead-console-types"
  SetOutPath $INSTDIR
  WriteUninstaller "$INSTDIR\\uninstall.exe"
  !insertmacro customInstall
SectionEnd
Section Uninstall
  !insertmacro customUnInstall
SectionEnd
`;

/** Installs and removes the file types under Wine: whoever opens .csv and .xlsx does so before, meanwhile and afterwards. */
export async function checkInstaller(wine: string, folder: string): Promise<string[]> {
  const program = join(folder, 'types.exe');
  writeFileSync(join(folder, 'types.nsi'), script(program));
  const made = spawnSync('makensis', ['-V2', join(folder, 'types.nsi')], { encoding: 'utf8' });
  if (made.error !== undefined) return ['makensis is not there (Debian: apt-get install nsis)'];
  if (made.status !== 0) return [`makensis: ${made.stdout}${made.stderr}`];
  const run = (...args: string[]) => inWine(wine, args);
  const types = ['.csv', '.xlsx'];
  for (const type of types) run('reg', 'add', `${CLASSES}\\${type}`, '/ve', '/d', 'Somebody.Table', '/f');
  const before = run('reg', 'query', CLASSES, '/s');
  const defaults = () =>
    types.filter((type) => !run('reg', 'query', `${CLASSES}\\${type}`, '/ve').includes('Somebody.Table'));
  const broken: string[] = [];
  run(toWindows(program));
  if (!run('reg', 'query', `${CLASSES}\\.csv\\OpenWithProgids`).includes('LeadConsole.Table'))
    broken.push('not offered for .csv');
  for (const type of defaults()) broken.push(`installing takes ${type}`);
  run('C:\\lead-console-types\\uninstall.exe', '/S', '_?=C:\\lead-console-types');
  for (const type of defaults()) broken.push(`removing takes ${type}`);
  const after = run('reg', 'query', CLASSES, '/s');
  if (after !== before) broken.push(`the classes are not as before: ${after}`);
  for (const type of types) run('reg', 'delete', `${CLASSES}\\${type}`, '/f');
  return broken;
}

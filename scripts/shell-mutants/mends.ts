import { mendsOfEvery } from './mends/every-system.ts';
import { mendsOfOthers } from './mends/mac-and-linux.ts';
import { mendsOfWindows } from './mends/windows.ts';
import { type Mend, type Protection, protections } from './protections.ts';

/** Everything that `npm run shell-mutants` removes. */
export const removals: readonly Protection[] = [...protections, ...mendsOfEvery, ...mendsOfWindows, ...mendsOfOthers];

/** Numbers of what breaks on one of the three systems: E on each of them, W on Windows, M on macOS, L on Linux. */
const COUNTS = { E: 14, W: 18, M: 10, L: 7 };
export const mendIds: readonly string[] = Object.entries(COUNTS).flatMap(([letter, count]) =>
  Array.from({ length: count }, (_, index) => `${letter}${index + 1}`),
);

export function isMend(removal: Protection): removal is Mend {
  return removal.id !== undefined;
}

/** What is mended in part, or not at all, by its number: the words with which `docs/guide.md` says so. */
export const limits: Readonly<Record<string, RegExp>> = {
  E12: /On battery, too/,
  E14: /notification that is pressed after Lead Console has ended/,
  W10: /data folder outside your profile on Windows has the rights of the folder above it/,
  M6: /Without a running import, closing the window ends the program, on macOS as well/,
  M9: /notifications appear only from a signed program/,
  M10: /asks for the keychain after each update/,
  L6: /Sway without a keyring/,
};

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { moveFile, patiently, patientlyBeside } from '../core/foundation/patient-files.ts';
import type { SettingsStore } from '../core/foundation/ports.ts';

export const SETTINGS_NAME = 'settings';

/** The methods of `conf`, and of electron-store, which extends it, that settings need. */
export interface SettingsDocument {
  get(key: string): unknown;
  set(key: string, value: unknown): void;
  delete(key: string): void;
}

/** Options with which `conf` and electron-store write the same file. A key with a dot is one key, not a path. */
export const settingsOptions = {
  accessPropertiesByDotNotation: false,
  configFileMode: 0o600,
} as const;

/**
 * Renames a settings file that is not a JSON object, so that a start with the defaults does not overwrite it.
 * @returns the new path of the file, or null when the file is readable or missing
 */
export function setAsideUnreadable(folder: string, wallNow: number): string | null {
  const path = join(folder, `${SETTINGS_NAME}.json`);
  if (!existsSync(path)) return null;
  try {
    const value: unknown = JSON.parse(patiently(() => readFileSync(path, 'utf8')));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return null;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  const aside = `${path}.unreadable-${wallNow}`;
  moveFile(path, aside);
  return aside;
}

export function settingsStore(document: SettingsDocument): SettingsStore {
  let last: Promise<unknown> = Promise.resolve();
  /** One call at a time: one that waits for the file must not come behind a later one. */
  function inTurn<Value>(call: () => Value): Promise<Value> {
    const next = last.then(() => patientlyBeside(async () => call()));
    last = next.catch(() => undefined);
    return next;
  }

  return {
    read: (key) => inTurn(() => document.get(key)),
    write: (key, value) => inTurn(() => (value === undefined ? document.delete(key) : document.set(key, value))),
  };
}

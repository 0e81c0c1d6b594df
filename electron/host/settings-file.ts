import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inTurn } from '../core/foundation/in-turn.ts';
import { moveFile, patiently, patientlyBeside } from '../core/foundation/patient-files.ts';
import type { SettingsStore } from '../core/foundation/ports.ts';
import { isObject, parseJson } from '../../shared/domain/service/answers/answers.ts';

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

/** Renames a settings file that is not a JSON object, so that a start with the defaults does not overwrite it. */
export function setAsideUnreadable(folder: string, wallNow: number): void {
  const path = join(folder, `${SETTINGS_NAME}.json`);
  if (!existsSync(path) || isObject(parseJson(patiently(() => readFileSync(path, 'utf8'))))) return;
  moveFile(path, `${path}.unreadable-${wallNow}`);
}

export function settingsStore(document: SettingsDocument): SettingsStore {
  const next = inTurn();
  /** One call at a time: one that waits for the file must not come behind a later one. */
  const patient = <Value>(call: () => Value) => next(() => patientlyBeside(async () => call()));
  return {
    read: (key) => patient(() => document.get(key)),
    write: (key, value) => patient(() => (value === undefined ? document.delete(key) : document.set(key, value))),
  };
}

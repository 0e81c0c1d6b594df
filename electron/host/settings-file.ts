import { existsSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import type { SettingsStore } from '../core/foundation/ports.ts';

export const SETTINGS_NAME = 'settings';

/** The part of `conf` (and of electron-store, which is made of it) that settings need. */
export interface SettingsDocument {
  get(key: string): unknown;
  set(key: string, value: unknown): void;
  delete(key: string): void;
}

/** Options under which `conf` and electron-store write the same file. Names with dots are names, not paths. */
export const settingsOptions = {
  accessPropertiesByDotNotation: false,
  configFileMode: 0o600,
} as const;

/**
 * Moves a settings file that is not JSON out of the way, so that a start with defaults does not overwrite what a person
 * may still want to read.
 * @returns the new name of the file, or null when nothing was wrong.
 */
export function setAsideUnreadable(folder: string, wallNow: number): string | null {
  const path = join(folder, `${SETTINGS_NAME}.json`);
  if (!existsSync(path)) return null;
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return null;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  const aside = `${path}.unreadable-${wallNow}`;
  renameSync(path, aside);
  return aside;
}

export function settingsStore(document: SettingsDocument): SettingsStore {
  return {
    read: async (key) => document.get(key),
    async write(key, value) {
      if (value === undefined) document.delete(key);
      else document.set(key, value);
    },
  };
}

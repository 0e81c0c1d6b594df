import type { ChosenFile } from '../../../shared/contract/host/files.ts';
import { createStore, useStore } from './store.ts';

/**
 * Files that were dropped, opened with Ctrl+O or handed over by the system, on their way to the import page, the first ones
 * first; those that were chosen together stay together. They wait here while nobody is signed in, and while a person is asked
 * about the one before.
 */
const pending = createStore<readonly (readonly ChosenFile[])[]>([]);

export function offerFiles(files: readonly ChosenFile[]): void {
  if (files.length > 0) pending.set([...pending.get(), files]);
}

/** The files that are taken next; null when none wait. */
export function usePendingFiles(): readonly ChosenFile[] | null {
  return useStore(pending)[0] ?? null;
}

/** Takes the files that wait; none when there are none. */
export function takePendingFiles(): readonly ChosenFile[] {
  const [files = [], ...others] = pending.get();
  pending.set(others);
  return files;
}

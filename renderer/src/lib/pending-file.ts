import type { ChosenFile } from '../../../shared/contract/host/files.ts';
import { createStore, useStore } from './store.ts';

/**
 * Files that were dropped, opened with Ctrl+O or handed over by the system, on their way to the import page, the first one
 * first. They wait here while nobody is signed in, and while a person is asked about the one before.
 */
const pending = createStore<readonly ChosenFile[]>([]);

export function offerFile(file: ChosenFile): void {
  pending.set([...pending.get(), file]);
}

/** The file that is taken next; null when none waits. */
export function usePendingFile(): ChosenFile | null {
  return useStore(pending)[0] ?? null;
}

/** Takes the waiting file; null when there is none. */
export function takePendingFile(): ChosenFile | null {
  const [file = null, ...others] = pending.get();
  pending.set(others);
  return file;
}

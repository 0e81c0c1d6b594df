import type { ChosenFile } from '../../../shared/contract/host/files.ts';
import { createStore, useStore } from './store.ts';

/**
 * A file that was dropped, opened with Ctrl+O or handed over by the system, on its way to the import page.
 * It waits here while nobody is signed in.
 */
const pending = createStore<ChosenFile | null>(null);

export function offerFile(file: ChosenFile): void {
  pending.set(file);
}

export function usePendingFile(): ChosenFile | null {
  return useStore(pending);
}

/** Takes the waiting file; null when there is none. */
export function takePendingFile(): ChosenFile | null {
  const file = pending.get();
  pending.set(null);
  return file;
}

import { createStore, useStore } from './store.ts';

/** A file on its way from the browser to the host, which takes seconds when it is large. On the desktop none is. */
export interface ArrivingFile {
  readonly name: string;
  /** Bytes. */
  readonly size: number;
  readonly cancel: () => void;
}

const arriving = createStore<readonly ArrivingFile[]>([]);

/** The file is on its way until `work` ends. */
export async function whileArriving<Value>(file: ArrivingFile, work: () => Promise<Value>): Promise<Value> {
  arriving.set([...arriving.get(), file]);
  try {
    return await work();
  } finally {
    arriving.set(arriving.get().filter((known) => known !== file));
  }
}

/** Calls the listener as soon as a file is on its way; returns the function that removes it. */
export function onArrival(listener: (file: ArrivingFile) => void): () => void {
  return arriving.subscribe(() => {
    const [file] = arriving.get();
    if (file !== undefined) listener(file);
  });
}

/** The file that arrives now; null when none does. */
export function useArrivingFile(): ArrivingFile | null {
  return useStore(arriving)[0] ?? null;
}

import type { ChosenFile } from '../../../../../shared/contract/host/files.ts';
import { call, CallError, newCallId } from '../../../bridge/index.ts';
import { createStore, useStore } from '../../../lib/store.ts';
import { startWork } from '../../../ui/index.ts';

/** A file of a queue that has no draft: it waits, it is being read, or it cannot be read. */
export interface FileOfQueue {
  readonly callId: string;
  readonly queueId: string;
  readonly name: string;
  readonly state: 'waiting' | 'reading' | 'failed';
  readonly bytesRead: number;
  readonly bytesTotal: number;
  /** Why it cannot be read. */
  readonly message: string;
}

/** Outside the page's components: the files are read on while the person looks at another page. */
const files = createStore<readonly FileOfQueue[]>([]);

export function useFilesOfQueues(): readonly FileOfQueue[] {
  return useStore(files);
}

function change(callId: string, next: Partial<FileOfQueue>): void {
  files.set(files.get().map((file) => (file.callId === callId ? { ...file, ...next } : file)));
}

export function forgetFile(callId: string): void {
  files.set(files.get().filter((file) => file.callId !== callId));
}

export function noteProgress({
  callId,
  bytesRead,
  bytesTotal,
}: Pick<FileOfQueue, 'callId' | 'bytesRead' | 'bytesTotal'>) {
  if (files.get().some((file) => file.callId === callId)) change(callId, { bytesRead, bytesTotal });
}

/** Makes a queue of files that were chosen together, each of them a draft, read one after the other. */
export function queueFiles(chosen: readonly ChosenFile[]): void {
  const queueId = newCallId();
  const entries = chosen.map((file) => ({ file, callId: newCallId() }));
  const added = entries.map(({ file, callId }): FileOfQueue => {
    return { callId, queueId, name: file.name, state: 'waiting', bytesRead: 0, bytesTotal: 0, message: '' };
  });
  files.set([...files.get(), ...added]);
  startWork(async () => {
    const drafts: string[] = [];
    for (const { file, callId } of entries) {
      // A person took it out while it waited.
      if (!files.get().some((known) => known.callId === callId)) continue;
      change(callId, { state: 'reading' });
      const draftId = await read(file, { callId, queueId, drafts });
      if (draftId !== null) drafts.push(draftId);
    }
  });
}

interface Reading {
  readonly callId: string;
  readonly queueId: string;
  /** Drafts that the queue has so far. */
  readonly drafts: readonly string[];
}

/** A file that is a draft already keeps it, with what was chosen in it. Null when there is no draft to add. */
async function read(file: ChosenFile, { callId, queueId, drafts }: Reading): Promise<string | null> {
  try {
    const { draft: known } = await call('import:draftOf', { token: file.token });
    if (known === null) {
      const { id } = await call('import:open', { token: file.token, callId, queueId });
      forgetFile(callId);
      return id;
    }
    if (drafts.includes(known.id)) {
      change(callId, { state: 'failed', message: 'The very same file is in this queue already.' });
      return null;
    }
    await call('import:arrangeQueue', { queueId, draftIds: [...drafts, known.id] });
    forgetFile(callId);
    return known.id;
  } catch (failure) {
    if (!(failure instanceof CallError)) throw failure;
    if (failure.details.code === 'cancelled') forgetFile(callId);
    else change(callId, { state: 'failed', message: failure.message });
    return null;
  }
}

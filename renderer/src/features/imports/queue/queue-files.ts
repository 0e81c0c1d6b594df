import type { ChosenFile } from '../../../../../shared/contract/host/files.ts';
import { call, CallError, newCallId } from '../../../bridge/index.ts';
import { createStore, useStore } from '../../../lib/store.ts';
import { startWork } from '../../../ui/index.ts';
import { type FileOfQueue, queuesOf } from './queue-model.ts';

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
    for (const { file, callId } of entries) {
      // A person took it out while it waited.
      if (!files.get().some((known) => known.callId === callId)) continue;
      change(callId, { state: 'reading' });
      await read(file, { callId, queueId });
    }
  });
}

/** A file that is a draft already keeps it, with what was chosen in it. */
async function read(file: ChosenFile, { callId, queueId }: Pick<FileOfQueue, 'callId' | 'queueId'>): Promise<void> {
  try {
    const { draft: known } = await call('import:draftOf', { token: file.token });
    if (known?.queue?.id === queueId) {
      change(callId, { state: 'failed', message: 'The very same file is in this queue already.' });
      return;
    }
    if (known === null) await call('import:open', { token: file.token, callId, queueId });
    else await call('import:arrangeQueue', { queueId, draftIds: [...(await draftIdsOf(queueId)), known.id] });
    forgetFile(callId);
  } catch (failure) {
    if (!(failure instanceof CallError)) throw failure;
    if (failure.details.code === 'cancelled') forgetFile(callId);
    else change(callId, { state: 'failed', message: failure.message });
  }
}

/** As the person has arranged the queue by now. */
async function draftIdsOf(queueId: string): Promise<string[]> {
  const { drafts } = await call('import:drafts', {});
  const queue = queuesOf(drafts, []).find(({ id }) => id === queueId);
  return queue?.drafts.map(({ id }) => id) ?? [];
}

import { useRef, useState } from 'react';
import type { ChosenFile } from '../../../../../shared/contract/host/files.ts';
import type { Draft } from '../../../../../shared/contract/imports/imports.ts';
import type { ReadingChoices } from '../../../../../shared/contract/imports/reading.ts';
import { call, type CallError, isCancelled, newCallId, useChannelMutation, useEvent } from '../../../bridge/index.ts';

export interface ReadingProgress {
  readonly fileName: string;
  readonly bytesRead: number;
  readonly bytesTotal: number;
  readonly rows: number;
  /** Of a file that is read again: what it will have been read with. */
  readonly choices: ReadingChoices | null;
  readonly cancel: () => void;
}

/** What is to be read: a chosen file, a practice sample, or a draft's file again with other choices. */
export type ReadingTask =
  | { readonly kind: 'file'; readonly file: ChosenFile }
  | { readonly kind: 'sample'; readonly name: string }
  | { readonly kind: 'again'; readonly draft: Draft; readonly choices: ReadingChoices };

function nameOf(task: ReadingTask): string {
  switch (task.kind) {
    case 'file':
      return task.file.name;
    case 'sample':
      return task.name;
    case 'again':
      return task.draft.fileName;
  }
}

/**
 * Reads one spreadsheet at a time. A new task takes the place of the one that runs, so that quick changes of a guess
 * never show an older answer. `read` resolves to null when it was cancelled, replaced or failed.
 */
export function useReading(): {
  readonly progress: ReadingProgress | null;
  readonly error: CallError | null;
  readonly clearError: () => void;
  readonly read: (task: ReadingTask) => Promise<Draft | null>;
} {
  const [state, setState] = useState<{
    callId: string;
    fileName: string;
    bytesRead: number;
    bytesTotal: number;
    rows: number;
    choices: ReadingChoices | null;
  } | null>(null);
  const [error, setError] = useState<CallError | null>(null);
  const current = useRef<string | null>(null);
  const { mutateAsync: open } = useChannelMutation('import:open');
  const { mutateAsync: openSample } = useChannelMutation('import:openSample');
  const { mutateAsync: reread } = useChannelMutation('import:reread');

  useEvent('import:progress', (progress) => {
    setState((known) => (known !== null && known.callId === progress.callId ? { ...known, ...progress } : known));
  });

  function cancel(): void {
    if (current.current !== null) void call('call:cancel', { callId: current.current });
  }

  function start(task: ReadingTask, callId: string): Promise<Draft> {
    switch (task.kind) {
      case 'file':
        return open({ callId, token: task.file.token });
      case 'sample':
        return openSample({ callId, name: task.name });
      case 'again':
        return reread({ callId, draftId: task.draft.id, choices: task.choices });
    }
  }

  async function read(task: ReadingTask): Promise<Draft | null> {
    cancel();
    const callId = newCallId();
    current.current = callId;
    setError(null);
    const choices = task.kind === 'again' ? task.choices : null;
    setState({ callId, fileName: nameOf(task), bytesRead: 0, bytesTotal: 0, rows: 0, choices });
    try {
      const draft = await start(task, callId);
      return current.current === callId ? draft : null;
    } catch (failure) {
      if (current.current === callId && !isCancelled(failure)) setError(failure as CallError);
      return null;
    } finally {
      if (current.current === callId) {
        current.current = null;
        setState(null);
      }
    }
  }

  return {
    progress: state === null ? null : { ...state, cancel },
    error,
    clearError: () => setError(null),
    read,
  };
}

import type { ChosenFile } from '../../../../../shared/contract/host/files.ts';
import type { Draft } from '../../../../../shared/contract/imports/imports.ts';
import type { ReadingChoices } from '../../../../../shared/contract/imports/reading.ts';
import { CallError, endCall, newCallId, useChannelMutation, useEvent } from '../../../bridge/index.ts';
import type { Machine } from '../../../lib/use-machine.ts';
import type { ReadingEvent, ReadingState } from './reading-state.ts';

/** What is to be read: a chosen file, a practice sample, or a draft's file again with other choices. */
export type ReadingTask =
  | { readonly kind: 'file'; readonly file: ChosenFile }
  | { readonly kind: 'sample'; readonly name: string }
  /** Cells that were copied in a spreadsheet program, as the clipboard has them. */
  | { readonly kind: 'pasted'; readonly text: string }
  | {
      readonly kind: 'again';
      readonly draft: Draft;
      readonly choices: ReadingChoices;
      /** Revision of the draft that the person sees; undefined accepts any. */
      readonly revision: number | undefined;
    };

/** The reading of spreadsheets, one at a time. */
export interface ReadingOfFiles extends ReadingState {
  readonly cancel: () => void;
  readonly closeFailure: () => void;
  /** Resolves to null when it was cancelled, replaced or failed. */
  readonly read: (task: ReadingTask) => Promise<Draft | null>;
}

/** A new task replaces the one that runs, so that quick changes of a guess never show an older answer. */
export function useReading({ state, send, now }: Machine<ReadingState, ReadingEvent>): ReadingOfFiles {
  const { mutateAsync: open } = useChannelMutation('import:open');
  const { mutateAsync: openPasted } = useChannelMutation('import:openPasted');
  const { mutateAsync: openSample } = useChannelMutation('import:openSample');
  const { mutateAsync: reread } = useChannelMutation('import:reread');

  useEvent('import:progress', (progress) => {
    send({ kind: 'progressed', ...progress });
  });

  function cancel(): void {
    const { progress } = now();
    if (progress !== null) endCall(progress.callId);
  }

  function start(task: ReadingTask, callId: string): Promise<Draft> {
    switch (task.kind) {
      case 'file':
        return open({ callId, token: task.file.token });
      case 'pasted':
        return openPasted({ callId, text: task.text });
      case 'sample':
        return openSample({ callId, name: task.name });
      case 'again':
        return reread({ callId, draftId: task.draft.id, choices: task.choices, revision: task.revision });
    }
  }

  async function read(task: ReadingTask): Promise<Draft | null> {
    cancel();
    const callId = newCallId();
    const choices = task.kind === 'again' ? task.choices : null;
    send({ kind: 'started', callId, fileName: nameOf(task), choices });
    try {
      const draft = await start(task, callId);
      return now().progress?.callId === callId ? draft : null;
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure;
      send({ kind: 'failed', callId, failure });
      return null;
    } finally {
      send({ kind: 'ended', callId });
    }
  }

  return {
    ...state,
    cancel,
    closeFailure: () => {
      send({ kind: 'failureClosed' });
    },
    read,
  };
}

function nameOf(task: ReadingTask): string {
  switch (task.kind) {
    case 'file':
      return task.file.name;
    case 'sample':
      return task.name;
    case 'pasted':
      return 'the pasted cells';
    case 'again':
      return task.draft.fileName;
  }
}

import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ChannelInput } from '../../../../../shared/contract/channels.ts';
import type { Draft } from '../../../../../shared/contract/imports/imports.ts';
import { CallError, useChannelMutation } from '../../../bridge/index.ts';
import { startWork, useIsReadOnly } from '../../../ui/index.ts';
import { createSaveQueue, type Saved } from './save-queue.ts';

type Changes = Omit<ChannelInput<'import:saveDraft'>, 'draftId' | 'cleanPhones' | 'rememberCountry'>;

/** Milliseconds without typing before a change is saved: each letter of a campaign would be a write. */
const TYPING_PAUSE = 300;

/** The saving of a draft. */
export interface DraftChanges {
  /** Saves soon. */
  readonly save: (changes: Changes) => void;
  /** Waits until everything is saved; false when that failed. */
  readonly settle: () => Promise<boolean>;
  /** The last attempt failed. */
  readonly error: CallError | null;
}

/** `onSaved` gets the draft, whose mapping may have followed what was saved, unless something newer waits to be saved. */
export function useDraftChanges(draftId: string, onSaved: (draft: Draft) => void): DraftChanges {
  const [error, setError] = useState<CallError | null>(null);
  const timer = useRef<number | undefined>(undefined);
  const { mutateAsync: saveDraft } = useChannelMutation('import:saveDraft');
  const [queue] = useState(() => createSaveQueue<Changes>());

  async function write(changes: Changes): Promise<Saved> {
    try {
      const draft = await saveDraft({ draftId, ...changes, cleanPhones: true, rememberCountry: true });
      setError(null);
      if (!queue.isWaiting()) onSaved(draft);
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure;
      setError(failure);
      return 'failed';
    }
    return 'saved';
  }

  function settle(): Promise<boolean> {
    window.clearTimeout(timer.current);
    return queue.settle(write);
  }

  const isReadOnly = useIsReadOnly();

  function save(changes: Changes): void {
    if (isReadOnly) return;
    queue.add(changes);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => startWork(settle), TYPING_PAUSE);
  }

  // Leaving the page must not lose what was typed a moment ago.
  const settleOnLeave = useEffectEvent(() => startWork(settle));
  useEffect(() => () => settleOnLeave(), [draftId]);

  return { save, settle, error };
}

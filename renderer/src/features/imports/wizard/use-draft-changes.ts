import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ChannelInput } from '../../../../../shared/contract/channels.ts';
import type { Draft } from '../../../../../shared/contract/imports/imports.ts';
import { CallError, useChannelMutation } from '../../../bridge/index.ts';

type Changes = Omit<ChannelInput<'import:saveDraft'>, 'draftId'>;

/** Typing rests this long before it is written down. */
const REST = 300;

/**
 * Writes a draft's changes one after the other, the latest of each kind only, so that an earlier change never
 * overtakes a later one. `settle` waits until everything is written. `onSuggested` gets the draft when its suggestions may
 * have been made again, unless something newer waits to be written.
 */
export function useDraftChanges(
  draftId: string,
  onSuggested: (draft: Draft) => void,
): {
  readonly save: (changes: Changes) => void;
  readonly settle: () => Promise<boolean>;
  readonly error: CallError | null;
} {
  const waiting = useRef<Changes | null>(null);
  const running = useRef<Promise<boolean> | null>(null);
  const timer = useRef<number | undefined>(undefined);
  const [error, setError] = useState<CallError | null>(null);
  const { mutateAsync: saveDraft } = useChannelMutation('import:saveDraft');

  /** Tried again with the next change, which counts for more. */
  function putBack(changes: Changes): void {
    waiting.current = { ...changes, ...waiting.current };
  }

  async function write(): Promise<boolean> {
    while (waiting.current !== null) {
      const changes = waiting.current;
      waiting.current = null;
      const isSuggested = changes.plan !== undefined || changes.suggestAgain === true || changes.step === 'columns';
      try {
        const draft = await saveDraft({ draftId, ...changes });
        setError(null);
        if (isSuggested && waiting.current === null) onSuggested(draft);
      } catch (failure) {
        if (!(failure instanceof CallError)) throw failure;
        putBack(changes);
        setError(failure);
        return false;
      }
    }
    return true;
  }

  async function settle(): Promise<boolean> {
    window.clearTimeout(timer.current);
    while (running.current !== null) await running.current;
    if (waiting.current === null) return true;
    running.current = write();
    try {
      return await running.current;
    } finally {
      running.current = null;
    }
  }

  function save(changes: Changes): void {
    waiting.current = { ...waiting.current, ...changes };
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => void settle(), REST);
  }

  // Leaving the page must not lose what was typed a moment ago.
  const settleOnLeave = useEffectEvent(() => void settle());
  useEffect(() => () => settleOnLeave(), [draftId]);

  return { save, settle, error };
}

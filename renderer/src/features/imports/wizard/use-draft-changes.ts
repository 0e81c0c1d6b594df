import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { ChannelInput } from '../../../../../shared/contract/channels.ts';
import type { Draft } from '../../../../../shared/contract/imports/imports.ts';
import { call, CallError, useChannelMutation, useEvent, useReread } from '../../../bridge/index.ts';
import { startWork, useIsReadOnly } from '../../../ui/index.ts';
import { createSaveQueue, type Saved } from './save-queue.ts';

type Changes = Omit<ChannelInput<'import:saveDraft'>, 'draftId' | 'revision' | 'cleanPhones' | 'rememberCountry'>;

/** Milliseconds without typing before a change is saved: each letter of a campaign would be a write. */
const TYPING_PAUSE = 300;

/** The saving of a draft. */
export interface DraftChanges {
  /** Saves soon. */
  readonly save: (changes: Changes) => void;
  /** Waits until everything is saved; false when that failed, or another page has changed the draft. */
  readonly settle: () => Promise<boolean>;
  /** The last attempt failed. */
  readonly error: CallError | null;
  /** Revision of the draft that this page shows; undefined while its own change may have made a newer one. */
  readonly revision: () => number | undefined;
  /** Changes the draft in another way than by saving. What waits to be saved of these kinds was about the former draft. */
  readonly during: (replaced: readonly (keyof Changes)[], work: () => Promise<Draft | null>) => Promise<Draft | null>;
}

interface DraftListener {
  /** The draft as it was saved, whose mapping may have followed, unless something newer waits to be saved. */
  readonly onSaved: (draft: Draft) => void;
  /** Another page changed the draft. `isLost`: what this page was about to save was not kept. */
  readonly onElsewhere: (draft: Draft, isLost: boolean) => void;
}

export function useDraftChanges(draft: Draft, { onSaved, onElsewhere }: DraftListener): DraftChanges {
  const [error, setError] = useState<CallError | null>(null);
  const timer = useRef<number | undefined>(undefined);
  const { mutateAsync: saveDraft } = useChannelMutation('import:saveDraft');
  const [queue] = useState(() => createSaveQueue<Changes>());
  const reread = useReread();
  /** Revision of the draft that is shown, and the newest one that was announced. */
  const shown = useRef(draft.revision);
  const announced = useRef(draft.revision);
  const atWork = useRef(0);
  const draftId = draft.id;

  async function write(changes: Changes): Promise<Saved> {
    try {
      const said = { cleanPhones: true, rememberCountry: true };
      const saved = await saveDraft({ draftId, revision: shown.current, ...changes, ...said });
      shown.current = saved.revision;
      setError(null);
      if (!queue.isWaiting()) onSaved(saved);
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure;
      if (isStale(failure)) {
        await takeOver(true);
        return 'dropped';
      }
      setError(failure);
      // It was started or deleted in another window: the page says so, with the way on.
      if (failure.details.code === 'notFound') await reread('import:draft');
      return 'failed';
    }
    return 'saved';
  }

  async function settle(): Promise<boolean> {
    window.clearTimeout(timer.current);
    const isSaved = await queue.settle(write);
    const saved = shown.current;
    await lookElsewhere();
    return isSaved && shown.current === saved;
  }

  /** Shows the draft as somebody else has left it. */
  async function takeOver(isLost: boolean): Promise<void> {
    const newest = await call('import:draft', { draftId });
    announced.current = Math.max(announced.current, newest.revision);
    if (newest.revision <= shown.current) return;
    shown.current = newest.revision;
    setError(null);
    onElsewhere(newest, isLost);
    await reread('import:draft');
  }

  /** What this page saves itself is announced, too, before its answer comes or after it. */
  async function lookElsewhere(): Promise<void> {
    if (queue.isIdle() && atWork.current === 0 && announced.current > shown.current) await takeOver(false);
  }

  const isReadOnly = useIsReadOnly();

  function save(changes: Changes): void {
    if (isReadOnly) return;
    queue.add(changes);
    window.clearTimeout(timer.current);
    timer.current = window.setTimeout(() => startWork(settle), TYPING_PAUSE);
  }

  async function during(
    replaced: readonly (keyof Changes)[],
    work: () => Promise<Draft | null>,
  ): Promise<Draft | null> {
    atWork.current += 1;
    try {
      const changed = await work();
      if (changed === null) return null;
      shown.current = changed.revision;
      queue.drop(...replaced);
      if (!queue.isWaiting()) setError(null);
      return changed;
    } finally {
      atWork.current -= 1;
      startWork(lookElsewhere);
    }
  }

  function hear(revision: number): void {
    announced.current = Math.max(announced.current, revision);
    startWork(lookElsewhere);
  }
  useEvent('import:draftChanged', (changed) => {
    if (changed.draftId === draftId) hear(changed.revision);
  });
  // Read again for another reason, such as a lost connection.
  const hearDraft = useEffectEvent(() => hear(draft.revision));
  useEffect(() => hearDraft(), [draft.revision]);

  // Leaving the page must not lose what was typed a moment ago.
  const settleOnLeave = useEffectEvent(() => startWork(settle));
  useEffect(() => () => settleOnLeave(), [draftId]);

  return { save, settle, error, revision: () => (atWork.current > 0 ? undefined : shown.current), during };
}

/** The draft is a newer one than this page has shown. */
function isStale({ details }: CallError): boolean {
  return details.code === 'validation' && details.issues.some(({ path }) => path === 'revision');
}

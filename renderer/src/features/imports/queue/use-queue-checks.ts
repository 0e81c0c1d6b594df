import { useState } from 'react';
import type { DraftSummary } from '../../../../../shared/contract/imports/imports.ts';
import { CallError, callUntil, isCancelled } from '../../../bridge/index.ts';
import { createStore, useStore } from '../../../lib/store.ts';
import { checkKey, checksNow, type DraftCheck, draftCheck } from './queue-model.ts';

/** Outside the page's components: what was found still holds when the person comes back from a draft that they did not change. */
const found = createStore<ReadonlyMap<string, DraftCheck>>(new Map());

export interface QueueChecks {
  /** For each draft; null: it must be checked, or checked again. */
  readonly checks: readonly (DraftCheck | null)[];
  /** The draft that is being checked. */
  readonly running: string | null;
  readonly failure: CallError | null;
  /**
   * Checks those that are not checked as they are now, one after the other: each is compared with those before it, and in a team
   * with what colleagues have sent.
   *
   * @param isAgain all of them: what was found does not hold any more, although no draft was changed
   */
  readonly check: (isAgain?: boolean) => Promise<void>;
  readonly cancel: () => void;
}

export function useQueueChecks(drafts: readonly DraftSummary[]): QueueChecks {
  const checks = checksNow(drafts, useStore(found));
  const [work, setWork] = useState<{ readonly draftId: string; readonly ending: AbortController } | null>(null);
  const [failure, setFailure] = useState<CallError | null>(null);

  async function check(isAgain = false): Promise<void> {
    const ending = new AbortController();
    setFailure(null);
    let teamTrouble = '';
    try {
      for (const [index, { id: draftId }] of drafts.entries()) {
        if (!isAgain && checks[index]?.teamTrouble === '') continue;
        setWork({ draftId, ending });
        const key = checkKey(drafts, index);
        let summary = await callUntil('check:run', { draftId }, ending.signal);
        // As with one file: a team that cannot be asked now does not block the start, because no row leaves unclaimed.
        if (summary.team !== null && teamTrouble === '')
          try {
            summary = await callUntil('check:askTeam', { draftId }, ending.signal);
          } catch (error) {
            if (!(error instanceof CallError) || isCancelled(error)) throw error;
            teamTrouble = error.message;
          }
        const trouble = summary.team === null ? '' : teamTrouble;
        found.set(new Map([...found.get(), [draftId, draftCheck(key, summary, trouble)]]));
      }
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      if (!isCancelled(error)) setFailure(error);
    } finally {
      setWork(null);
    }
  }

  return { checks, running: work?.draftId ?? null, failure, check, cancel: () => work?.ending.abort() };
}

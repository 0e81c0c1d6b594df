import { useState } from 'react';
import {
  type CallError,
  endCall,
  isCancelled,
  newCallId,
  useChannelMutation,
  useEvent,
  useReread,
  useShownAccount,
} from '../../../bridge/index.ts';
import { navigate } from '../../../lib/navigation.ts';
import type { Machine } from '../../../lib/use-machine.ts';
import { startWork } from '../../../ui/index.ts';
import type { DraftChanges } from './use-draft-changes.ts';
import type { WizardEvent, WizardState } from './wizard-state.ts';

export interface SentBefore {
  /** For people: how many rows, when. */
  readonly message: string;
  sendAgain(): void;
  leave(): void;
}

/** A job that is being made: how many of its rows are written. */
export interface Making {
  readonly callId: string;
  readonly rows: number;
  readonly rowsTotal: number;
}

/**
 * Starts the import once, after everything is saved, and opens its job.
 *
 * @param phoneCountry by which the rows were checked; undefined: nothing was found of them
 */
export function useStart(
  draftId: string,
  { send, now }: Machine<WizardState, WizardEvent>,
  changes: DraftChanges,
  blocker: string | null,
  phoneCountry: string | null | undefined,
) {
  const starting = useChannelMutation('import:start');
  const reread = useReread();
  const account = useShownAccount();
  const [making, setMaking] = useState<Making | null>(null);
  useEvent('import:startProgress', (progress) => {
    setMaking((known) => (known?.callId === progress.callId ? progress : known));
  });

  /** @param isFileKnown the person has read that rows of this file were sent before */
  async function start(isFileKnown = false): Promise<void> {
    if (now().isStarting || !send({ kind: 'startPressed', blocker }).isStarting) return;
    if (!(await changes.settle())) {
      send({ kind: 'startEnded' });
      return;
    }
    const callId = newCallId();
    setMaking({ callId, rows: 0, rowsTotal: 0 });
    starting.mutate(
      { draftId, sendAgain: false, isFileKnown, callId, revision: changes.revision(), phoneCountry, account },
      {
        onSuccess: (job) => navigate('jobs', job.id, { replace: true }),
        onError: ({ details }) => {
          if (details.code === 'notFound') startWork(() => reread('import:draft'));
        },
        onSettled: () => {
          setMaking(null);
          send({ kind: 'startEnded' });
        },
      },
    );
  }

  const cancel = () => {
    if (making !== null) endCall(making.callId);
  };
  const work = { start, making, cancel };
  const error = starting.error !== null && isCancelled(starting.error) ? null : starting.error;
  if (error === null || !needsWord(error)) return { ...work, error, sentBefore: null };
  const sentBefore: SentBefore = {
    message: error.message,
    sendAgain: () => startWork(() => start(true)),
    leave: () => starting.reset(),
  };
  return { ...work, error: null, sentBefore };
}

/** The core asks for a person's word before rows are sent a second time. */
function needsWord({ details }: CallError): boolean {
  return details.code === 'validation' && details.issues.some(({ path }) => path === 'sendAgain');
}

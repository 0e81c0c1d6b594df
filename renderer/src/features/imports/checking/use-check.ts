import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import type { ChannelInput } from '../../../../../shared/contract/channels.ts';
import type { CheckSettings, CheckSummary } from '../../../../../shared/contract/check/check.ts';
import { CallError, call, isCancelled, newCallId, useEvent, useReread } from '../../../bridge/index.ts';

export interface CheckProgress {
  readonly rows: number;
  readonly rowsTotal: number;
  /** A rule or a choice made here is being applied: what was found stays in view meanwhile. */
  readonly isAgain: boolean;
  readonly cancel: () => void;
}

type WithoutDraft<Args> = Omit<Args, 'draftId' | 'callId'>;

export interface Check {
  /** What was found last; null before the first answer. */
  readonly summary: CheckSummary | null;
  /** The rules as a person set them last, while all rows are still being checked with them; null: those of the summary. */
  readonly newSettings: CheckSettings | null;
  /** Not null while all rows are being checked. */
  readonly progress: CheckProgress | null;
  /** A change is on its way. */
  readonly isChanging: boolean;
  /** The check itself failed. */
  readonly error: CallError | null;
  /** A change could not be made; everything else is as before. */
  readonly changeError: CallError | null;
  readonly wasCancelled: boolean;
  readonly run: (settings?: CheckSettings) => Promise<CheckSummary | null>;
  /** The next change of the mapping was made in the check itself. */
  readonly expectChange: () => void;
  /** Changes resolve to null when they failed; the failure is in `changeError`. */
  readonly edit: (args: WithoutDraft<ChannelInput<'check:edit'>>) => Promise<CheckSummary | null>;
  readonly repair: (args: WithoutDraft<ChannelInput<'check:repair'>>) => Promise<CheckSummary | null>;
  readonly leaveOut: (args: WithoutDraft<ChannelInput<'check:leaveOut'>>) => Promise<CheckSummary | null>;
  readonly undo: () => Promise<CheckSummary | null>;
  /** Begins anew with the rows as they were read, because what was changed cannot be read. */
  readonly dropChanges: () => Promise<void>;
  /** Rises with every change that could not be made: what was typed is not in the draft. */
  readonly failures: number;
}

interface CheckOptions {
  readonly draftId: string;
  /** `rows`: the rows and fields the check depends on; `campaign`: what they are compared with. */
  readonly basis: { readonly rows: string; readonly campaign: string };
  /** Whether what was found must hold now. */
  readonly isWanted: boolean;
  /** Writes down what the check reads; false when that failed. */
  readonly settle: () => Promise<boolean>;
}

/**
 * The check of one draft. It runs when it is wanted and what it depends on has changed; while nothing changed, what it
 * found stays. Every change answers with the whole of what is known now.
 */
export function useCheck({ draftId, basis, isWanted, settle }: CheckOptions): Check {
  const [summary, setSummary] = useState<CheckSummary | null>(null);
  const [running, setRunning] = useState<(Omit<CheckProgress, 'cancel'> & { readonly callId: string }) | null>(null);
  const [changing, setChanging] = useState(0);
  const [error, setError] = useState<CallError | null>(null);
  const [changeError, setChangeError] = useState<CallError | null>(null);
  const [failures, setFailures] = useState(0);
  const [newSettings, setNewSettings] = useState<CheckSettings | null>(null);
  const [wasCancelled, setWasCancelled] = useState(false);
  /** What the last check, done or under way, depended on. */
  const checked = useRef<CheckOptions['basis'] | null>(null);
  const current = useRef<string | null>(null);
  const isExpected = useRef(false);
  const reread = useReread();

  useEvent('check:progress', ({ callId, rows, rowsTotal }) => {
    setRunning((known) => (known !== null && known.callId === callId ? { ...known, rows, rowsTotal } : known));
  });

  function take(answer: CheckSummary): CheckSummary {
    // Answers may overtake each other on their way; the newest counts.
    setSummary((known) => (known !== null && known.revision > answer.revision ? known : answer));
    return answer;
  }

  function cancel(): void {
    if (current.current !== null) void call('call:cancel', { callId: current.current });
  }

  async function run(settings?: CheckSettings): Promise<CheckSummary | null> {
    cancel();
    const callId = newCallId();
    current.current = callId;
    checked.current = basis;
    setError(null);
    setWasCancelled(false);
    setChangeError(null);
    if (settings !== undefined) setNewSettings(settings);
    setRunning({ callId, rows: 0, rowsTotal: 0, isAgain: settings !== undefined || isExpected.current });
    isExpected.current = false;
    try {
      if (!(await settle())) return null;
      const answer = await call('check:run', { callId, draftId, ...(settings === undefined ? {} : { settings }) });
      // The country of the file's numbers is shown under Columns, too.
      if (settings !== undefined) void reread('import:draft');
      return current.current === callId ? take(answer) : null;
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure;
      if (current.current !== callId) return null;
      if (isCancelled(failure)) setWasCancelled(true);
      else setError(failure);
      return null;
    } finally {
      if (current.current === callId) {
        current.current = null;
        setRunning(null);
        setNewSettings(null);
      }
    }
  }

  const runWanted = useEffectEvent(() => {
    const known = checked.current;
    const holds = known?.rows === basis.rows && known.campaign === basis.campaign;
    if (isWanted && !holds) void run();
  });
  // Before anything is painted: a button that waits for the check must not be pressed in between.
  useLayoutEffect(() => runWanted(), [isWanted, basis.rows, basis.campaign]);

  // A check that nobody waits for any more must not hold up the next one.
  const cancelOnLeave = useEffectEvent(cancel);
  useEffect(() => () => cancelOnLeave(), [draftId]);

  async function change(ask: () => Promise<CheckSummary>): Promise<CheckSummary | null> {
    setChanging((count) => count + 1);
    setChangeError(null);
    try {
      return take(await ask());
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure;
      if (!isCancelled(failure)) setChangeError(failure);
      // What was typed into the grid is not in the draft: show what is.
      setFailures((count) => count + 1);
      void reread('check:rows');
      return null;
    } finally {
      setChanging((count) => count - 1);
    }
  }

  async function dropChanges(): Promise<void> {
    try {
      await call('check:dropChanges', { draftId });
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure;
      setError(failure);
      return;
    }
    await run();
  }

  return {
    summary,
    newSettings,
    progress: running === null ? null : { ...running, cancel },
    isChanging: changing > 0,
    error,
    changeError,
    wasCancelled,
    run,
    expectChange: () => {
      isExpected.current = true;
    },
    edit: (args) => change(() => call('check:edit', { draftId, ...args })),
    repair: (args) => change(() => call('check:repair', { draftId, ...args })),
    leaveOut: (args) => change(() => call('check:leaveOut', { draftId, ...args })),
    undo: () => change(() => call('check:undo', { draftId })),
    dropChanges,
    failures,
  };
}

import { useCallbackRef } from '@mantine/hooks';
import { useEffect, useEffectEvent, useLayoutEffect, useRef } from 'react';
import type { ChannelInput } from '../../../../../shared/contract/channels.ts';
import type { CheckSettings, CheckSummary } from '../../../../../shared/contract/check/check.ts';
import { call, CallError, endCall, newCallId, useEvent, useReread } from '../../../bridge/index.ts';
import { type Machine, useMachine } from '../../../lib/use-machine.ts';
import { startWork } from '../../../ui/index.ts';
import { type CheckEvent, type CheckState, isAbout, isSettled, noCheckYet, reduceCheck } from './check-state.ts';
import type { CheckBasis } from './check-sum.ts';
import { type TeamAsking, useTeamAsking } from './use-team-asking.ts';

/** What is on the screen of the rows under Check. */
const SHOWN_ROWS = ['check:rows', 'check:values', 'check:groups', 'check:campaignRows', 'check:history'] as const;

type WithoutDraft<Args> = Omit<Args, 'draftId' | 'readingId' | 'callId'>;

/** The check of one draft, and what a person can do about it. */
export interface Check {
  readonly state: CheckState;
  /** What was found, or that nothing could be found, holds for the mapping and the campaign as they are now. */
  readonly isSettled: boolean;
  /** Checks all rows; a check that runs is replaced. */
  readonly run: (settings?: CheckSettings) => void;
  readonly cancel: () => void;
  /** What colleagues of the team have sent of the rows. */
  readonly team: TeamAsking;
  /** The next change of the mapping was made in the check itself. */
  readonly expectChange: () => void;
  /** Changes resolve to null when they failed, the failure is in the state, or while the same one is on its way. */
  readonly edit: (args: WithoutDraft<ChannelInput<'check:edit'>>) => Promise<CheckSummary | null>;
  readonly repair: (args: WithoutDraft<ChannelInput<'check:repair'>>) => Promise<CheckSummary | null>;
  /** Stops a repair that goes through many rows; once it is written, it stands. */
  readonly stopChange: () => void;
  readonly changeCells: (args: WithoutDraft<ChannelInput<'check:changeCells'>>) => Promise<CheckSummary | null>;
  readonly leaveOut: (args: WithoutDraft<ChannelInput<'check:leaveOut'>>) => Promise<CheckSummary | null>;
  readonly chooseInCampaign: (args: WithoutDraft<ChannelInput<'check:campaignChoice'>>) => Promise<CheckSummary | null>;
  /** Undo, redo and going through the history resolve to null when nothing changed, too. */
  readonly undo: () => Promise<CheckSummary | null>;
  readonly redo: () => Promise<CheckSummary | null>;
  /** Goes back or forward in the history, so that this step is the last that stands; 0: none does. */
  readonly goTo: (step: number) => Promise<CheckSummary | null>;
  /** Drops every change, because they cannot be read, and checks the rows as the file has them. */
  readonly dropChanges: () => void;
}

interface CheckOptions {
  readonly draftId: string;
  /** Names the reading whose rows are shown. A change that is made later, in its turn, is still one of them. */
  readonly readingId: string;
  readonly basis: CheckBasis;
  /** Whether what was found must hold now. */
  readonly isWanted: boolean;
  /** Saves what the check reads; false when that failed. */
  readonly settle: () => Promise<boolean>;
}

/**
 * Runs the check when it is wanted and what it depends on has changed; while nothing changes, what it found stays. Every
 * change answers with a whole new summary.
 */
export function useCheck(options: CheckOptions): Check {
  const { draftId, readingId, basis } = options;
  const shown = { draftId, readingId };
  const machine = useMachine(reduceCheck, noCheckYet);
  const { state, send, now } = machine;
  const { checkAll, cancel } = useCheckRun(options, machine);
  const team = useTeamAsking({
    draftId,
    state,
    basis,
    settle: options.settle,
    onAnswer: (summary) => {
      send({ kind: 'heard', summary });
    },
  });
  const reread = useReread();

  // Its answer tells this page of its own changes; what other pages change is heard of here only.
  useEvent('check:changed', (changed) => {
    if (changed.draftId !== draftId) return;
    const before = now().summary;
    const { summary } = send({ kind: 'heard', summary: changed.summary });
    if (summary === before) return;
    for (const name of SHOWN_ROWS) startWork(() => reread(name));
  });

  const lastChange = useRef<Promise<unknown>>(Promise.resolve());
  /** The change that was asked for last, while it is on its way. */
  const lastAsked = useRef<{ readonly key: string | null } | null>(null);

  /** One change after the other, as they were asked for: an undo that is overtaken by a change would take that one back. */
  async function change(ask: () => Promise<CheckSummary>, key: string | null = null): Promise<CheckSummary | null> {
    send({ kind: 'changeStarted' });
    const asked = { key };
    lastAsked.current = asked;
    const answer = lastChange.current.then(ask);
    lastChange.current = answer.catch(() => undefined);
    try {
      const summary = await answer;
      send({ kind: 'changed', summary });
      return summary;
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure;
      send({ kind: 'changeFailed', failure });
      // The typed value is not in the draft: show the one that is.
      startWork(() => reread('check:rows'));
      return null;
    } finally {
      if (lastAsked.current === asked) lastAsked.current = null;
    }
  }

  /** Tells how far the change is, while it goes through many rows. */
  async function followed(ask: (callId: string) => Promise<CheckSummary>): Promise<CheckSummary> {
    const callId = newCallId();
    send({ kind: 'workStarted', callId });
    try {
      return await ask(callId);
    } finally {
      send({ kind: 'workEnded', callId });
    }
  }

  /** A double click asks for one change; after another change the same one is a new wish. */
  async function changeOnce(what: object, ask: () => Promise<CheckSummary>): Promise<CheckSummary | null> {
    const key = JSON.stringify(what);
    return lastAsked.current?.key === key ? null : change(ask, key);
  }

  /** Null also when there was nowhere to go in the history. */
  async function go(ask: () => Promise<CheckSummary>): Promise<CheckSummary | null> {
    let isElsewhere = false;
    const answer = await change(async () => {
      const summary = await ask();
      isElsewhere = summary.revision !== now().summary?.revision;
      return summary;
    });
    return isElsewhere ? answer : null;
  }

  async function dropChanges(): Promise<void> {
    try {
      await call('check:dropChanges', { draftId });
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure;
      send({ kind: 'dropFailed', failure });
      return;
    }
    await checkAll(null);
  }

  return {
    state,
    isSettled: isSettled(state, basis),
    run: (settings) => startWork(() => checkAll(settings ?? null)),
    cancel,
    team,
    expectChange: () => {
      send({ kind: 'changeExpected' });
    },
    edit: (args) => change(() => call('check:edit', { ...shown, ...args })),
    repair: (args) => changeOnce(args, () => followed((callId) => call('check:repair', { ...shown, callId, ...args }))),
    stopChange: () => {
      const { work } = now();
      if (work !== null) endCall(work.callId);
    },
    changeCells: (args) => changeOnce(args, () => call('check:changeCells', { ...shown, ...args })),
    leaveOut: (args) => changeOnce(args, () => call('check:leaveOut', { ...shown, ...args })),
    chooseInCampaign: (args) => changeOnce(args, () => call('check:campaignChoice', { ...shown, ...args })),
    undo: () => go(() => call('check:undo', { draftId })),
    redo: () => go(() => call('check:redo', { draftId })),
    goTo: (step) => go(() => call('check:goTo', { draftId, step })),
    dropChanges: () => startWork(dropChanges),
  };
}

/** At most one run at a time: another one, another draft and leaving the page cancel it. */
function useCheckRun(
  { draftId, basis, isWanted, settle }: CheckOptions,
  { send, now }: Machine<CheckState, CheckEvent>,
) {
  const reread = useReread();

  useEvent('check:progress', (progress) => {
    send({ kind: 'progressed', ...progress });
  });

  function cancel(): void {
    const { run } = now();
    if (run !== null) endCall(run.callId);
  }

  async function checkAll(changed: CheckSettings | null): Promise<void> {
    cancel();
    const callId = newCallId();
    // Rules of a run that is replaced were not saved yet: the next run has them, too.
    const settings = send({ kind: 'started', callId, basis, settings: changed }).run?.settings ?? null;
    try {
      if (!(await settle())) return;
      const summary = await call('check:run', { callId, draftId, ...(settings === null ? {} : { settings }) });
      // The country of the file's numbers is part of the draft, which Columns shows. The answer does not say that it is new.
      if (settings !== null) startWork(() => reread('import:draft'));
      send({ kind: 'found', callId, summary });
    } catch (failure) {
      if (!(failure instanceof CallError)) throw failure;
      send({ kind: 'failed', callId, failure });
    } finally {
      send({ kind: 'givenUp', callId });
    }
  }

  const runWanted = useEffectEvent(() => {
    if (isWanted && !isAbout(now(), basis)) startWork(() => checkAll(null));
  });
  // Before anything is painted: a button that waits for the check must not be pressed in between.
  useLayoutEffect(() => runWanted(), [isWanted, basis.rows, basis.campaign]);

  // A check that nobody waits for any more must not hold up the next one.
  const cancelOnLeave = useEffectEvent(cancel);
  useEffect(() => () => cancelOnLeave(), [draftId]);

  // Whoever waited for something else before it asks for a check of what the page shows by then.
  return { checkAll: useCallbackRef(checkAll), cancel };
}

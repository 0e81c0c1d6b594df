import { useState } from 'react';
import type { TestReport } from '../../../../shared/contract/account/account.ts';
import type { TestStep } from '../../../../shared/contract/account/discovery.ts';
import { endCall, newCallId, useEvent } from '../../bridge/index.ts';

interface Run {
  readonly callId: string;
  readonly steps: readonly TestStep[];
}

function withStep(steps: readonly TestStep[], step: TestStep): readonly TestStep[] {
  return steps.some((known) => known.id === step.id)
    ? steps.map((known) => (known.id === step.id ? step : known))
    : [...steps, step];
}

/** Steps of one connection test, as their events arrive. */
export function useTestSteps() {
  const [run, setRun] = useState<Run | null>(null);
  useEvent('account:testStep', ({ callId, ...step }) => {
    setRun((known) => (known?.callId === callId ? { callId, steps: withStep(known.steps, step) } : known));
  });
  return {
    steps: run?.steps ?? [],
    /** Forgets the former test; the id goes into the call. */
    begin: () => {
      const callId = newCallId();
      setRun({ callId, steps: [] });
      return callId;
    },
    /** The steps of the report replace those of the events. */
    finish: (report: TestReport) => setRun((known) => ({ callId: known?.callId ?? '', steps: report.steps })),
    clear: () => setRun(null),
    cancel: () => {
      if (run !== null) endCall(run.callId);
    },
  };
}

import type { DraftStep } from '../../../../../shared/contract/imports/imports.ts';

/** Steps in their order. The run is the job's own page, so nothing can be at that step here. */
export const WIZARD_STEPS = [
  { id: 'file', label: 'File' },
  { id: 'columns', label: 'Columns' },
  { id: 'check', label: 'Check' },
  { id: 'plan', label: 'Plan' },
  { id: 'run', label: 'Run' },
] as const;

export function stepIndex(step: DraftStep): number {
  return WIZARD_STEPS.findIndex((other) => other.id === step);
}

/** The further of two steps: what was reached once stays open. */
export function furtherStep(one: DraftStep, other: DraftStep): DraftStep {
  return stepIndex(one) >= stepIndex(other) ? one : other;
}

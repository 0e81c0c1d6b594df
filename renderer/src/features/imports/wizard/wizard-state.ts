import type { Draft, DraftStep, Plan } from '../../../../../shared/contract/imports/imports.ts';
import type { Mapping } from '../../../../../shared/contract/imports/mapping.ts';
import { change, type History, startHistory, undo } from './history-model.ts';

/** Steps in their order. The run is the job's own page, so no draft is ever at that step. */
export const WIZARD_STEPS = [
  { id: 'file', label: 'File' },
  { id: 'columns', label: 'Columns' },
  { id: 'check', label: 'Check' },
  { id: 'plan', label: 'Plan' },
  { id: 'run', label: 'Run' },
] as const;

/** From 0. */
export function stepIndex(step: DraftStep): number {
  return WIZARD_STEPS.findIndex((other) => other.id === step);
}

/** One draft on its way to becoming a job. */
export interface WizardState {
  readonly step: DraftStep;
  /** The furthest step so far: it stays open. */
  readonly reached: DraftStep;
  readonly mapping: History<Mapping>;
  readonly plan: Plan;
  /** Rises with every choice of the phones' country: each asks for another check. */
  readonly countryChoices: number;
  /** Start was pressed, and has neither failed nor led to the job yet. */
  readonly isStarting: boolean;
}

export type WizardEvent =
  | { readonly kind: 'wentTo'; readonly step: DraftStep }
  | { readonly kind: 'mappingChanged'; readonly mapping: Mapping }
  | { readonly kind: 'mappingUndone' }
  /** The country of the phones became known: the same mapping, with their cleaning. */
  | { readonly kind: 'phonesCleaned'; readonly mapping: Mapping }
  /** The file was read in another way: its columns are other columns, and nothing before can come back. */
  | { readonly kind: 'fileReadAgain'; readonly mapping: Mapping }
  | { readonly kind: 'planChanged'; readonly plan: Plan }
  /** A template filled the draft, or was taken back: nothing before can come back but with the template. */
  | { readonly kind: 'filled'; readonly mapping: Mapping; readonly plan: Plan; readonly step: DraftStep }
  | { readonly kind: 'countryChosen' }
  /** Another page changed the draft: what it has now counts, and nothing before can come back. */
  | { readonly kind: 'changedElsewhere'; readonly mapping: Mapping; readonly plan: Plan }
  /** `blocker`: why the import cannot start; null: it can. */
  | { readonly kind: 'startPressed'; readonly blocker: string | null }
  | { readonly kind: 'startEnded' };

export function openWizard({ step, mapping, plan }: Pick<Draft, 'step' | 'mapping' | 'plan'>): WizardState {
  return { step, reached: step, mapping: startHistory(mapping), plan, countryChoices: 0, isStarting: false };
}

export function reduceWizard(state: WizardState, event: WizardEvent): WizardState {
  switch (event.kind) {
    case 'wentTo': {
      if (!canGoTo(state, event.step)) return state;
      const isFurther = stepIndex(event.step) > stepIndex(state.reached);
      return { ...state, step: event.step, reached: isFurther ? event.step : state.reached };
    }
    case 'mappingChanged':
      return withMapping(state, change(state.mapping, event.mapping));
    case 'mappingUndone':
      return withMapping(state, undo(state.mapping));
    case 'phonesCleaned':
      return withMapping(state, { ...state.mapping, present: event.mapping });
    case 'fileReadAgain':
      return { ...state, mapping: startHistory(event.mapping) };
    case 'planChanged':
      return { ...state, plan: event.plan };
    case 'filled': {
      const { mapping, plan, step } = event;
      const reached = stepIndex(step) > stepIndex(state.reached) ? step : state.reached;
      // The country may be another one, too.
      const countryChoices = state.countryChoices + 1;
      return { ...state, mapping: startHistory(mapping), plan, step, reached, countryChoices };
    }
    case 'countryChosen':
      return { ...state, countryChoices: state.countryChoices + 1 };
    case 'changedElsewhere':
      return {
        ...state,
        mapping: startHistory(event.mapping),
        plan: event.plan,
        // The country may be another one, too.
        countryChoices: state.countryChoices + 1,
      };
    case 'startPressed':
      return event.blocker === null && !state.isStarting ? { ...state, isStarting: true } : state;
    case 'startEnded':
      return { ...state, isStarting: false };
  }
}

function withMapping(state: WizardState, mapping: History<Mapping>): WizardState {
  return mapping === state.mapping ? state : { ...state, mapping };
}

/** Steps that were reached before, and the one after the step that is shown. */
export function canGoTo({ step, reached }: WizardState, wanted: DraftStep): boolean {
  return stepIndex(wanted) <= Math.max(stepIndex(reached), stepIndex(step) + 1);
}

import { createContext, use } from 'react';
import type { RepairParameters } from '../../../../../../shared/contract/check/check-acts.ts';
import type { CheckReason, CheckSummary } from '../../../../../../shared/contract/check/check.ts';
import type { Draft } from '../../../../../../shared/contract/imports/imports.ts';
import type { Mapping } from '../../../../../../shared/contract/imports/mapping.ts';
import type { DateOrder } from '../../../../../../shared/domain/check/date-order.ts';
import type { Check } from '../../checking/use-check.ts';
import type { ComparisonWork } from '../../checking/use-comparison.ts';
import type { CheckView, CheckViewEvent, KeptRow } from './check-view.ts';
import type { Corrections } from './use-corrections.ts';
import type { RepairCount } from './use-repair-count.ts';

/** The chosen reason, and what can be done about all of its rows. */
export interface ChosenReason {
  /** Null: all rows are shown. */
  readonly reason: CheckReason | null;
  /** Value of the repair's parameter as it stands in the field. */
  readonly parameter: string;
  /** Undefined while they are as the check offers them. */
  readonly parameters: RepairParameters | undefined;
  readonly repairable: RepairCount;
  /** Rows that leaving the reason out would touch. */
  readonly leavable: number;
  /** Which row of each group stays; null: the reason has no groups. */
  readonly kept: KeptRow | null;
  readonly repair: () => void;
  readonly replace: (from: string, to: string) => Promise<void>;
  readonly leaveOut: () => void;
}

/** What every part of the step Check shares. */
export interface CheckStepContent {
  readonly draft: Draft;
  readonly mapping: Mapping;
  readonly check: Check;
  readonly comparison: ComparisonWork;
  readonly summary: CheckSummary;
  readonly view: CheckView;
  readonly show: (event: CheckViewEvent) => void;
  readonly chosen: ChosenReason;
  readonly corrections: Corrections;
  /** Rows in the list that is shown; null until it has been read. */
  readonly found: number | null;
  readonly setFound: (rows: number | null) => void;
  /** Shows a row among all rows. */
  readonly showRow: (row: number) => void;
  /** Shows a row of the list, by its place from 0, and puts the focus on it. */
  readonly goTo: (index: number) => void;
  /** How the dates of a field are read; null: they are sent as they stand. */
  readonly readDates: (field: string, order: DateOrder | null) => void;
  /** Country of phones without a prefix; null: guessed from the file. */
  readonly chooseCountry: (country: string | null) => void;
}

export const CheckStepContext = createContext<CheckStepContent | null>(null);

export function useCheckStep(): CheckStepContent {
  const content = use(CheckStepContext);
  if (content === null) throw new Error('This part of the step Check was rendered outside of it.');
  return content;
}

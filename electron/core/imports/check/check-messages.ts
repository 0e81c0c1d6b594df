import type {
  CellEdit,
  CheckFilter,
  CheckRow,
  CheckSettings,
  CheckSummary,
  DistinctValue,
  DuplicateGroup,
  RepairParameters,
  RowChoice,
  RowOrder,
} from '../../../../shared/contract/check/check.ts';
import type { CampaignField } from '../../../../shared/contract/imports/imports.ts';
import type { Mapping } from '../../../../shared/contract/imports/mapping.ts';

/** Everything a check depends on beside the layer; a change of any of it makes a new check. */
export interface CheckTarget {
  readonly draftId: string;
  readonly stagedPath: string;
  readonly mapping: Mapping;
  readonly fields: readonly CampaignField[];
  /** Empty: nothing is compared with earlier imports. */
  readonly campaignCode: string;
  /** Journal of the open account, or null. */
  readonly journalPath: string | null;
}

interface Page {
  readonly offset: number;
  readonly limit: number;
}

/** What is asked of the check's thread, by kind. */
export interface CheckQuestions {
  run: { readonly settings: CheckSettings | undefined };
  rows: Page & {
    readonly reasonId: string | null;
    readonly filter: CheckFilter;
    readonly order: RowOrder;
    readonly parameters: RepairParameters | undefined;
  };
  next: {
    readonly reasonId: string | null;
    readonly filter: Extract<CheckFilter, 'reason' | 'problem' | 'all'>;
    readonly order: RowOrder;
    readonly row: number;
    readonly index: number | undefined;
    readonly direction: 'next' | 'previous';
  };
  values: Page & { readonly reasonId: string; readonly parameters: RepairParameters | undefined };
  groups: Page & { readonly reasonId: string };
  fieldValues: Page & { readonly field: string };
  typed: { readonly reasonId: string; readonly parameters: RepairParameters | undefined; readonly edit: CellEdit };
  edit: { readonly edits: readonly CellEdit[] };
  repair: {
    readonly reasonId: string;
    readonly parameters: RepairParameters | undefined;
    readonly values: readonly { readonly from: string; readonly to: string }[] | undefined;
  };
  leaveOut: { readonly choice: RowChoice; readonly isOut: boolean };
  undo: object;
  /** Lets go of the draft's files. */
  close: object;
}

export interface CheckAnswers {
  run: CheckSummary;
  rows: { revision: number; total: number; rows: CheckRow[] };
  next: { row: number | null; index: number; ordinal: number; total: number };
  values: { total: number; values: DistinctValue[] };
  groups: { total: number; groups: DuplicateGroup[] };
  fieldValues: { total: number | null; values: { value: string; count: number }[] };
  typed: { now: string; after: string | null };
  edit: CheckSummary;
  repair: CheckSummary;
  leaveOut: CheckSummary;
  undo: CheckSummary;
  close: object;
}

export type CheckKindOfQuestion = keyof CheckQuestions;

export type CheckRequest = {
  readonly [Kind in CheckKindOfQuestion]: {
    readonly kind: Kind;
    readonly target: CheckTarget;
    readonly question: CheckQuestions[Kind];
  };
}[CheckKindOfQuestion];

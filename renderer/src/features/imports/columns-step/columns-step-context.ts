import { createContext, use } from 'react';
import type { Draft } from '../../../../../shared/contract/imports/imports.ts';
import type { Mapping } from '../../../../../shared/contract/imports/mapping.ts';

/** What every part of the step Columns shares. */
export interface ColumnsStepContent {
  readonly draft: Draft;
  readonly mapping: Mapping;
  /** Keys of fields that more than one rule fills. */
  readonly duplicates: ReadonlySet<string>;
  readonly change: (mapping: Mapping) => void;
  /** Opens the dialog for columns and cleaning of one rule. */
  readonly editRule: (ruleIndex: number) => void;
}

export const ColumnsStepContext = createContext<ColumnsStepContent | null>(null);

export function useColumnsStep(): ColumnsStepContent {
  const content = use(ColumnsStepContext);
  if (content === null) throw new Error('This part of the step Columns was rendered outside of it.');
  return content;
}

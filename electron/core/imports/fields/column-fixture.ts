import type { CleaningStep, Mapping } from '../../../../shared/contract/imports/mapping.ts';

/** For specs: a column of the file that goes into a field, as it is or cleaned so. */
export const column = (index: number, field: string, ...cleaning: CleaningStep[]): Mapping[number] => ({
  field,
  source: { kind: 'columns', columns: [index], join: null },
  cleaning,
});

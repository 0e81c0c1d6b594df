import type { CheckRules } from '../../../../shared/contract/jobs/origin.ts';
import {
  type CheckPlan,
  fieldOfNumber,
  isReasonKind,
  markKindOfNumber,
  planCheck,
} from '../../../../shared/domain/check/check-plan.ts';
import { type CellEdit, editedCells } from '../../../../shared/domain/check/edited-cells.ts';
import { RowJudge } from '../../../../shared/domain/check/judge-row.ts';
import { severityOf, titleOf } from '../../../../shared/domain/check/reason-words.ts';
import { readPhone } from '../fields/phone-reader.ts';
import type { JobRecord } from './journal/records/job-records.ts';

/** Judges repaired values by the rules that the check of the import had. */
export class RepairJudge {
  readonly #plan: CheckPlan;
  readonly #judge: RowJudge;

  constructor({ mapping }: Pick<JobRecord, 'mapping'>, { settings, fields }: CheckRules) {
    // The country is in the mapping since the start.
    const steps = mapping.flatMap(({ cleaning }) => cleaning);
    const country = settings.country ?? steps.find((step) => step.kind === 'phone')?.country ?? '';
    this.#plan = planCheck({ mapping, fields, settings, country, postcodeColumn: null });
    this.#judge = new RowJudge(this.#plan, readPhone);
  }

  /** What is wrong with the edited values of a row, for the screen; empty when they pass. Other values are not judged. */
  problemOf(cells: readonly string[], edits: readonly CellEdit[]): string {
    const edited = new Set(edits.map(({ column }) => column));
    const titles = this.#judge.judgeRow(editedCells(cells, edits)).marks.flatMap(({ reason }) => {
      const kind = markKindOfNumber(reason);
      if (!isReasonKind(kind)) return [];
      const field = fieldOfNumber(this.#plan, reason);
      const isEdited = (columns: readonly number[]) => columns.some((column) => edited.has(column));
      const phones = this.#plan.fields.filter(({ type }) => type === 'phone').flatMap(({ columns }) => columns);
      if (!isEdited(field?.columns ?? phones) || severityOf(kind, field?.type ?? null) !== 'problem') return [];
      return [titleOf(kind, { field: field?.field ?? '', dates: null })];
    });
    return [...new Set(titles)].join(', ');
  }
}

import {
  fieldOfNumber,
  isReasonKind,
  markKindOfNumber,
  planCheck,
} from '../../../../shared/domain/check/check-plan.ts';
import { RowJudge } from '../../../../shared/domain/check/judge-row.ts';
import { severityOf, titleOf } from '../../../../shared/domain/check/reason-words.ts';
import { readPhone } from '../fields/phone-reader.ts';

/**
 * What the check would say of single values of a row, by field: titles of its problems and warnings. What only the other
 * rows or the service show is not among it, so a field that is not named here is not known to be right.
 * @param mapping as it is sent, with the country of phones in it
 */
export function valueDoubts(
  { mapping, fields, settings, country }: Omit<Parameters<typeof planCheck>[0], 'postcodeColumn'>,
  cells: readonly string[],
): ReadonlyMap<string, string> {
  const plan = planCheck({ mapping, fields, settings, country, postcodeColumn: null });
  const titles = new Map<string, string[]>();
  for (const { reason } of new RowJudge(plan, readPhone).judgeRow(cells).marks) {
    const kind = markKindOfNumber(reason);
    const field = fieldOfNumber(plan, reason);
    if (!isReasonKind(kind) || field === null || severityOf(kind, field.type) === 'note') continue;
    titles.set(field.field, [...(titles.get(field.field) ?? []), titleOf(kind, { field: field.field, dates: null })]);
  }
  return new Map([...titles].map(([field, words]) => [field, `${words.join('. ')}.`]));
}

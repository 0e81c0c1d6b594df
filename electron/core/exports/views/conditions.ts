import type { ColumnFilter } from '../../../../shared/contract/exports/views.ts';
import { foldText } from '../../../../shared/domain/words/fold-text.ts';
import { dateOf, momentOf, numberOf } from './value-kinds.ts';

/** A filter that looks at one value alone. */
export type ValueFilter = Exclude<ColumnFilter, { kind: 'repeated' }>;

/** Whether a filter lets a cell through. An empty cell is the empty text. */
export function conditionOf(filter: ValueFilter): (value: string) => boolean {
  switch (filter.kind) {
    case 'text':
      return textCondition(filter.match, foldText(filter.text), filter.not);
    case 'values': {
      const values = new Set(filter.values);
      return (value) => (value === '' ? filter.empty : values.has(value)) !== filter.not;
    }
    case 'number':
      return unless(filter.not, (value) => {
        const number = numberOf(value);
        return number !== null && number >= (filter.from ?? -Infinity) && number <= (filter.to ?? Infinity);
      });
    case 'date':
      return unless(filter.not, dateCondition(filter.from, filter.to));
    case 'empty':
      return (value) => (value === '') !== filter.not;
  }
}

function unless(not: boolean | undefined, condition: (value: string) => boolean): (value: string) => boolean {
  return not === true ? (value) => !condition(value) : condition;
}

function textCondition(match: 'contains' | 'equals' | 'starts' | 'ends', text: string, not: boolean) {
  switch (match) {
    case 'contains':
      return (value: string) => foldText(value).includes(text) !== not;
    case 'equals':
      return (value: string) => (foldText(value) === text) !== not;
    case 'starts':
      return (value: string) => foldText(value).startsWith(text) !== not;
    case 'ends':
      return (value: string) => foldText(value).endsWith(text) !== not;
  }
}

/** A bound that is a day is compared with the day of the value, one with a time with its second. */
function dateCondition(from: string | null, to: string | null) {
  const part = (value: string, bound: string) => (bound.length > 10 ? momentOf(value) : value.slice(0, 10));
  return (value: string) => {
    const date = dateOf(value);
    if (date === null) return false;
    return (from === null || part(date, from) >= from) && (to === null || part(date, to) <= to);
  };
}

import type { Grouping } from '../../../../shared/contract/exports/questions.ts';
import { DAY } from '../../../../shared/domain/time/time.ts';
import { type CodedColumn, EMPTY } from './coded-column.ts';
import type { Steps } from './steps.ts';
import { dateOf, momentOf } from './value-kinds.ts';

/** The groups that the values of a column fall into. Group 0 has the empty cells and those without a time. */
export interface GroupedColumn {
  readonly codes: Int32Array;
  /** By code of a value; null: each value is a group. */
  readonly groupOf: Int32Array | null;
  readonly size: number;
  valueOf(group: number): string;
  /** Times have an order of their own. */
  readonly isTime: boolean;
}

/** Groups of a column that is in memory. */
export async function groupedColumn(coded: CodedColumn, by: Grouping, steps: Steps): Promise<GroupedColumn> {
  const { codes, size } = coded;
  if (by === 'value') return { codes, groupOf: null, size, valueOf: (group) => coded.value(group), isTime: false };
  const groupOf = new Int32Array(size);
  const names = [''];
  const places = new Map<string, number>();
  const known = new Map<string, number>();
  for (let code = EMPTY + 1; code < size; code += 1) {
    const date = dateOf(coded.value(code));
    if (date !== null) {
      // The day and the hour tell the group of every grouping: few texts are cut a second time.
      const hour = by === 'hour' ? momentOf(date).slice(0, 13) : date.slice(0, 10);
      let group = known.get(hour);
      if (group === undefined) {
        const name = by === 'week' ? mondayOf(hour) : by === 'month' ? hour.slice(0, 7) : hour;
        group = places.get(name) ?? names.push(name) - 1;
        places.set(name, group);
        known.set(hour, group);
      }
      groupOf[code] = group;
    }
    if (steps.isDue(30)) await steps.rest();
  }
  return { codes, groupOf, size: names.length, valueOf: (group) => names[group] ?? '', isTime: true };
}

/** The Monday of the week of a day, both `yyyy-MM-dd`. */
function mondayOf(day: string): string {
  const at = Date.parse(`${day}T00:00:00Z`);
  if (Number.isNaN(at)) return '';
  const fromMonday = (new Date(at).getUTCDay() + 6) % 7;
  return new Date(at - fromMonday * DAY).toISOString().slice(0, 10);
}

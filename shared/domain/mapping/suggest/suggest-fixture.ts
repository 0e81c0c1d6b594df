import { profilesOf } from '../testing/profiles.ts';
import { suggestMapping } from './suggest.ts';

/* For specs: columns of three rows, and what is suggested for them. */

export type Column = readonly [header: string, ...values: string[]];

export const first = ['Anna', 'Ole', 'Ida'];
export const last = ['Lund', 'Bakke', 'Moen'];
export const full = ['Anna Lund', 'Ole Bakke', 'Ida Moen'];
export const street = ['Storgata 4', 'Kirkeveien 12', 'Åsveien 1B'];
export const town = ['Oslo', 'Bergen', 'Tromsø'];
export const code = ['0150', '5003', '9008'];
export const phone = ['+4722334455', '+4755667788', '+4777889900'];
export const mobile = ['+4791234567', '+4798765432', '+4745678901'];
export const email = ['anna@x.no', 'ole@y.no', 'ida@z.no'];

export function suggest(
  columns: readonly Column[],
  fields: readonly string[] = [],
  earlier: [string, string][][] = [],
) {
  const rows = [0, 1, 2].map((row) => columns.map((column) => column[row + 1] ?? ''));
  return suggestMapping({
    columns: profilesOf(
      columns.map(([header]) => header),
      rows,
    ),
    fields: fields.map((name) => ({ name })),
    earlier: earlier.map((entries) => ({ fields: entries.map(([header, field]) => ({ header, field })) })),
  });
}

/** The fields suggested where the campaign has these, and earlier imports filled those; "-" where there is none. */
export const fieldsFor = (...what: Parameters<typeof suggest>) =>
  suggest(...what)
    .map(({ field }) => field ?? '-')
    .join('|');

export const fieldsOf = (...columns: readonly Column[]) => fieldsFor(columns);

import { suggestMapping } from '../suggest/suggest.ts';
import { profilesOf } from './profiles.ts';

/** The fields suggested for a table whose cells are divided by `|`; "-" where there is none. */
export function fieldsOf(header: string, ...rows: string[]): string {
  const columns = profilesOf(
    header.split('|'),
    rows.map((row) => row.split('|')),
  );
  return suggestMapping({ columns, fields: [], earlier: [] })
    .map(({ field }) => field ?? '-')
    .join('|');
}

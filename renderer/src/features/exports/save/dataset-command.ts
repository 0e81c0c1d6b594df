import type { ExportQuery } from '../../../../../shared/contract/exports/queries.ts';

/** The command that makes a dataset of what a query asks for, for a shell. `address`: of the service. */
export function datasetCommand(query: ExportQuery, address: string): string {
  const own =
    query.source === 'search'
      ? [
          ...option('name', query.searchName),
          ...(query.answer === 'csv' ? ['--csv'] : []),
          ...option('include', query.include.join(',')),
          ...option('project', query.project ?? ''),
        ]
      : [
          ...option('projects', query.projects.join(',')),
          ...option('statuses', query.statuses.join(',')),
          ...option('closures', query.closures.join(',')),
        ];
  const rest = [
    ...option('modified-from', query.modifiedFrom ?? ''),
    ...query.extra.flatMap(({ name, value }) => option('param', `${name}=${value}`)),
    '--partition-by campaign,day',
    '--output FOLDER',
    ...option('url', address),
  ];
  return ['npm run -s batch -- export', query.source, ...own, ...rest].join(' ');
}

const option = (name: string, value: string): string[] => (value === '' ? [] : [`--${name} ${quoted(value)}`]);

/** A shell would take a * for names of files. */
function quoted(value: string): string {
  return /^[\w./:,=@+-]+$/.test(value) ? value : `"${value.replaceAll(/["\\$`]/g, String.raw`\$&`)}"`;
}

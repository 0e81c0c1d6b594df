import { expect, test } from 'vitest';
import { EVERYTHING, SEARCH_QUERY } from '../../../../../shared/domain/service/queries/query-fixture.ts';
import { datasetCommand } from './dataset-command.ts';

const END = '--partition-by campaign,day --output FOLDER --url https://leads.example/api';

test('the command for a dataset asks for what the result asked for', () => {
  const address = 'https://leads.example/api';
  expect(datasetCommand(EVERYTHING, address)).toBe(`npm run -s batch -- export simple ${END}`);
  const query = {
    ...EVERYTHING,
    projects: ['Energi*', 'Nordlys'],
    statuses: ['New'],
    closures: ['Success', 'NotSet'],
    modifiedFrom: '2026-11-20T08:00:00',
    extra: [{ name: 'Note', value: 'a "b" $c' }],
  };
  expect(datasetCommand(query, address)).toBe(
    String.raw`npm run -s batch -- export simple --projects "Energi*,Nordlys" --statuses New --closures Success,NotSet --modified-from 2026-11-20T08:00:00 --param "Note=a \"b\" \$c" ${END}`,
  );
  const search = { ...SEARCH_QUERY, searchName: 'All leads', include: ['data', 'campaign'], project: null };
  expect(datasetCommand(search, address)).toBe(
    `npm run -s batch -- export search --name "All leads" --csv --include data,campaign ${END}`,
  );
});

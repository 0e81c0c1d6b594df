import { expect, it } from 'vitest';
import type { ExportQuery } from '../../../contract/exports/queries.ts';
import { EVERYTHING, SEARCH_QUERY } from './query-fixture.ts';
import { leftBehindWords, sinceQuery } from './since-query.ts';

const POINT = '2026-11-05T00:30:00';
const chosen = { ...EVERYTHING, statuses: ['New'], closures: ['Success'] } as ExportQuery;
const asked = (name: string, value: string, query = chosen) =>
  sinceQuery({ ...query, extra: [{ name, value }] }, POINT);

it('asks for what changed whatever its status and closure', () =>
  expect(sinceQuery(chosen, POINT)).toEqual({
    ...chosen,
    modifiedFrom: '2026-11-04T23:25:00',
    statuses: [],
    closures: [],
  }));

it('keeps the statuses beside a parameter that asks for further ones', () => {
  for (const name of ['AllOpenStatuses', 'allclosedstatuses'])
    expect(asked(name, 'true')).toMatchObject({ statuses: ['New'], closures: [] });
  expect(asked('AllOpenStatuses', 'false')).toMatchObject({ statuses: [], closures: [] });
  expect(asked('Campaigns', 'DK')).toMatchObject({ statuses: [], closures: [] });
});

it('is the query itself without a point, and keeps all that a saved search asks', () => {
  expect(sinceQuery(chosen, null)).toBe(chosen);
  expect(asked('AllOpenStatuses', 'true', SEARCH_QUERY as ExportQuery)).toMatchObject({ source: 'search' });
});

it('names the filters whose former leads do not come', () => {
  const STAY = ' may not come, and stay as they were. Fetch everything anew to see them gone.';
  const words = (change: object) => leftBehindWords({ ...chosen, ...change } as ExportQuery);
  const extra = [{ name: 'AllOpenStatuses', value: 'true' }];
  expect(words({})).toBe('');
  expect(words({ extra: [{ name: 'Include', value: 'data' }] })).toBe('');
  expect(words({ extra })).toBe(`Leads that no longer fit Statuses, AllOpenStatuses${STAY}`);
  expect(words({ extra: [{ name: 'Campaigns', value: 'DK' }] })).toBe(`Leads that no longer fit Campaigns${STAY}`);
  expect(words({ source: 'raw' })).toBe(`Leads that no longer fit Statuses, LeadClosures${STAY}`);
  expect(words({ source: 'raw', statuses: [], closures: [] })).toBe('');
  expect(leftBehindWords(SEARCH_QUERY as ExportQuery)).toBe(
    `Leads that no longer fit the saved search “Redials”${STAY}`,
  );
});

import { expect, it } from 'vitest';
import type { ExportSummary } from '../../../shared/contract/exports/exports.ts';
import { DEFAULT_SAVE_FORMATS } from '../../../shared/contract/exports/save-formats.ts';
import { EVERYTHING } from '../../../shared/domain/service/queries/query-fixture.ts';
import { exportEndpoint } from '../../../shared/domain/service/queries/export-request.ts';
import type { FollowTools } from '../program/follow-tools.ts';
import { newRefresh } from '../../core/exports/receive/refresh-result.ts';
import { exportLeads } from './export-command.ts';

/** An export that ended as `end` says, after an answer with this status; null: none came. */
async function ended(end: Partial<ExportSummary>, status: number | null, sinceLast = false) {
  const summary = {
    id: 'x',
    query: EVERYTHING,
    request: 'GET /simpleleads',
    relativeSince: null,
    state: 'partial',
    reason: 'Why.',
    rows: 0,
    answered: { filters: [], asked: 0, keeps: null },
    sameDay: null,
    mayBeSplit: false,
    isUnstored: false,
    refresh: null,
    repeated: null,
    hasBrokenText: false,
    windows: null,
    ...end,
  };
  const answers: Readonly<Record<string, unknown>> = {
    'export:start': summary,
    'export:findFollowed': { exportId: 'x' },
    'export:refresh': summary,
    'export:get': summary,
    'export:save': { name: 'leads.partial.csv', rows: summary.rows, notes: [] },
    'quota:snapshot': { services: [], timeZone: 'UTC' },
    'quota:log': { total: 1, entries: [{ service: exportEndpoint(EVERYTHING), status }] },
  };
  let last: object = {};
  const warned: string[] = [];
  const tools = {
    core: { call: async (name: string) => answers[name], on: () => () => undefined, grant: () => 'token' },
    clock: { monotonicNow: () => 0, wallNow: () => 0 },
    output: {
      say: () => undefined,
      tell: () => undefined,
      warn: (line: string) => warned.push(line),
      end: (_line: string, value: object) => (last = value),
    },
    interruption: { exitCode: null, onSignal: () => undefined },
  } as unknown as FollowTools;
  const code = await exportLeads(tools, {
    query: EVERYTHING,
    fixedQuery: EVERYTHING,
    windowDays: null,
    output: '/out/leads.csv',
    format: DEFAULT_SAVE_FORMATS.csv,
    dataset: null,
    sinceLast,
  });
  return { code, last, warned };
}

it.each([
  ['before anything was sent', null],
  ['while the answer came', 200],
])('ends with 2 when this computer could not store one lead, %s', async (_when, status) => {
  const { code, last } = await ended({ isUnstored: true }, status);
  expect([code, last]).toMatchObject([2, { rows: 0, state: 'partial', error: { code: 'file', message: 'Why.' } }]);
});

it('ends with 3 when some leads were stored before', async () => {
  const { code, last } = await ended({ isUnstored: true, rows: 4, columns: [] }, 200);
  expect([code, last]).toMatchObject([3, { rows: 4, state: 'partial', error: { code: 'partial' } }]);
});

it('ends with 4 without an answer, and with 3 after one that holds no leads', async () => {
  expect(await ended({}, null)).toMatchObject({ code: 4, last: { error: { code: 'partial' } } });
  expect(await ended({}, 403)).toMatchObject({ code: 4 });
  expect(await ended({}, 200)).toMatchObject({ code: 3, last: { error: { code: 'partial' } } });
});

it('says nothing of the leads of the result when what changed since could not be fetched', async () => {
  const refresh = {
    ...newRefresh({ request: 'GET', since: null, startedAt: 1 }),
    state: 'failed',
    reason: 'Why.',
  } as const;
  const { code, last, warned } = await ended({ state: 'complete', rows: 9, repeated: 2, refresh }, 403, true);
  expect([code, warned]).toEqual([4, ['The file was not changed.', 'Why.']]);
  expect(last).not.toHaveProperty('repeated');
});

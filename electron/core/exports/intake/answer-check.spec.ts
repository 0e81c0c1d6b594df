import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import type { ExportQuery } from '../../../../shared/contract/exports/queries.ts';
import { EVERYTHING, SEARCH_QUERY } from '../../../../shared/domain/service/queries/query-fixture.ts';
import { AnswerCheck } from './answer-check.ts';
import { filtersOf } from './question.ts';

const PATHS = ['uniqueId', 'status', 'closure', 'lastModifiedTime', 'campaign.code', 'campaign.project'];

function check(query: Partial<ExportQuery>, leads: readonly (readonly (string | null)[])[], paths = PATHS) {
  const asked = { ...EVERYTHING, ...query } as ExportQuery;
  const found = new AnswerCheck(filtersOf(asked), 'Europe/Copenhagen');
  const masks = leads.map((lead) => found.look(lead, paths));
  const verdicts = found
    .checks(paths)
    .map(({ filter, verdict, matching, others, unchecked }) => [filter, verdict, matching, others, unchecked]);
  return { masks, verdicts, asked: found.asked };
}

const lead = (
  status: string | null,
  closure: string | null,
  modified: string | null,
  project: string | null = null,
) => ['L', status, closure, modified, 'C-1', project];

describe('an answer beside its question', () => {
  it('has nothing to say about a question for everything', () =>
    expect(check({ projects: ['*'] }, [lead('New', null, null)])).toEqual({ masks: [0], verdicts: [], asked: 1 }));

  it('knows statuses and closures by name in any case, and by number', () => {
    const { masks, verdicts, asked } = check({ statuses: ['New', 'VIPRedial'], closures: ['Success'] }, [
      lead('new', '1', null),
      lead('10', 'SUCCESS', null),
      lead('Depleted', 'Success', null),
      lead('New', 'NotSet', null),
      lead('New', null, null),
    ]);
    expect(masks).toEqual([0, 0, 1, 2, 0]);
    expect(verdicts).toEqual([
      ['Statuses', 'ignored', 4, 1, 0],
      ['LeadClosures', 'ignored', 3, 1, 1],
    ]);
    expect(asked).toBe(3);
  });

  it.each([
    ['2026-11-16', '2026-11-16T00:00:00.0000000', true],
    ['2026-11-16', '2026-11-15T23:59:59.9999999', false],
    ['2026-11-16T08:00:00', '2026-11-16T08:00:00', true],
    ['2026-11-16T08:00:00', '2026-11-16T07:59:59.9', false],
    // Copenhagen is an hour ahead of UTC.
    ['2026-11-16T08:00:00', '2026-11-16T07:00:00Z', true],
    ['2026-11-16T08:00:00', '2026-11-16T07:30:00+01:00', false],
  ])('compares the wall clock of the service: from %s, changed %s', (modifiedFrom, changed, fits) => {
    expect(check({ modifiedFrom }, [lead('New', null, changed)]).masks).toEqual([fits ? 0 : 1]);
    const until = { extra: [{ name: 'modifiedTo', value: modifiedFrom }] };
    expect(check(until, [lead('New', null, changed)]).masks).toEqual([fits ? 1 : 0]);
  });

  it('judges projects by the project only, never by the code of the campaign', () => {
    const projects = ['Energi*', 'B?B'];
    const leads = [
      lead('New', null, null, 'energi Nord'),
      lead('New', null, null, 'B2B'),
      lead('New', null, null, 'B22B'),
    ];
    expect(check({ projects }, leads).masks).toEqual([0, 0, 1]);
    const without = check({ projects: ['Energi*'] }, [lead('New', null, null)], PATHS.slice(0, 5));
    expect(without.verdicts).toEqual([['Projects', 'unchecked', 0, 0, 1]]);
    // A pattern is not an expression.
    expect(
      check({ projects: ['DK-(a)/[b] {c}^$|+\\\\'] }, [lead('New', null, null, 'DK-(a)/[b] {c}^$|+\\\\')]).masks,
    ).toEqual([0]);
    expect(check({ projects: ['.*'] }, [lead('New', null, null, 'x')]).masks).toEqual([1]);
  });

  it.each([
    ['B2B*,Other*', [0, 0, 1, 1]],
    [' Other* , B2B* ', [0, 0, 1, 1]],
    ['B2B*', [0, 1, 1, 1]],
    ['Messe, Europa', [1, 1, 0, 1]],
    [',B2B*,', [0, 1, 1, 1]],
    ['Nobody,*', [0, 0, 0, 0]],
  ])('takes the project of a saved search as several patterns, and as one name: %s', (project, masks) => {
    const names = ['B2B North', 'Other', 'Messe, Europa', 'Energi'];
    const leads = names.map((name) => lead('New', null, null, name));
    expect(check({ ...SEARCH_QUERY, modifiedFrom: null, project, extra: [] }, leads).masks).toEqual(masks);
    expect(check({ projects: [project] }, leads).masks).toEqual(masks);
    expect(check({ extra: [{ name: 'Projects', value: project }] }, leads).masks).toEqual(masks);
  });

  it('counts the leads beyond a limit, and does not claim to know what it cannot see', () => {
    const extra = [
      { name: 'Take', value: '2' },
      { name: 'skip', value: '1' },
      { name: 'Anything', value: 'x' },
    ];
    const { masks, verdicts } = check(
      { extra },
      Array.from({ length: 5 }, () => lead('New', null, null)),
    );
    expect(masks).toEqual([0, 0, 1, 1, 1]);
    expect(verdicts).toEqual([
      ['Take', 'ignored', 2, 3, 0],
      ['skip', 'unchecked', 0, 0, 5],
      ['Anything', 'unchecked', 0, 0, 5],
    ]);
  });

  it.each([
    ['AllOpenStatuses', 'true', true],
    ['allclosedstatuses', '', true],
    ['AllOpenStatuses', 'false', false],
    ['AllOpenStatuses', ' No ', false],
    ['OpenStatuses', 'true', false],
  ])('of a question for further statuses (%s=%s) is not held against Statuses', (name, value, isWider) => {
    const leads = [lead('New', null, null), lead('Failed', null, null)];
    const extra = [{ name, value }];
    const masks = isWider ? [0, 0] : [0, 1];
    expect(check({ statuses: ['New'], extra }, leads).masks).toEqual(masks);
    const inExtra = check({ extra: [{ name: 'statuses', value: 'New' }, ...extra] }, leads);
    expect(inExtra.masks).toEqual(masks);
    expect(inExtra.verdicts[0]).toEqual(
      isWider ? ['statuses', 'unchecked', 0, 0, 2] : ['statuses', 'ignored', 1, 1, 0],
    );
  });

  it('takes a lead out again that was replaced', () => {
    const found = new AnswerCheck(filtersOf({ ...EVERYTHING, statuses: ['New'] } as ExportQuery), 'UTC');
    found.look(lead('Expired', null, null), PATHS);
    found.look(lead('Expired', null, null), PATHS, -1);
    found.look(lead('New', null, null), PATHS);
    expect(found.checks(PATHS)).toMatchObject([{ verdict: 'answered', matching: 1, others: 0, column: 'status' }]);
    expect(found.asked).toBe(1);
  });

  it('sees a filter in the only column there is, and in one that comes later', () => {
    const found = new AnswerCheck(filtersOf({ ...EVERYTHING, statuses: ['New'] } as ExportQuery), 'UTC');
    expect([found.look(['Open'], ['status']), found.look(['New'], ['status'])]).toEqual([1, 0]);
    const later = new AnswerCheck(filtersOf({ ...EVERYTHING, statuses: ['New'] } as ExportQuery), 'UTC');
    expect([later.look(['L'], ['id']), later.look(['L', 'Open'], ['id', 'Status'])]).toEqual([0, 1]);
    expect(later.checks(['id', 'Status'])).toMatchObject([{ unchecked: 1, others: 1, column: 'Status' }]);
  });

  it('knows the filters of a saved search that are sent beside its name', () => {
    const names = (change: object) => filtersOf({ ...SEARCH_QUERY, extra: [], ...change } as ExportQuery);
    expect(names({ modifiedFrom: '2026-11-16', project: 'Energi*' })).toMatchObject([
      { filter: 'modifiedFrom', test: { kind: 'times', from: '2026-11-16', to: null } },
      { filter: 'project', test: { kind: 'patterns', patterns: ['Energi*'] } },
    ]);
    expect(names({ modifiedFrom: null, project: '*' })).toEqual([]);
  });

  it('compares the first thirty filters: a mask has no more bits', () => {
    const extra = Array.from({ length: 40 }, (_, index) => ({ name: `x${index}`, value: '' }));
    const filters = filtersOf({ ...EVERYTHING, statuses: ['New'], extra } as ExportQuery);
    expect([filters.length, filters[0]?.filter, filters[29]?.filter]).toEqual([30, 'Statuses', 'x28']);
  });
});

it('holds little of an answer whose values are long and all different', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const held = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const asked = { ...EVERYTHING, statuses: ['New'], projects: ['C-*'] } as ExportQuery;
  const found = new AnswerCheck(filtersOf(asked), 'Europe/Copenhagen');
  const before = held();
  for (let n = 0; n < 1_000; n += 1) {
    const long = Buffer.alloc(50_000, String(n)).toString();
    found.look(['L', `S${long}`, null, null, null, `P${long}`], PATHS);
  }
  expect(held() - before).toBeLessThan(20e6);
  expect(found.asked).toBe(0);
});

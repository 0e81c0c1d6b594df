import { expect, it } from 'vitest';
import type { TeamImport } from '../../../../shared/contract/team/team.ts';
import { TeamKeys } from '../keys/team-keys.ts';
import { SECRET } from '../team-fixture.ts';
import { importsOf, nameOf, stateOf, usedByOffice } from './office-state.ts';
import { NotUnderstood, officesSchema, understood } from './team-answers.ts';

const keys = new TeamKeys(SECRET);
const others = new TeamKeys(SECRET.map((byte) => byte ^ 1));
const IMPORT: TeamImport = {
  ...{ jobId: 'job', name: 'people', campaignCode: 'SPRING', fileHash: 'ab', state: 'running' },
  ...{ rows: 5, waiting: 1, created: 2, refused: 1, unknown: 1, ratePerMinute: 60 },
  ...{ finishAt: null, createdAt: 1, endedAt: null },
} as TeamImport;
const USE = { at: 1, budgets: [{ endpoints: ['POST leads'], units: 3, resetsAt: null, share: 50 }], user: 'cd' };
const said = (state: string, login: string | null = 'anna') => [
  nameOf(keys, { state, login }),
  importsOf(keys, { state }),
  usedByOffice(keys, { state }),
];
const sealed = (state: object, by = keys, place = 'office.state') => by.seal(place, JSON.stringify(state));

it('an office says its name, its imports and its use, which colleagues read', () => {
  expect(said(stateOf(keys, { name: 'Anna', imports: [IMPORT], use: USE }))).toEqual(['Anna', [IMPORT], USE]);
  expect(said(stateOf(keys, { name: 'Anna' }))).toEqual(['Anna', [], null]);
});

it('what a colleague with another version says of imports and use is left out, and the name stays', () => {
  const state = sealed({ name: 'Anna', imports: [{ jobId: 1 }], use: { at: 'noon' } });
  expect(said(state)).toEqual(['Anna', [], null]);
});

it.each([
  ['nothing', ''],
  ['a text of another team', stateOf(others, { name: 'Bo' })],
  ['a text from another place', sealed({ name: 'Bo' }, keys, 'text')],
  ['no name', sealed({ imports: [] })],
  ['no JSON', keys.seal('office.state', '{"na')],
])('an office that says %s has its login, else no name', (_, state) => {
  expect([said(state), said(state, null)]).toEqual([
    ['anna', [], null],
    ['', [], null],
  ]);
});

const office = (id: number) => ({
  ...{ id, code: `office ${id}`, login: null, state: '', former: null, heardAt: 1, leftAt: null, isMissing: false },
});

it('a list of computers is understood up to the numbers that the database has, each one once', () => {
  const offices = Array.from({ length: 32_767 }, (_, index) => office(index + 1));
  expect(understood(officesSchema, { offices }).offices).toHaveLength(32_767);
  for (const wrong of [[...offices, office(32_768)], [office(1), office(1)], [{ ...office(1), id: 1.5 }]])
    expect(() => understood(officesSchema, { offices: wrong })).toThrow(NotUnderstood);
});

import { describe, expect, test } from 'vitest';
import { brokenPromises, type Ending, judge } from './laws.ts';

const ENDING: Ending = {
  posts: new Map([
    ['1', 1],
    ['2', 1],
  ]),
  claims: [
    { phone: '1', office: 1, at: 100 },
    { phone: '2', office: 2, at: 200 },
  ],
  handedOver: new Set(),
  rows: [
    { phone: '1', state: 'created', isLost: false },
    { phone: '1', state: 'skipped', isLost: false },
    { phone: '2', state: 'created', isLost: false },
    { phone: '3', state: 'rejected', isLost: false },
  ],
  gone: new Set(),
  holes: [],
  throttled: 0,
  hours: 0.5,
  hanging: 0,
  pace: 97,
};
const row = (phone: string, state: string) => ({ phone, state, isLost: false });
const brokenIn = (change: Partial<Ending>, isControl = false) =>
  brokenPromises(judge({ ...ENDING, ...change }), isControl);

test('a team that keeps its promises breaks none', () => {
  expect(brokenIn({})).toEqual([]);
});

describe('a broken promise is said', () => {
  test.each<[string, Partial<Ending>, string]>([
    ['a lead came twice', { posts: new Map([...ENDING.posts, ['1', 2]]) }, 'twice: 1, not 0'],
    ['a lead is nowhere', { rows: [...ENDING.rows, row('4', 'skipped')] }, 'lost: 1, not 0'],
    ['a row says created and is not', { rows: [...ENDING.rows, row('4', 'created')] }, 'untrue: 1, not 0'],
    ['a row still waits', { rows: [...ENDING.rows, row('2', 'ready')] }, 'unsettled: 1, not 0'],
    ['nobody claimed a lead', { claims: ENDING.claims?.slice(1) ?? null }, 'unclaimed: 1, not 0'],
    ['an office does not finish', { hanging: 1 }, 'hanging: 1, not 0'],
    ['429 come too often', { throttled: 2 }, '2 answers 429 at one office'],
    ['the minute is not used', { pace: 94.9 }, '94.9 % of the minute used'],
  ])('%s', (_, change, words) => expect(brokenIn(change)).toEqual([expect.stringContaining(words)]));

  test('a lost computer keeps more leads open than it may', () => {
    const open = Array.from({ length: 27 }, (_, lead) => ({ phone: `9${lead}`, office: 3, at: 0 }));
    expect(brokenIn({ claims: [...(ENDING.claims ?? []), ...open], gone: new Set([3]) })).toEqual([
      '27 leads of one computer stay open, not at most 26',
    ]);
  });
});

test('a lead that a lost computer took, refused or does not know is accounted for', () => {
  const claims = [...(ENDING.claims ?? []), { phone: '4', office: 3, at: 0 }];
  const skipped = row('4', 'skipped');
  expect(brokenIn({ claims, gone: new Set([3]), rows: [...ENDING.rows, skipped] })).toEqual([]);
  expect(brokenIn({ claims, rows: [...ENDING.rows, skipped, row('4', 'unknown')] })).toEqual([]);
  expect(brokenIn({ claims, rows: [...ENDING.rows, skipped, row('4', 'rejected')] })).toEqual([]);
  expect(brokenIn({ claims, rows: [...ENDING.rows, skipped] })).toEqual(['lost: 1, not 0']);
});

test('what was claimed while nobody had noticed that files were put back is told apart', () => {
  const posts = new Map([...ENDING.posts, ['1', 2]]);
  const judged = judge({ ...ENDING, posts, holes: [{ from: 90, to: 110 }] });
  expect(judged).toMatchObject({ twice: 0, twiceInHole: 1 });
});

test('a control in which nothing comes twice says that the test is blind', () => {
  expect(brokenIn({}, true)).toEqual([expect.stringContaining('would not notice')]);
  expect(brokenIn({ posts: new Map([['1', 2]]) }, true)).toEqual([]);
  expect(brokenIn({ claims: [] }, true)).toEqual([]);
});

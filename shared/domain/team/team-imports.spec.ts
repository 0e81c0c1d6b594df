import { expect, test } from 'vitest';
import type { TeamImport, TeamState } from '../../contract/team/team.ts';
import { colleagueImports, percentOf, sameFileTitle, sendingWords } from './team-imports.ts';

const now = Date.UTC(2026, 10, 26, 14, 2);
const anImport = (change: Partial<TeamImport> = {}): TeamImport => ({
  jobId: 'one',
  name: 'Kundeliste Fyn',
  campaignCode: 'DK-ENERGI-26',
  fileHash: 'aa',
  state: 'running',
  rows: 1000,
  waiting: 584,
  created: 400,
  refused: 16,
  unknown: 0,
  ratePerMinute: 115.6,
  finishAt: null,
  createdAt: now - 60_000,
  endedAt: null,
  ...change,
});
const person = { isFormer: false, hasLeft: false, isMissing: false };
const team: NonNullable<TeamState['team']> = {
  place: 'db.example/leads',
  name: 'Bent',
  trouble: '',
  needsPerson: false,
  awaySince: null,
  colleagues: [
    { ...person, id: 1, name: 'Anna', heardAt: now - 12_000, isMe: false, imports: [anImport()] },
    { ...person, id: 2, name: 'Bent', heardAt: now, isMe: true, imports: [anImport({ jobId: 'mine' })] },
    { ...person, id: 3, name: 'Åsa', heardAt: now - 3_600_000, isMe: false, imports: [anImport({ createdAt: now })] },
  ],
};

test('lists what colleagues import, and knows when it was told a while ago', () => {
  expect(colleagueImports(team, now).map(({ computer, isFresh }) => [computer, isFresh])).toEqual([
    ['Åsa’s computer', false],
    ['Anna’s computer', true],
  ]);
});

test('says who imports the same file, and never “now” of what was told a while ago', () => {
  const [silent, anna] = colleagueImports(team, now);
  const when = () => 'today';
  expect(anna && sameFileTitle(anna, when)).toBe('Anna’s computer imports a file with the same content now (41 %).');
  expect(silent && sameFileTitle(silent, when)).toBe(
    'Åsa’s computer began to import a file with the same content today: 400 created, 16 refused, 584 waiting when it was last heard.',
  );
  expect(anna && sameFileTitle({ ...anna, state: 'complete', waiting: 0, created: 984 }, when)).toBe(
    'Anna’s computer imported a file with the same content today: 984 created, 16 refused.',
  );
  expect(sendingWords(anImport())).toBe('Kundeliste Fyn to DK-ENERGI-26, 41 %, 116 a minute');
  expect(percentOf({ rows: 0, waiting: 0 })).toBe('100 %');
});

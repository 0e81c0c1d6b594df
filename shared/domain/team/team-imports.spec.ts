import { expect, test } from 'vitest';
import { colleague, teamImport, teamOf } from './team-fixture.ts';
import { colleagueImports, percentOf, sameFileTitle, sendingWords } from './team-imports.ts';

const now = Date.UTC(2026, 10, 26, 14, 2);
const team = teamOf([
  colleague(1, 'Anna', { heardAt: now - 12_000, imports: [teamImport({ createdAt: now - 60_000 })] }),
  colleague(2, 'Bent', { heardAt: now, isMe: true, imports: [teamImport({ jobId: 'mine' })] }),
  colleague(3, 'Åsa', { heardAt: now - 3_600_000, imports: [teamImport({ createdAt: now })] }),
]);

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
  expect(sendingWords(teamImport())).toBe('Kundeliste Fyn to DK-ENERGI-26, 41 %, 116 a minute');
  expect(percentOf({ rows: 0, waiting: 0 })).toBe('100 %');
});

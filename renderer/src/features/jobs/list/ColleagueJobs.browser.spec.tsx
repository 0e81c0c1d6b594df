import { expect, onTestFinished, test, vi } from 'vitest';
import type { TeamImport, TeamState } from '../../../../../shared/contract/team/team.ts';
import { showPage } from '../../../testing/show.tsx';
import { ColleagueJobs } from './ColleagueJobs.tsx';

const anImport: TeamImport = {
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
  ratePerMinute: 116,
  finishAt: null,
  createdAt: Date.now() - 60_000,
  endedAt: null,
};
const person = { isFormer: false, hasLeft: false, isMissing: false, isMe: false };
const team = (heardAt: number, imports: TeamImport[], changed: Partial<TeamState['team']> = {}): TeamState => ({
  team: {
    place: 'db.example/leads',
    name: 'Bent',
    trouble: '',
    needsPerson: false,
    awaySince: null,
    colleagues: [{ ...person, id: 1, name: 'Anna', heardAt, imports }],
    ...changed,
  },
});
const showTeam = (state: TeamState) => showPage(<ColleagueJobs />, { 'team:state': () => state });

test('shows what a colleague imports and how far it is, with nothing to press', async () => {
  const { screen } = await showTeam(
    team(Date.now(), [anImport, { ...anImport, jobId: 'two', state: 'complete', waiting: 0 }]),
  );
  const row = screen.getByRole('row', { name: /Running, 116 a minute/ });
  await expect.element(row.getByText('Anna’s computer')).toBeVisible();
  await expect.element(row.getByText('41 %, 400 created, 16 refused of 1,000')).toBeVisible();
  expect(screen.getByRole('row').elements()).toHaveLength(3);
  expect(screen.getByRole('button').query()).toBeNull();
});

test('an import of a computer that is silent is not called running', async () => {
  const { screen } = await showTeam(team(Date.now() - 3_600_000, [anImport]));
  await expect.element(screen.getByText('Ran when last heard from')).toBeVisible();
});

test('away from the database it says so instead of an empty list', async () => {
  const away = { trouble: 'The team’s database cannot be reached.', colleagues: [] };
  const { screen } = await showTeam(team(0, [], away));
  await expect.element(screen.getByText('What colleagues import is not known now.')).toBeVisible();
  expect(screen.getByText('No import of a colleague is known yet.').query()).toBeNull();
});

test('an import that ends on another day names it', async () => {
  const now = Date.UTC(2026, 10, 22, 22, 50);
  vi.useFakeTimers({ now, toFake: ['Date'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const { screen } = await showTeam(team(now, [{ ...anImport, finishAt: now + 20 * 60_000 }]));
  await expect.element(screen.getByText('Running, 116 a minute, done at about tomorrow 00:10')).toBeVisible();
});

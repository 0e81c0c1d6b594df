import { expect, onTestFinished, test, vi } from 'vitest';
import type { TeamImport } from '../../../../../shared/contract/team/team.ts';
import { colleague, type Team, teamImport, teamOf } from '../../../../../shared/domain/team/team-fixture.ts';
import { showPage } from '../../../testing/show.tsx';
import { ColleagueJobs } from './ColleagueJobs.tsx';

const showAnna = (heardAt: number, ...imports: TeamImport[]) =>
  showTeam(teamOf([colleague(1, 'Anna', { heardAt, imports })]));
const showTeam = (team: Team) => showPage(<ColleagueJobs />, { 'team:state': () => ({ team }) });
const anImport = teamImport({ createdAt: Date.now() - 60_000 });

test('shows what a colleague imports and how far it is, with nothing to press', async () => {
  const { screen } = await showAnna(Date.now(), anImport, { ...anImport, jobId: 'two', state: 'complete', waiting: 0 });
  const row = screen.getByRole('row', { name: /Running, 116 a minute/ });
  await expect.element(row.getByText('Anna’s computer')).toBeVisible();
  await expect.element(row.getByText('41 %, 400 created, 16 refused of 1,000')).toBeVisible();
  expect(screen.getByRole('row').elements()).toHaveLength(3);
  expect(screen.getByRole('button').query()).toBeNull();
});

test('an import of a computer that is silent is not called running', async () => {
  const { screen } = await showAnna(Date.now() - 3_600_000, anImport);
  await expect.element(screen.getByText('Ran when last heard from')).toBeVisible();
});

test('away from the database it says so instead of an empty list', async () => {
  const { screen } = await showTeam(teamOf([], { trouble: 'The team’s database cannot be reached.' }));
  await expect.element(screen.getByText('What colleagues import is not known now.')).toBeVisible();
  expect(screen.getByText('No import of a colleague is known yet.').query()).toBeNull();
});

test('an import that ends on another day names it', async () => {
  const now = Date.UTC(2026, 10, 22, 22, 50);
  vi.useFakeTimers({ now, toFake: ['Date'] });
  onTestFinished(() => {
    vi.useRealTimers();
  });
  const { screen } = await showAnna(now, { ...anImport, finishAt: now + 20 * 60_000 });
  await expect.element(screen.getByText('Running, 116 a minute, done at about tomorrow 00:10')).toBeVisible();
});

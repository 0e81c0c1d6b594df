import { expect, test } from 'vitest';
import type { AppError } from '../../../../../shared/contract/errors.ts';
import type { TeamState } from '../../../../../shared/contract/team/team.ts';
import { colleague, type Team, teamOf } from '../../../../../shared/domain/team/team-fixture.ts';
import { exampleBudget, exampleQuota } from '../../../testing/examples.ts';
import { type Answers, failure } from '../../../testing/host.ts';
import { type Shown, showPage } from '../../../testing/show.tsx';
import { TeamCard } from './TeamCard.tsx';

const team = (change: Partial<Team> = {}): TeamState => ({
  team: teamOf([colleague(1, 'Anna', { isMe: true }), colleague(2, 'Bent')], change),
});
const AWAY = 'The team’s database cannot be reached (db.example/leads: connection refused).';

function showTeam(answers: Answers, host: 'desktop' | 'browser' = 'desktop') {
  return showPage(<TeamCard />, {
    'host:info': () => ({ host, version: '1', platform: 'linux', protection: 'os' }),
    'quota:snapshot': () => exampleQuota(),
    'team:shared': () => ({ shared: null }),
    ...answers,
  });
}

async function fillNewTeam(screen: Shown['screen']): Promise<void> {
  await screen.getByRole('button', { name: 'Begin a team…' }).click();
  await screen.getByLabelText('Database').fill('db.example/leads');
  await screen.getByLabelText('Login').fill('anna');
  await screen.getByLabelText('Password', { exact: true }).fill('secret word');
  await expect.element(screen.getByRole('button', { name: 'Begin the team' })).toBeDisabled();
  await screen.getByLabelText('Your name').fill('Anna');
}

test('a team is begun; what was typed leaves the page with the dialog', async () => {
  let state: TeamState = { team: null };
  const { screen, host } = await showTeam({
    'team:state': () => state,
    'team:begin': () => (state = team()),
  });
  await fillNewTeam(screen);
  await screen.getByRole('button', { name: 'Begin the team' }).click();
  await expect.element(screen.getByText(/^Connected\./)).toBeVisible();
  expect(host.calls('team:begin')).toEqual([
    { place: 'db.example/leads', oneLeadPer: 'lead', login: 'anna', password: 'secret word', name: 'Anna' },
  ]);
  await expect.element(screen.getByRole('dialog')).not.toBeInTheDocument();
});

test('a team that was begun and could not be told everything is on the card once the dialog is closed', async () => {
  let state: TeamState = { team: null };
  const { screen } = await showTeam({
    'team:state': () => state,
    'team:begin': () => {
      state = team({ trouble: AWAY });
      throw failure({ code: 'network', sent: 'no', message: AWAY });
    },
  });
  await fillNewTeam(screen);
  await screen.getByRole('button', { name: 'Begin the team' }).click();
  await expect.element(screen.getByText(AWAY)).toBeVisible();
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await expect.element(screen.getByRole('button', { name: 'Leave the team…' })).toBeVisible();
});

test('whoever begins a team chooses one lead per phone number, and the card says so', async () => {
  let state: TeamState = { team: null };
  const { screen, host } = await showTeam({
    'team:state': () => state,
    'team:begin': () => (state = team({ isByPhone: true })),
  });
  await fillNewTeam(screen);
  await expect.element(screen.getByRole('radio', { name: 'Each lead, as it is sent' })).toBeChecked();
  await screen.getByRole('radio', { name: 'One lead per phone number and campaign' }).click();
  await screen.getByRole('button', { name: 'Begin the team' }).click();
  await expect.element(screen.getByText(/^Connected\. One lead per phone number and campaign/)).toBeVisible();
  expect(host.calls('team:begin')).toMatchObject([{ oneLeadPer: 'phone' }]);
});

test('asks for the script of now where the database has that of an earlier version', async () => {
  const { screen } = await showTeam({ 'team:state': () => team({ hasOldScript: true }) });
  const note = screen.getByText('The team’s database was prepared for an earlier version.');
  await expect.element(note).toBeVisible();
  await expect.element(screen.getByText(/^Connected\./)).toBeVisible();
  await expect.element(screen.getByText(/batch team sql/)).toBeVisible();
});

test('an invitation that is refused says why, and is kept for another try', async () => {
  const { screen } = await showTeam({
    'team:state': () => ({ team: null }),
    'team:join': () => {
      throw failure({ code: 'validation', message: 'This is no invitation, or not all of it.', issues: [] });
    },
  });
  await screen.getByRole('button', { name: 'Join by invitation…' }).click();
  const invitation = screen.getByLabelText('Invitation', { exact: true });
  await invitation.fill('lead-team-1:half');
  await screen.getByLabelText('Login').fill('bent');
  await screen.getByLabelText('Password', { exact: true }).fill('word');
  await screen.getByLabelText('Your name').fill('Bent');
  await screen.getByRole('button', { name: 'Join the team' }).click();
  await expect.element(screen.getByText(/no invitation, or not all of it/)).toBeVisible();
  await expect.element(invitation).toHaveValue('lead-team-1:half');
});

test.each<[string, Partial<Team>, RegExp]>([
  [
    'away',
    { trouble: AWAY, awaySince: Date.UTC(2026, 10, 26, 13, 5), colleagues: [] },
    /^Away since .*(2:05 PM|14:05)/,
  ],
  [
    'a refused login',
    { trouble: 'The login was taken back. Nothing is sent meanwhile.', needsPerson: true, colleagues: [] },
    /^Somebody has to put this right\.$/,
  ],
  [
    'a missing computer',
    { colleagues: [colleague(1, 'Anna', { isMe: true }), colleague(2, 'Bent', { isMissing: true })] },
    /^Waits for Bent’s computer\.$/,
  ],
])('%s is said in words', async (_, change, words) => {
  const { screen } = await showTeam({ 'team:state': () => team(change) });
  await expect.element(screen.getByText(words)).toBeVisible();
  if (change.trouble !== undefined) await expect.element(screen.getByText(change.trouble)).toBeVisible();
});

test('says who has used how much of today, as of when, and never nothing for what is not known', async () => {
  const now = Date.now();
  const { daily } = exampleBudget();
  const leads = exampleBudget({ daily: { ...daily, own: 25_000, used: 36_000, startedAt: now - 3_600_000 } });
  const budgets = [{ endpoints: ['POST leads'], units: 9000, resetsAt: now + 3_600_000, share: 25 }];
  const { screen } = await showTeam({
    'quota:snapshot': () => exampleQuota({ services: [leads] }),
    'team:state': () =>
      team({
        colleagues: [
          colleague(1, 'Anna', { isMe: true }),
          colleague(2, 'Bent', { use: { at: now - 60_000, isSameUser: true, budgets } }),
          colleague(3, 'Åsa'),
        ],
      }),
  });
  await expect.element(screen.getByRole('cell', { name: /^9,000 of 25,000 \(25 %\)/ })).toBeVisible();
  await expect.element(screen.getByRole('cell', { name: 'not known' })).toBeVisible();
  const day = screen.getByRole('list', { name: /today, by computer/ });
  const words = day.element().textContent;
  expect(words).toMatch(/Anna’s computer 25,000.*Bent’s computer 9,000as of .*Åsa’s computer not known/);
  expect(words).toContain('Other clients, or not reported 2,000');
});

test('the team goes on without a lost computer after a question', async () => {
  let state = team();
  const { screen, host } = await showTeam({
    'team:state': () => state,
    'team:goOnWithout': () =>
      (state = team({
        colleagues: [colleague(1, 'Anna', { isMe: true }), colleague(2, 'Bent', { hasLeft: true })],
      })),
  });
  await screen.getByRole('button', { name: 'Go on without Bent’s computer…' }).click();
  expect(host.calls('team:goOnWithout')).toEqual([]);
  await screen.getByRole('button', { name: 'Go on without it' }).click();
  await expect.element(screen.getByText('has left')).toBeVisible();
  expect(host.calls('team:goOnWithout')).toEqual([{ office: 2 }]);
});

test.each([
  ['the database is away', { code: 'network', sent: 'no', message: AWAY }],
  ['the login was taken back', { code: 'validation', message: AWAY, issues: [{ path: 'team', message: AWAY }] }],
] satisfies [string, AppError][])('who leaves while %s is asked once more', async (_, trouble) => {
  let state = team();
  const { screen, host } = await showTeam({
    'team:state': () => state,
    'team:leave': ({ isForced }) => {
      if (!isForced) throw failure(trouble);
      return (state = { team: null });
    },
  });
  await screen.getByRole('button', { name: 'Leave the team…' }).click();
  await screen.getByRole('button', { name: 'Leave', exact: true }).click();
  await screen.getByRole('button', { name: 'Leave without telling it' }).click();
  await expect.element(screen.getByRole('button', { name: 'Begin a team…' })).toBeVisible();
  expect(host.calls('team:leave')).toEqual([{ isForced: false }, { isForced: true }]);
});

test('the desktop copies the invitation past the page; a browser says why it does not', async () => {
  const { screen, host } = await showTeam({
    'team:state': () => team(),
    'host:copyInvitation': () => ({ isCopied: true }),
  });
  await screen.getByRole('button', { name: 'Copy the invitation…' }).click();
  await expect.poll(() => host.calls('host:copyInvitation')).toHaveLength(1);
});

test.each<[TeamState]>([[{ team: null }], [team()]])(
  'a browser shows no invitation and begins no team: %#',
  async (state) => {
    const { screen } = await showTeam({ 'team:state': () => state }, 'browser');
    await expect.element(screen.getByText(/no page gets (it|its invitation)/)).toBeVisible();
    await expect
      .element(screen.getByRole('button', { name: /Begin a team|Copy the invitation/ }))
      .not.toBeInTheDocument();
  },
);

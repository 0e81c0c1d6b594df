import { afterEach, expect, test, vi } from 'vitest';
import type { SharedTextCounts, TeamShared } from '../../../../../shared/contract/team/team-shared.ts';
import { failing } from '../../../testing/host.ts';
import { showPage } from '../../../testing/show.tsx';
import { TeamSharedCard } from './TeamSharedCard.tsx';

afterEach(() => {
  vi.restoreAllMocks();
});

type Shared = NonNullable<TeamShared['shared']>;

const texts = (change: Partial<SharedTextCounts> = {}): SharedTextCounts => ({
  templates: { count: 14, copies: 0, from: [{ name: 'Anna', count: 3 }] },
  rules: { count: 6, copies: 0 },
  campaigns: 9,
  queries: { count: 2, copies: 0 },
  views: { count: 1, copies: 0 },
  waiting: 0,
  tooLong: 0,
  closed: 0,
  ...change,
});

async function show(change: Partial<Shared> = {}, isThere = true) {
  const shared: Shared = { leads: { leads: 143_208, isRough: false }, texts: texts(), trouble: '', ...change };
  const { screen } = await showPage(<TeamSharedCard isThere={isThere} />, { 'team:shared': () => ({ shared }) });
  await expect.element(screen.getByText('Never')).toBeVisible();
  const lines = () =>
    Object.fromEntries(
      screen
        .getByRole('region', { name: 'What the team shares' })
        .getByRole('term')
        .elements()
        .map((term) => [term.textContent, term.nextElementSibling?.textContent ?? '']),
    );
  return { screen, lines };
}

test('says how many of each the team has, and where queries and views are shared', async () => {
  const { screen, lines } = await show();
  expect(lines()).toMatchObject({
    'Who sent a lead, and when': '143,208 leads, as keys that show no name or phone',
    'Templates, rules': '14 templates, 3 from Anna; rules of 6 campaigns',
    'Fields of campaigns': '9 campaigns, names of fields without examples',
    Never: 'rows of files, lead ids, reasons of refusal, passwords',
  });
  expect(lines()['Queries and views']).toMatch(/^only those that somebody shares: 2 queries, 1 view\. /);
  await expect.element(screen.getByRole('link', { name: 'Choose in Export' })).toHaveAttribute('href', '#/export');
  await expect.element(screen.getByRole('status')).not.toBeInTheDocument();
});

test('counts copies apart and says what they are', async () => {
  const { screen, lines } = await show({
    texts: texts({
      templates: { count: 1, copies: 2, from: [{ name: '', count: 1 }] },
      views: { count: 0, copies: 1 },
    }),
  });
  expect(lines()['Templates, rules']).toBe('1 template, 1 from a colleague plus 2 copies; rules of 6 campaigns');
  expect(lines()['Queries and views']).toContain('2 queries, 0 views plus 1 copy.');
  await expect.element(screen.getByText(/^Two people saved at the same time/)).toBeVisible();
});

test('names three colleagues, and long names break', async () => {
  const long = 'Ægidius-Þorvaldur'.repeat(5).slice(0, 80);
  const from = [long, 'Bent', 'Åsa', 'Carla', 'Dag'].map((name) => ({ name, count: 2 }));
  const { screen, lines } = await show({ texts: texts({ templates: { count: 14, copies: 0, from } }) });
  expect(lines()['Templates, rules']).toBe(
    `14 templates, 2 from ${long}, 2 from Bent, 2 from Åsa, 4 from others; rules of 6 campaigns`,
  );
  const card = screen.getByRole('region', { name: 'What the team shares' }).element();
  expect(card.scrollWidth).toBeLessThanOrEqual(card.clientWidth);
});

test('what was never read is not known yet, and nothing is called zero', async () => {
  const { lines } = await show({ texts: null, leads: null });
  expect(lines()).not.toHaveProperty('Who sent a lead, and when');
  for (const line of ['Templates, rules', 'Fields of campaigns', 'Queries and views'])
    expect(lines()[line]).toMatch(/^not known yet/);
});

test('looks again while it is shown, so what was not known yet is known by itself', async () => {
  const every = vi.spyOn(window, 'setInterval');
  let shared: Shared = { leads: null, texts: null, trouble: '' };
  const { screen } = await showPage(<TeamSharedCard isThere />, { 'team:shared': () => ({ shared }) });
  await expect.element(screen.getByText(/^not known yet/).first()).toBeVisible();
  shared = { ...shared, texts: texts() };
  const [look] = every.mock.calls.find(([, wait]) => wait === 15_000) ?? [];
  expect(look).toBeTypeOf('function');
  if (typeof look === 'function') look();
  await expect.element(screen.getByText(/14 templates|^14$/).first()).toBeVisible();
});

test('an estimate is called one', async () => {
  const { lines } = await show({ leads: { leads: 1_432_081, isRough: true } });
  expect(lines()['Who sent a lead, and when']).toMatch(/^about 1,400,000 leads, /);
});

test.each([
  ['says what keeps texts from being shared', true, /^What is shared is not up to date\.$/, true],
  [
    'leaves it to the card of the team when that is away',
    false,
    /^This may be out of date: the card Team says why/,
    false,
  ],
])('%s', async (_, isThere, words, isSaid) => {
  const trouble = 'Nothing is shared but leads and imports. Ask whoever runs it to run the script again.';
  const { screen } = await show({ trouble }, isThere);
  await expect.element(screen.getByText(words)).toBeVisible();
  expect(screen.getByText(trouble).elements()).toHaveLength(isSaid ? 1 : 0);
});

test('says what waits, what stays here and what cannot be opened', async () => {
  const { screen } = await show({ texts: texts({ waiting: 2, tooLong: 1, closed: 3 }) });
  await expect
    .element(
      screen.getByText(
        '2 changes of this computer wait to be shared. 1 item is too long for the team and stays on this computer.',
      ),
    )
    .toBeVisible();
  await expect.element(screen.getByText('3 shared items cannot be opened.')).toBeVisible();
});

test('a question that fails says so', async () => {
  const { screen } = await showPage(<TeamSharedCard isThere />, { 'team:shared': failing('It broke.') });
  await expect.element(screen.getByText('It broke.')).toBeVisible();
});

import { expect, test, vi } from 'vitest';
import type { Finding } from '../../../../shared/contract/account/discovery.ts';
import type { PracticeState } from '../../../../shared/contract/account/practice.ts';
import { findPlace, placeHref } from '../../lib/navigation.ts';
import { choose } from '../../testing/choose.ts';
import { exampleAccount, exampleExport } from '../../testing/examples.ts';
import { type Answers, failing, failure } from '../../testing/host.ts';
import { showPage } from '../../testing/show.tsx';
import { AccountPage } from './AccountPage.tsx';

const service = exampleAccount({
  id: 'nordlys',
  name: 'Nordlys',
  kind: 'service',
  address: 'https://nordlys.example/api',
  username: 'importer',
});
const users = () => ({
  users: [{ name: 'Ane Holm', orgCode: null, email: 'ane@nordlys.example', raw: '{}' }],
  readAt: Date.now(),
});

function showAccounts(answers: Answers = {}) {
  return showPage(<AccountPage />, {
    'account:list': () => ({ accounts: [service, exampleAccount()], activeId: service.id }),
    'account:discovery': () => ({ discovery: null }),
    'account:storage': () => ({ parts: [], bytes: 0 }),
    'job:noCount': () => ({ sentence: '' }),
    'export:list': () => ({ exports: [] }),
    'team:state': () => ({ team: null }),
    'network:get': () => ({ authorities: [], proxies: [], proxyUser: null }),
    'account:users': users,
    'account:practiceState': () => ({ time: Date.UTC(2026, 10, 26, 15, 4), speed: 1, waiting: [] }),
    ...answers,
  });
}

const TESTED = {
  testedAt: 1_000,
  works: true,
  steps: [],
  requests: [],
  findings: [],
  rights: null,
  changes: [],
  lastGood: null,
};

test('the account in use is shown with its address and its users', async () => {
  const later = Promise.withResolvers<ReturnType<typeof users>>();
  const { screen } = await showAccounts({ 'account:users': () => later.promise });
  await expect.element(screen.getByText('https://nordlys.example/api')).toBeVisible();
  await screen.getByText('Users and org units').click();
  await expect.element(screen.getByRole('status', { name: 'Users are loading' })).toBeInTheDocument();
  later.resolve(users());
  await expect.element(screen.getByRole('rowheader', { name: 'Ane Holm' })).toBeVisible();
});

test('a password that is kept gives way to a new one by the words of what asks for it', async () => {
  const { screen } = await showAccounts();
  await screen.getByRole('button', { name: 'Sign in again…' }).click();
  await expect.element(screen.getByLabelText('Password of importer')).toBeVisible();
});

test('a service that says no count of leads is said to notice no older copy', async () => {
  const sentence = 'This service does not say how many leads it counted.';
  const { screen } = await showAccounts({ 'job:noCount': () => ({ sentence }) });
  await expect.element(screen.getByText(sentence)).toBeVisible();
});

test('users that cannot be read say why, and are read again on demand; an empty list says so', async () => {
  const { screen, host } = await showAccounts({
    'account:users': failing({
      code: 'forbidden',
      message: 'This account may not read users. Ask your administrator.',
    }),
  });
  await screen.getByText('Users and org units').click();
  await expect.element(screen.getByText('This account may not read users.')).toBeVisible();
  host.answer({ 'account:users': () => ({ users: [], readAt: Date.now() }) });
  await screen.getByRole('button', { name: 'Try again' }).click();
  await expect.element(screen.getByText('The service shows no users to this account.')).toBeVisible();
});

test('a connection test shows its steps as they come, and can be stopped', async () => {
  const { screen, host } = await showAccounts({ 'account:testAgain': () => Promise.withResolvers<never>().promise });
  await screen.getByRole('button', { name: 'Test' }).click();
  await expect.poll(() => host.calls('account:testAgain')).toHaveLength(1);
  const callId = host.calls('account:testAgain')[0]?.callId ?? '';
  host.emit('account:testStep', {
    id: 'address',
    state: 'ok',
    title: 'Address reached',
    detail: '',
    milliseconds: 12,
    request: null,
    callId,
  });
  await expect.element(screen.getByText('Address reached')).toBeVisible();
  const stop = screen.getByRole('button', { name: 'Stop testing' });
  // The second click of a double click on Test.
  stop.element().dispatchEvent(new MouseEvent('click', { detail: 2, bubbles: true, cancelable: true }));
  expect(host.calls('call:cancel')).toEqual([]);
  await stop.click();
  await expect.poll(() => host.calls('call:cancel')).toEqual([{ callId }]);
});

test.each(['password', 'address'])(
  'what a test said with the former %s is gone when the new one works',
  async (what) => {
    const step = { id: 'credentials', detail: '', milliseconds: 12, request: 1 } as const;
    const refused = { ...step, state: 'failed', title: 'Sign-in refused' } as const;
    const accepted = { ...step, state: 'ok', title: 'Signed in' } as const;
    const discovery = { ...TESTED, steps: [accepted] };
    const report = { address: service.address, works: true, steps: [accepted], discovery };
    const { screen, host } = await showAccounts({
      'account:testAgain': () => ({ ...report, works: false, steps: [refused], discovery: null }),
    });
    await screen.getByRole('button', { name: 'Test' }).click();
    await expect.element(screen.getByText('does not work')).toBeVisible();
    host.answer({
      'account:signIn': () => report,
      'account:address': () => ({ account: service, report }),
      'account:discovery': () => ({ discovery }),
    });
    if (what === 'password') {
      await screen.getByRole('button', { name: 'Sign in again…' }).click();
      await screen.getByLabelText('Password of importer').fill('new one');
      await screen.getByRole('button', { name: 'Sign in', exact: true }).click();
    } else {
      await screen.getByRole('button', { name: 'Change…' }).click();
      await screen.getByRole('button', { name: 'Test and change' }).click();
    }
    await expect.element(screen.getByText('Signed in', { exact: true })).toBeVisible();
    await expect.element(screen.getByText('works', { exact: true })).toBeVisible();
    await expect.element(screen.getByText('Sign-in refused')).not.toBeInTheDocument();
  },
);

test('a right that the service tells and refuses is marked as refused', async () => {
  const { screen } = await showAccounts({
    'account:discovery': () => ({
      discovery: {
        ...TESTED,
        rights: {
          username: null,
          projectRights: [],
          resourceRights: { SimpleLeads: ['get'], Leads: ['Get'] },
          entryAccess: null,
        },
        changes: [
          { right: 'SimpleLeads Get', before: true, now: 'gone' },
          { right: 'Leads Get', before: true, now: 'allowed' },
        ],
        lastGood: { at: 500, rights: ['SimpleLeads Get', 'Leads Get'] },
      },
    }),
  });
  const rights = screen.getByRole('region', { name: 'Rights by resource' });
  const refused = rights.getByRole('row', { name: /^SimpleLeads/ }).getByRole('img');
  await expect.element(refused).toHaveAccessibleName('told, and refused');
  await expect.element(rights.getByRole('row', { name: /^Leads/ }).getByRole('img')).toHaveAccessibleName('allowed');
});

test('every open point has a line of 32 pixels, with its evidence and what to do', async () => {
  const finding = (point: Finding['point'], changed: Partial<Finding>): Finding => ({
    point,
    verdict: 'open',
    evidence: 'No answer names it. '.repeat(12),
    used: 'LeadPool',
    requests: [],
    at: 1_000,
    offer: null,
    ...changed,
  });
  const findings = [
    finding('poolField', {}),
    finding('limitsShape', { verdict: 'confirmed' }),
    finding('rawLeadsPath', { verdict: 'contradicted', offer: { rawLeadsPath: '/rawleads/csv' } }),
  ];
  const { screen } = await showAccounts({ 'account:discovery': () => ({ discovery: { ...TESTED, findings } }) });
  const points = screen.getByRole('region', { name: 'Points that the specification leaves open' });
  await expect.element(points.getByRole('link', { name: 'Send a trial with a named pool' })).toBeVisible();
  await expect.element(points.getByRole('cell', { name: 'Nothing to do' })).toBeVisible();
  await expect.element(points.getByRole('button', { name: 'Use /rawleads/csv' })).toBeVisible();
  const heights = Array.from(points.element().querySelectorAll('tbody tr'), (line) => line.clientHeight);
  expect(heights.every((height) => height <= 33)).toBe(true);
});

test('a setting that was changed since its test is not said to be confirmed', async () => {
  const tested = { ...exampleAccount().dialect, rawLeadsPath: '/rawleads/csv' };
  const confirmed = (point: Finding['point'], used: string): Finding => ({
    ...{ point, used, verdict: 'confirmed', evidence: 'An answer showed it.', requests: [], at: 1_000, offer: null },
  });
  const findings = [confirmed('rawLeadsPath', tested.rawLeadsPath), confirmed('poolField', tested.poolField)];
  const account = { ...service, dialect: { ...tested, rawLeadsPath: '/leads/raw' } };
  const { screen } = await showAccounts({
    'account:list': () => ({ accounts: [account, exampleAccount()], activeId: account.id }),
    'account:discovery': () => ({ discovery: { ...TESTED, findings } }),
  });
  await screen.getByText('Settings').click();
  const field = (name: string) => screen.getByRole('textbox', { name });
  await expect.element(field('RawLeads path')).toHaveAccessibleDescription(/Yours, not confirmed yet\./);
  await expect.element(field('Lead pool field')).toHaveAccessibleDescription(/Confirmed\./);
});

test('the list goes to a user that was found elsewhere, once', async ({ onTestFinished }) => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(() => undefined);
  onTestFinished(() => scroll.mockRestore());
  window.location.hash = placeHref('account', findPlace('Ane Holm'));
  const { screen } = await showAccounts();
  await expect.element(screen.getByRole('rowheader', { name: 'Ane Holm' })).toBeVisible();
  await screen.getByRole('textbox', { name: 'Find a user' }).fill('ane');
  await expect.element(screen.getByRole('rowheader', { name: 'Ane Holm' })).toBeVisible();
  expect(scroll).toHaveBeenCalledTimes(1);
});

test('how the service differs is saved, and a failure keeps what was typed', async () => {
  const { screen, host } = await showAccounts({
    'account:dialect': failing({ code: 'file', message: 'The settings cannot be written.', reason: 'EACCES' }),
  });
  await screen.getByText('Settings').click();
  const field = screen.getByRole('textbox', { name: 'Lead pool field' });
  await field.fill('poolName');
  await choose(screen, 'Field names in requests', /^campaignCode, data$/);
  await choose(screen, 'Several values of one filter', /^Parameter repeated$/);
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('The settings cannot be written.')).toBeVisible();
  await expect.element(field).toHaveValue('poolName');
  const changed = { poolField: 'poolName', bodyCase: 'camel', listStyle: 'repeat' } as const;
  const saved = { ...service, dialect: { ...service.dialect, ...changed } };
  host.answer({
    'account:dialect': () => saved,
    'account:list': () => ({ accounts: [saved, exampleAccount()], activeId: service.id }),
  });
  await field.fill('poolName ');
  await screen.getByRole('button', { name: 'Save' }).click();
  await expect.element(screen.getByText('saved', { exact: true })).toBeVisible();
  await expect.element(field).toHaveValue('poolName');
  expect(host.calls('account:dialect').at(-1)?.dialect).toEqual(saved.dialect);
  const says = (name: string) => screen.getByRole('combobox', { name });
  await expect.element(says('Several values of one filter')).toHaveAccessibleDescription(/listed\. Yours\./);
  await expect.element(says('Field names in requests')).toHaveAccessibleDescription(/Yours, not confirmed yet\./);
});

test('removing an account asks first, and a failure stays in the dialog', async () => {
  const { screen, host } = await showAccounts({ 'account:remove': failing('The account could not be removed.') });
  await screen.getByRole('button', { name: 'Remove…' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Remove Nordlys?' });
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.element(dialog.getByText('The account could not be removed.')).toBeVisible();
  host.answer({ 'account:remove': () => ({ accounts: [exampleAccount()], activeId: 'practice' }) });
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.element(screen.getByText('Nordlys is removed.')).toBeVisible();
  // Exports, results and datasets that a person saved are in folders of theirs.
  await expect.element(screen.getByText(/Files that you saved stay\.$/)).toBeVisible();
});

test('an account whose team cannot be told is removed after a second question', async () => {
  const { screen, host } = await showAccounts({
    'account:remove': ({ isForced }) => {
      const message = 'The team was not told that this computer leaves.';
      if (isForced !== true) throw failure({ code: 'validation', message, issues: [{ path: 'team', message }] });
      return { accounts: [exampleAccount()], activeId: 'practice' };
    },
  });
  await screen.getByRole('button', { name: 'Remove…' }).click();
  const dialog = screen.getByRole('dialog', { name: 'Remove Nordlys?' });
  const unheard = dialog.getByRole('button', { name: 'Remove without telling the team' });
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect.element(unheard).toBeVisible();
  // Asked again later, the team is told first once more.
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await screen.getByRole('button', { name: 'Remove…' }).click();
  await dialog.getByRole('button', { name: 'Remove', exact: true }).click();
  await unheard.click();
  await expect.element(screen.getByText('Nordlys is removed.')).toBeVisible();
  expect(host.calls('account:remove').map(({ isForced }) => isForced)).toEqual([false, false, true]);
});

test('the installed program starts at login when a person wants it and the system allows it', async () => {
  let isSet = false;
  let isAllowed = true;
  const { screen } = await showAccounts({
    'host:loginStart': () => ({ isOffered: true, isSet }),
    'host:setLoginStart': ({ isOn }) => ({ isOffered: true, isSet: (isSet = isOn && isAllowed) }),
  });
  const wanted = screen.getByRole('switch', { name: 'Open when I log in, without a window' });
  await expect.element(screen.getByText(/this computer does not keep it/)).toBeVisible();
  await wanted.click();
  await expect.element(wanted).toBeChecked();
  await wanted.click();
  await expect.element(wanted).not.toBeChecked();
  isAllowed = false;
  await wanted.click();
  await expect.element(screen.getByText(/^The system refused it/)).toBeVisible();
  await expect.element(wanted).not.toBeChecked();
});

test('a start from the source offers no start at login', async () => {
  const { screen } = await showAccounts();
  await expect.element(screen.getByText('https://nordlys.example/api')).toBeVisible();
  await expect.element(screen.getByRole('switch', { name: /log in/ })).not.toBeInTheDocument();
});

test('the practice service is asked for trouble, says what is to come, and takes it back', async () => {
  const state = (...waiting: PracticeState['waiting']) => ({
    time: Date.UTC(2026, 10, 26, 15, 4),
    speed: 1,
    waiting,
  });
  const { screen, host } = await showAccounts({
    'account:list': () => ({ accounts: [exampleAccount()], activeId: 'practice' }),
    'account:practiceState': () => state(),
    'account:practiceTrouble': () => state({ kind: 'noAnswer', left: 5 }),
    'account:practiceCalm': () => state(),
    'account:practiceClock': ({ speed }) => ({ ...state(), speed }),
  });
  await expect.element(screen.getByText(/, \d\d:04\./)).toBeVisible();
  host.answer({ 'account:practiceState': () => state({ kind: 'noAnswer', left: 5 }) });
  await screen.getByRole('button', { name: 'No answer' }).click();
  await expect.element(screen.getByText('5 to come')).toBeVisible();
  expect(host.calls('account:practiceTrouble')).toEqual([{ kind: 'noAnswer', leads: 5 }]);
  await screen.getByRole('button', { name: 'Take back what is to come' }).click();
  expect(host.calls('account:practiceCalm')).toHaveLength(1);

  await screen.getByText('A day a minute').click();
  expect(host.calls('account:practiceClock')).toEqual([{ speed: 1440 }]);
});

test('shows no updates where no administrator named a place for them', async () => {
  const { screen } = await showAccounts();
  await expect.element(screen.getByRole('region', { name: 'Stored here' })).toBeVisible();
  expect(screen.getByRole('region', { name: 'Version of the program' }).elements()).toEqual([]);
});

test('what could not be deleted once is not said to have failed when a person is asked again', async () => {
  const { screen } = await showAccounts({
    'export:list': () => ({ exports: [exampleExport({ state: 'complete' })] }),
    'export:delete': failing({ code: 'file', reason: 'busy', message: 'The result is open elsewhere.' }),
  });
  const ask = screen.getByRole('button', { name: 'Clear past results…' });
  await ask.click();
  await screen.getByRole('button', { name: 'Delete 1', exact: true }).click();
  await expect.element(screen.getByText('The result is open elsewhere.')).toBeVisible();
  await screen.getByRole('button', { name: 'Cancel' }).click();
  await ask.click();
  await expect.element(screen.getByRole('button', { name: 'Delete 1', exact: true })).toBeVisible();
  await expect.element(screen.getByText('The result is open elsewhere.')).not.toBeInTheDocument();
});

test('a result that is gone meanwhile, or that cannot be deleted, does not keep the others', async () => {
  const held = new Set(['held']);
  let exports = ['gone', 'held', 'third'].map((id) => exampleExport({ id, state: 'complete' }));
  const { screen, host } = await showAccounts({
    'export:list': () => ({ exports }),
    'export:delete': ({ exportId }) => {
      if (held.has(exportId)) throw failure({ code: 'file', reason: 'busy', message: 'The result is open elsewhere.' });
      exports = exports.filter(({ id }) => id !== exportId && id !== 'gone');
      if (exportId === 'gone') throw failure({ code: 'notFound', message: 'This export is not here.' });
      return {};
    },
  });
  await screen.getByRole('button', { name: 'Clear past results…' }).click();
  await screen.getByRole('button', { name: 'Delete 3', exact: true }).click();
  await expect.element(screen.getByText('The result is open elsewhere.')).toBeVisible();
  expect(host.calls('export:delete').map(({ exportId }) => exportId)).toEqual(['gone', 'held', 'third']);
  held.clear();
  await screen.getByRole('button', { name: 'Delete 1', exact: true }).click();
  await expect.element(screen.getByText('Deleted 1 past result.')).toBeVisible();
});

test('a name and an address that are cut in the list can be read whole', async () => {
  const { screen } = await showAccounts();
  await expect.element(screen.getByRole('link').getByTitle('Nordlys', { exact: true })).toBeVisible();
  await expect.element(screen.getByRole('link').getByTitle('nordlys.example', { exact: true })).toBeVisible();
});

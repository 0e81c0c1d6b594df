import { expect, it } from 'vitest';
import type { Outcome } from '../../../shared/contract/errors.ts';
import { invitationText } from '../../core/team/link/invitation.ts';
import { agreedInvitation, type Question, withConsent } from './page-consent.ts';

const never = new AbortController().signal;
const account = (id: string, kind: string, address: string) => ({ id, kind, name: id, address });

interface World {
  readonly accounts?: readonly object[];
  readonly activeId?: string;
  readonly jobs?: readonly object[];
  readonly goesOn?: boolean;
  readonly campaignCode?: string;
  /** What the page does while the question is open. */
  readonly meanwhile?: (values: Record<string, unknown>) => void;
}

function setUp({
  accounts = [],
  activeId = 'a',
  jobs = [],
  goesOn = false,
  campaignCode = 'DK-NORDLYS',
  meanwhile,
}: World) {
  const asked: Question[] = [];
  const called: string[] = [];
  const given: unknown[] = [];
  const values: Record<string, unknown> = {
    'account:list': { accounts, activeId },
    'job:list': { jobs },
    'quota:snapshot': { alertDelivery: { webhook: 'https://hooks.example/quota', file: null, failure: null } },
  };
  const call = withConsent({
    callCore: async (channel, args) => {
      called.push(channel);
      given.push(args);
      return { ok: true, value: null };
    },
    ask: async (name, args) =>
      ({
        ok: true,
        value:
          'draftId' in args ? { rows: 1200, plan: { campaignCode }, fileName: `${args.draftId}.csv` } : values[name],
      }) as Outcome<never>,
    async confirm(question) {
      asked.push(question);
      meanwhile?.(values);
      return goesOn;
    },
  });
  return { call: (channel: string, args: unknown) => call(channel, args, never), asked, called, given };
}

const known = account('a', 'service', 'https://leads.example/api');

it.each([
  ['account:connect', 'https://evil.example/api', 'Connect to evil.example?'],
  ['account:connect', 'leads.example:8443', 'Connect to leads.example:8443?'],
  ['account:address', 'https://leads.example.evil/api', 'Connect to leads.example.evil?'],
  ['account:test', 'https://evil.example/api', 'Connect to evil.example?'],
])('asks before %s to %s', async (channel, address, message) => {
  const { call, asked, called } = setUp({ accounts: [known] });
  expect(await call(channel, { address })).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  expect(asked).toMatchObject([{ message, action: 'Connect' }]);
  expect(called).toEqual([]);
  const agreed = setUp({ accounts: [known], goesOn: true });
  await agreed.call(channel, { address });
  expect(agreed.called).toEqual([channel]);
});

it('asks about the host that the core connects to, whatever stands before it', async () => {
  const { call, asked } = setUp({ accounts: [known] });
  for (const before of [' '.repeat(3000), '\u00a0'.repeat(3000)])
    await call('account:connect', { address: `${before}https://evil.example/api` });
  expect(asked.map(({ message }) => message)).toEqual(['Connect to evil.example?', 'Connect to evil.example?']);
});

it('does not ask for a host that is known, for an address that is none, and for other calls', async () => {
  const { call, asked, called } = setUp({ accounts: [known] });
  await call('account:connect', { address: 'leads.example' });
  await call('account:connect', { address: '???' });
  await call('account:connect', null);
  await call('account:list', {});
  expect(asked).toEqual([]);
  expect(called).toHaveLength(4);
});

it('takes the practice service for no host that is known', async () => {
  const { call, asked } = setUp({ accounts: [account('practice', 'practice', 'http://127.0.0.1:80/api')] });
  await call('account:connect', { address: 'http://127.0.0.1:80/api' });
  expect(asked).toHaveLength(1);
});

it('asks before the first import of an account, with rows, file and host', async () => {
  const { call, asked, called } = setUp({ accounts: [known] });
  expect(await call('import:start', { draftId: 'leads' })).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  expect(asked).toMatchObject([{ message: 'Send 1,200 rows of "leads.csv" to leads.example?', action: 'Send' }]);
  expect(called).toEqual([]);
});

it('asks again when the account is another one by the time of the answer', async () => {
  const accounts = [known, account('b', 'service', 'https://other.example/api')];
  const { call, asked, called } = setUp({
    accounts,
    goesOn: true,
    meanwhile: (values) => (values['account:list'] = { accounts, activeId: 'b' }),
  });
  await call('import:start', { draftId: 'leads' });
  expect(asked.map(({ message }) => message)).toEqual([
    'Send 1,200 rows of "leads.csv" to leads.example?',
    'Send 1,200 rows of "leads.csv" to other.example?',
  ]);
  expect(called).toEqual(['import:start']);
});

it.each([
  ['import:start', { draftId: 'leads' }],
  ['team:begin', { place: 'db.evil.example/leads' }],
])('asks once more about %s for another account that looks the same', async (channel, args) => {
  const accounts = [known, { ...known, id: 'b' }];
  const { call, asked, given } = setUp({
    accounts,
    goesOn: true,
    meanwhile: (values) => (values['account:list'] = { accounts, activeId: 'b' }),
  });
  await call(channel, args);
  expect(asked).toHaveLength(2);
  expect(given).toEqual([{ ...args, account: { id: 'b', address: known.address } }]);
});

it('takes no account for practice whose service is not on this computer, whatever the settings say of it', async () => {
  const { call, asked } = setUp({ accounts: [account('a', 'practice', 'https://evil.example/api')] });
  await call('import:start', { draftId: 'leads' });
  expect(asked).toMatchObject([{ message: 'Send 1,200 rows of "leads.csv" to evil.example?' }]);
});

it('asks when the jobs are those of another account, which the page has in use by then', async () => {
  const { call, asked } = setUp({ accounts: [known], jobs: [{ accountId: 'b' }] });
  await call('import:start', { draftId: 'leads' });
  expect(asked).toHaveLength(1);
});

it.each(['import:start', 'import:startQueue'])(
  'has %s done only for the account that it looked at',
  async (channel) => {
    const shown = { id: 'a', address: known.address };
    const queue = { draftId: 'd', queueId: 'q', drafts: [{ draftId: 'd', rows: 1200 }] };
    const { call, given } = setUp({ accounts: [known], jobs: [{ accountId: 'a' }] });
    await call(channel, queue);
    await call(channel, { ...queue, account: shown });
    await call(channel, { ...queue, account: { id: 'b', address: 'https://other.example/api' } });
    const asked = setUp({ accounts: [known], goesOn: true });
    await asked.call(channel, queue);
    const without = setUp({ accounts: [] });
    await without.call(channel, queue);
    const none = { id: '', address: '' };
    expect([...given, ...asked.given, ...without.given]).toEqual(
      [shown, shown, none, shown, none].map((account) => ({ ...queue, account })),
    );
  },
);

it('asks before a queue is the first import, with all its files', async () => {
  const queue = { queueId: 'q', drafts: ['d', 'e'].map((draftId) => ({ draftId, rows: 1200 })) };
  const { call, asked, called } = setUp({ accounts: [known] });
  expect(await call('import:startQueue', queue)).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  expect(asked).toMatchObject([
    {
      message: 'Send 2,400 rows of "d.csv", "e.csv" to leads.example?',
      detail: 'It is the first import into a. The rows go to the campaign DK-NORDLYS.',
    },
  ]);
  expect(called).toEqual([]);
  const later = setUp({ accounts: [known], jobs: [{ accountId: 'a' }] });
  await later.call('import:startQueue', queue);
  await later.call('import:startQueue', { queueId: 'q' });
  expect([later.asked, later.called.length]).toEqual([[], 2]);
});

it('asks about a long queue of long names in a sentence in which the host can be seen', async () => {
  const ids = Array.from({ length: 20 }, (_, index) => `${index} ${'leads '.repeat(15)}`);
  const queue = { queueId: 'q', drafts: ids.map((draftId) => ({ draftId, rows: 1200 })) };
  const { call, asked } = setUp({ accounts: [known] });
  await call('import:startQueue', queue);
  expect(asked).toMatchObject([
    { message: expect.stringMatching(/^Send 24,000 rows of "0 leads .*… and 17 more to leads\.example\?$/) },
  ]);
  expect(asked[0]?.message.length).toBeLessThan(320);
});

it('shows what in a name would move the rest of the question, or turn it round', async () => {
  const named = { ...known, name: 'a\u0085b' };
  const { call, asked } = setUp({ accounts: [named], campaignCode: 'DK\u2029\u001b' });
  await call('import:start', { draftId: 'a\n\u202egpj' });
  await call('quota:alertDelivery', { webhook: 'https://evil.example/\n\u2066x' });
  expect(asked.map(({ message, detail }) => [message, detail])).toEqual([
    [
      'Send 1,200 rows of "a␊<U+202E>gpj.csv" to leads.example?',
      'It is the first import into a<U+0085>b. The rows go to the campaign DK<U+2029>␛.',
    ],
    ['Send alerts to evil.example?', expect.stringContaining('go to https://evil.example/␊<U+2066>x. No lead')],
  ]);
});

it.each<[string, World]>([
  ['later ones', { accounts: [known], jobs: [{ accountId: 'a' }] }],
  ['practice', { accounts: [account('a', 'practice', 'http://127.0.0.1:1/api')] }],
  ['a start without an account, which the core refuses', { accounts: [] }],
])('does not ask before %s', async (_, world) => {
  const { call, asked, called } = setUp(world);
  await call('import:start', { draftId: 'd' });
  expect(asked).toEqual([]);
  expect(called).toEqual(['import:start']);
});

it('asks before alerts go to another address, and shows all of it that can be read', async () => {
  const { call, asked, called } = setUp({});
  const webhook = `https://evil.example/?leads=${'Anna+4520112233,'.repeat(40)}`;
  expect(await call('quota:alertDelivery', { webhook })).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  expect(asked).toMatchObject([
    {
      message: 'Send alerts to evil.example?',
      detail: expect.stringMatching(/leads=Anna\+45.*… \(368 more characters\)/),
    },
  ]);
  expect(called).toEqual([]);
  // As the core reads it: what stands before it hides nothing.
  await call('quota:alertDelivery', { webhook: `${' '.repeat(3000)}https://evil.example/` });
  expect(asked).toHaveLength(2);
  const agreed = setUp({ goesOn: true });
  await agreed.call('quota:alertDelivery', { webhook });
  expect(agreed.called).toEqual(['quota:alertDelivery']);
});

it('does not ask when alerts stay where they go, end, or get an address that is none', async () => {
  const { call, asked, called } = setUp({});
  for (const webhook of [' https://hooks.example/quota ', null, 'nowhere'])
    await call('quota:alertDelivery', { webhook });
  expect(asked).toEqual([]);
  expect(called).toHaveLength(3);
});

const invitation = invitationText({
  place: { host: 'db.evil.example', port: 5432, database: 'leads' },
  secret: new Uint8Array(32).fill(7),
});

it.each([
  ['team:begin', { place: 'db.evil.example/leads' }],
  ['team:join', { invitation }],
])('asks before %s opens a connection to the database of a team', async (channel, args) => {
  const { call, asked, called } = setUp({ accounts: [known] });
  expect(await call(channel, args)).toMatchObject({ ok: false, error: { code: 'cancelled' } });
  expect(asked).toMatchObject([
    {
      message: 'Connect to the database of a team at db.evil.example?',
      detail: expect.stringContaining('what the account a has sent and will send'),
    },
  ]);
  expect(called).toEqual([]);
  const agreed = setUp({ accounts: [known], goesOn: true });
  await agreed.call(channel, args);
  expect([agreed.called, agreed.given]).toEqual([
    [channel],
    [{ ...args, account: { id: 'a', address: known.address } }],
  ]);
});

it('leaves half an invitation, and a place that is none, to the core', async () => {
  const { call, asked, called } = setUp({});
  await call('team:join', { invitation: invitation.slice(0, -1) });
  await call('team:begin', { place: 'postgres://db.evil.example/leads' });
  expect(asked).toEqual([]);
  expect(called).toHaveLength(2);
});

it('hands the invitation of a team out after a person’s word only, and says why there is none', async () => {
  let answer: Outcome<unknown> = { ok: true, value: { invitation } };
  let goesOn = false;
  const options = {
    ask: async () => answer as Outcome<never>,
    confirm: async ({ action }: Question) => goesOn && action === 'Copy',
  };
  expect(await agreedInvitation(options)).toBeNull();
  goesOn = true;
  expect(await agreedInvitation(options)).toBe(invitation);
  answer = { ok: false, error: { code: 'notFound', message: 'This account is in no team.' } };
  await expect(agreedInvitation(options)).rejects.toThrow('in no team');
});

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type BatchBench, type CommandOptions, createBatchBench, csvRecords, jsonLines } from '../batch-fixture.ts';

let bench: BatchBench;
let ids: string[];

beforeEach(async () => {
  bench = await createBatchBench();
  const leads = bench.path('leads.csv');
  await bench.run(['export', 'simple', '--output', leads]);
  const [header = [], ...rows] = csvRecords(leads);
  ids = rows.map((row) => row[header.indexOf('uniqueId')] ?? '');
});
afterEach(() => bench.close());

const memberCount = async () => {
  const { stdout } = await bench.run(['segments', '--json']);
  const lines = jsonLines<{ uniqueId?: string; goalCurrentValue?: number }>(stdout);
  return lines.find(({ uniqueId }) => uniqueId === 'SEG-0152')?.goalCurrentValue;
};

describe('segments add and remove', () => {
  it('cleans the list, changes the segment, and says what became of every id', async () => {
    const list = bench.file('ids.txt', `\ufeff${ids[0]}\r\n "${ids[1]}" \r\n\r\n${ids[0]}\r\nnobody-1\r\n`);
    const added = await bench.run(['segments', 'add', 'SEG-0152', '--ids', list, '--json']);
    expect(added.last).toMatchObject({ added: 2, missing: 1, refused: 0, unknown: 0, before: 0, after: 2 });
    expect(added.code).toBe(0);
    expect(JSON.parse(added.stdout.split('\n')[0] ?? '')).toMatchObject({ listed: 4, repeated: 1, leads: 3 });
    expect(await memberCount()).toBe(2);
    const removed = await bench.run(['segments', 'remove', 'SEG-0152', '--ids', list]);
    expect(removed).toMatchObject({ code: 0 });
    expect(removed.stdout).toMatch(
      /The service does not say which ids it did not find: they count as removed\.\n3 removed, 0 missing, 0 refused, 0 unknown\.\n$/,
    );
    expect(await memberCount()).toBe(0);
  });

  it('reads the ids from standard input', async () => {
    const added = await bench.run(['segments', 'add', 'SEG-0152', '--ids=-', '--json'], {
      stdin: `${ids[3]}\n`,
    });
    expect(added.last).toMatchObject({ added: 1 });
  });

  it('never sends a batch again whose answer did not come, but with --repair', async () => {
    const list = bench.file('ids.txt', ids.slice(0, 5).join('\n'));
    const match = { method: 'POST', path: '/leadsegments/*' };
    bench.practice.faults.add({ kind: 'reset', when: 'after', match });
    const doubtful = await bench.run(['segments', 'add', 'SEG-0152', '--ids', list, '--json']);
    expect(doubtful).toMatchObject({ code: 3, last: { added: 0, unknown: 5, error: { code: 'unknown' } } });
    bench.practice.faults.add({ kind: 'reset', when: 'before', match });
    const repaired = await bench.run(['segments', 'add', 'SEG-0152', '--ids', list, '--json', '--repair']);
    expect(repaired).toMatchObject({ code: 0, last: { added: 5, unknown: 0 } });
    expect(await memberCount()).toBe(5);
  });

  it('with --repair goes on with the change of an earlier run: only what is unknown is sent, and the figures are of both', async () => {
    await using large = await openLarge();
    const { run, requests } = large;
    const match = { method: 'POST', path: '/leadsegments/*' };
    large.practice.faults.add({ kind: 'reset', when: 'after', match, skip: 1, times: 1 });
    const doubtful = await run();
    expect(doubtful).toMatchObject({ code: 3, last: { added: 600, unknown: 500, before: 0, after: 1100 } });
    const repaired = await run('--repair');
    expect(repaired).toMatchObject({
      code: 0,
      last: {
        added: 1100,
        unknown: 0,
        missing: 0,
        refused: 0,
        before: 0,
        after: 1100,
        change: doubtful.last?.['change'],
      },
    });
    expect(repaired.stdout.match(/"batch":\d+/g)).toEqual(['"batch":2']);
    expect(requests()).toBe(2 + 3 + 2 + 1);
    // Nothing of it is left, so this is a change of its own.
    const again = await run('--repair');
    expect(again.last?.['change']).not.toBe(doubtful.last?.['change']);
    expect(requests()).toBe(2 + 3 + 2 + 1 + 2 + 3);
  });

  it.each([
    ['an unknown segment', ['add', 'SEG-9'], 'x', 4, /lists no segment "SEG-9"/],
    ['an empty list', ['add', 'SEG-0152'], '\n \n', 2, /no lead ids/],
    ['another word', ['move', 'SEG-0152'], 'x', 2, /does not know "move"/],
    ['no segment', ['add'], 'x', 2, /Name the segment/],
  ])('%s ends with a sentence', async (_name, words, text, code, sentence) => {
    const ended = await bench.run(['segments', ...words, '--ids', bench.file('ids.txt', text), '--json']);
    expect(ended.code).toBe(code);
    expect(ended.last).toMatchObject({ error: { message: expect.stringMatching(sentence) } });
  });

  it('a refusal of the service ends with 1, a password that is not accepted with 4', async () => {
    const list = bench.file('ids.txt', ids.slice(0, 2).join('\n'));
    bench.practice.faults.add({
      kind: 'status',
      status: 400,
      body: '{"message":"The segment is closed."}',
      match: { method: 'POST', path: '/leadsegments/*' },
    });
    const refused = await bench.run(['segments', 'add', 'SEG-0152', '--ids', list, '--json']);
    expect(refused).toMatchObject({
      code: 1,
      last: { refused: 2, error: { message: expect.stringMatching(/closed/) } },
    });
  });
});

it('that waits for the quota of tomorrow ends with why, until when, and how to go on', async () => {
  await using large = await openLarge();
  const match = { method: 'POST', path: '/leadsegments/*' };
  large.practice.faults.add({ kind: 'tooManyRequests', period: 'day', resetSeconds: 40_000, match, skip: 1 });
  const held = await large.run();
  expect(held).toMatchObject({ code: 4, last: { added: 500, waiting: 600, error: { code: 'stopped' } } });
  expect(held.last).toMatchObject({
    error: {
      message: expect.stringMatching(
        /^The quota for ".+" is used up for today\. Lead Console can go on at \d\d:\d\d.*\. 600 leads not sent: the same command with --repair goes on with them\.$/,
      ),
    },
  });
});

it('with unknown and unsent leads says that --repair sends both', async () => {
  await using large = await openLarge();
  const match = { method: 'POST', path: '/leadsegments/*' };
  large.practice.faults.add({ kind: 'reset', when: 'after', match, times: 1 });
  large.practice.faults.add({ kind: 'tooManyRequests', period: 'day', resetSeconds: 40_000, match });
  const held = await large.run();
  expect(held).toMatchObject({ code: 3, last: { unknown: 500, waiting: 600 } });
  expect(held.last).toMatchObject({
    error: {
      message: expect.stringMatching(
        /^500 leads left this computer.* The same command with --repair sends them once more, and the 600 leads not sent;/,
      ),
    },
  });
});

it('that a signal interrupts says how many leads were not sent, and how to go on', async () => {
  await using large = await openLarge();
  const { faults } = large.practice;
  const match = { method: 'POST', path: '/leadsegments/*' };
  faults.add({ kind: 'tooManyRequests', period: 'minute', resetSeconds: 5, match, skip: 1 });
  const held = await large.interrupted({
    onStart: (end) => void vi.waitFor(() => expect(faults.list()[0]?.fired).toBe(1), 20_000).then(end, end),
  });
  const message = '600 leads not sent: the same command with --repair goes on with them.';
  expect(held).toMatchObject({ code: 130, last: { added: 500, waiting: 600, error: { code: 'cancelled', message } } });
  faults.clear();
  expect((await large.run('--repair')).last).toMatchObject({ added: 1100 });
});

/** A service with 1,100 leads, and a list of them. */
async function openLarge() {
  const large = await createBatchBench({ leads: 1100 });
  const leads = large.path('leads.csv');
  await large.run(['export', 'simple', '--output', leads]);
  const [header = [], ...rows] = csvRecords(leads);
  const list = large.file('ids.txt', rows.map((row) => row[header.indexOf('uniqueId')] ?? '').join('\n'));
  const args = ['segments', 'add', 'SEG-0152', '--ids', list, '--json'];
  return {
    practice: large.practice,
    run: (...more: string[]) => large.run([...args, ...more]),
    interrupted: (options: Pick<CommandOptions, 'onStart'>) => large.run(args, options),
    /** Each run asks twice for the segments, the other requests change one. */
    requests: () => large.practice.counts()['LeadSegments']?.requests,
    [Symbol.asyncDispose]: () => large.close(),
  };
}

describe('facts of the service', () => {
  it('users, account and orgunit are lines of JSON', async () => {
    const users = await bench.run(['users', '--json']);
    expect(users).toMatchObject({ code: 0, last: { users: expect.any(Number) } });
    expect(JSON.parse(users.stdout.split('\n')[0] ?? '')).toMatchObject({
      name: 'Web service',
      orgCode: 'ws-practice',
    });
    const orgCode = 'Nord/Øst Team 2';
    const account = await bench.run(['account', '--json']);
    expect(account.last).toMatchObject({ username: 'anna', entryAccess: 'Full', testedAt: null });
    const nested = await bench.run(['orgunit', 'Danmark', '--include', 'users,children,campaigns', '--json']);
    expect(nested).toMatchObject({ code: 0, last: { notIncluded: [] } });
    const unit = await bench.run(['orgunit', orgCode, '--include', 'nonsense', '--json']);
    expect(unit).toMatchObject({ code: 0, last: { orgCode, notIncluded: ['nonsense'] } });
    expect(await bench.run(['orgunit', 'nobody/ø', '--json'])).toMatchObject({ code: 2 });
  });

  it('an org unit with many users comes whole, and none of its parts is called missing', async () => {
    const users = Array.from({ length: 4000 }, (_, index) => ({ orgCode: `user-${index}`, name: 'x'.repeat(300) }));
    bench.practice.faults.add({ kind: 'body', body: JSON.stringify({ name: 'Danmark', users }) });
    const unit = await bench.run(['orgunit', 'Danmark', '--include', 'users', '--json']);
    expect(unit).toMatchObject({ code: 0, last: { fields: 2, notIncluded: [] } });
    expect(JSON.parse(unit.stdout.split('\n')[0] ?? '')).toEqual({ orgUnit: { name: 'Danmark', users } });
  });

  it('account remove forgets the account that account names, and asks for no password', async () => {
    const shown = await bench.run(['account', '--json']);
    const id = String(shown.last?.['account']);
    const without = { environment: { LEAD_CONSOLE_USERNAME: undefined, LEAD_CONSOLE_PASSWORD: undefined } };
    expect(await bench.run(['account', 'remove', 'nobody', '--json'], without)).toMatchObject({
      code: 2,
      last: { error: { code: 'notFound', message: expect.stringContaining(id) } },
    });
    expect(await bench.run(['account', 'remove', id, '--json'], without)).toMatchObject({
      code: 0,
      last: { removed: id },
    });
    expect(await bench.run(['account', 'remove', id, '--json'], without)).toMatchObject({ code: 2 });
    expect((await bench.run(['account', 'forget', id])).code).toBe(2);
  });

  it('doctor is the connection test, a line a step', async () => {
    const { code, stdout, last } = await bench.run(['doctor', '--json']);
    expect({ code, last }).toMatchObject({ code: 0, last: { works: true } });
    expect(stdout).toMatch(/"step":"credentials","state":"ok"/);
    expect(last).toMatchObject({ requests: 6, gone: [], kept: true });
    const lines = jsonLines<{ point?: string; verdict?: string }>(stdout);
    expect(lines.filter(({ point }) => point !== undefined)).toHaveLength(14);
    expect(lines.find(({ point }) => point === 'rawLeadsPath')).toMatchObject({
      verdict: 'confirmed',
      used: '/rawleads',
    });
    expect(stdout).not.toContain('secret word');
  });

  it('doctor says that nothing is kept while this computer has no account for the address and the user', async () => {
    const fresh = ['--url', bench.practice.url, '--data-dir', bench.path('fresh')];
    const tested = await bench.run(['doctor', ...fresh], { bare: true });
    expect(tested.stdout).toMatch(/\nNothing of this is kept: .* "batch account".*\nThe connection to /);
    const shown = await bench.run(['account', ...fresh], { bare: true });
    expect(shown.stdout).toContain('\nNothing is settled yet: "batch doctor" ');
  });

  it('doctor keeps what it found with an account whose address is spelled otherwise, and does not deny it', async () => {
    const at = (url: string) => ['--url', url, '--data-dir', bench.path('spelled')];
    await bench.run(['account', ...at(bench.practice.url)], { bare: true });
    const spelled = bench.practice.url.replace('127.0.0.1', '127.000.000.001');
    const tested = await bench.run(['doctor', ...at(spelled), '--json'], { bare: true });
    expect(tested.last).toMatchObject({ works: true, kept: true });
    const shown = await bench.run(['account', ...at(bench.practice.url)], { bare: true });
    expect(shown.stdout).not.toContain('Nothing is settled yet');
  });

  it('doctor names a right that is gone since the account was tested before', async () => {
    await bench.run(['account']);
    await bench.run(['doctor']);
    bench.practice.faults.add({ kind: 'status', status: 403, match: { path: '/simpleleads' }, times: 'always' });
    const { code, stdout, last } = await bench.run(['doctor', '--json']);
    expect({ code, last }).toMatchObject({ code: 0, last: { works: true, gone: ['SimpleLeads Get'] } });
    expect(stdout).toContain('"right":"SimpleLeads Get","before":true,"now":"gone"');
    expect((await bench.run(['doctor'])).stderr).toMatch(/Gone since the last good test: SimpleLeads Get/);
  });
});

it('an answer that takes longer than --timeout ends the command with one sentence', async () => {
  bench.practice.faults.add({ kind: 'hang', match: { path: '/users' }, times: 'always' });
  const ended = await bench.run(['users', '--timeout', '1', '--json']);
  expect(ended.code).toBe(4);
  expect(ended.last).toMatchObject({ error: { message: expect.stringMatching(/no complete answer within 1 s\./) } });
  expect((await bench.run(['users', '--timeout', 'soon'])).code).toBe(2);
});

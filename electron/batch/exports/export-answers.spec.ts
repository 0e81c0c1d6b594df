import { existsSync, readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import Papa from 'papaparse';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { listenForTest } from '../../core/api/simulation/listen-fixture.ts';
import { type BatchBench, createBatchBench } from '../batch-fixture.ts';

/** What the service answers beside the question, and the three ways to ask, over the real program. */

let bench: BatchBench;
let files = 0;

beforeAll(async () => {
  bench = await createBatchBench({ leads: 400, referenceDay: '2026-11-17', dialect: { exportedProject: true } });
});
afterEach(() => bench.practice.faults.clear());
afterAll(() => bench.close());

async function fetched(args: readonly string[]) {
  const file = bench.path(`answer-${++files}.csv`);
  const ended = await bench.run(['export', ...args, '--output', file, '--json']);
  const written = String(ended.last?.['file'] ?? '');
  const leads = existsSync(written)
    ? Papa.parse<Record<string, string>>(readFileSync(written, 'utf8').replace('\uFEFF', ''), {
        header: true,
        skipEmptyLines: true,
      }).data
    : [];
  return { ...ended, file, written, leads };
}

const ids = (leads: readonly Record<string, string>[]) => new Set(leads.map((lead) => lead['uniqueId']));

describe('three ways to export', () => {
  it('name their columns alike and bring the same leads', async () => {
    const simple = await fetched(['simple']);
    const json = await fetched(['search', '--name', 'All leads']);
    const csv = await fetched(['search', '--name', 'All leads', '--csv']);
    const raw = await fetched(['raw']);
    for (const one of [simple, json, csv, raw]) {
      expect(one.last).toMatchObject({ rows: 400, state: 'complete', ignored: [], file: one.file });
      expect(one.code).toBe(0);
      expect(ids(one.leads)).toEqual(ids(simple.leads));
    }
    const columns = (leads: readonly Record<string, string>[]) => Object.keys(leads[0] ?? {});
    expect(columns(json.leads)).toEqual(columns(simple.leads));
    // CSV has fewer of them, and none under another name.
    expect(columns(simple.leads)).toEqual(
      expect.arrayContaining(columns(csv.leads).filter((name) => csv.leads.some((lead) => lead[name] !== ''))),
    );
    expect(columns(simple.leads)).toEqual(expect.arrayContaining(columns(raw.leads)));
    const byId = new Map(simple.leads.map((lead) => [lead['uniqueId'], lead]));
    for (const lead of csv.leads)
      for (const [name, value] of Object.entries(lead))
        expect([name, value]).toEqual([name, byId.get(lead['uniqueId'])?.[name] ?? '']);
    for (const lead of raw.leads)
      for (const [name, value] of Object.entries(lead))
        expect([name, value]).toEqual([name, byId.get(lead['uniqueId'])?.[name] ?? '']);
  });

  it('make the same file of RawLeads in any order', async () => {
    const sorted = await fetched(['raw']);
    bench.practice.faults.add({ kind: 'shuffleLines' });
    const shuffled = await fetched(['raw']);
    expect(shuffled.last).toMatchObject({ rows: 400, state: 'complete' });
    expect(readFileSync(shuffled.file)).toEqual(readFileSync(sorted.file));
  });

  it('take RawLeads from another path, and parameters that the specification has not', async () => {
    const elsewhere = await fetched(['raw', '--rawleads-path', '/elsewhere/csv']);
    expect(elsewhere.code).toBe(4);
    const campaign = await fetched(['simple', '--param', 'Campaigns=DK-ENERGI-26', '--rawleads-path', '/rawleads']);
    expect(new Set(campaign.leads.map((lead) => lead['campaign.code']))).toEqual(new Set(['DK-ENERGI-26']));
    expect(campaign.last).toMatchObject({ state: 'complete', ignored: [] });
  });
});

describe('an answer with more than was asked for', () => {
  it.each([
    [
      'Projects',
      ['--projects', 'Energi*'],
      (lead: Record<string, string>) => lead['campaign.project']?.startsWith('Energi'),
    ],
    [
      'Statuses',
      ['--statuses', 'New,VIPRedial'],
      (lead: Record<string, string>) => ['New', 'VIPRedial'].includes(lead['status'] ?? ''),
    ],
    [
      'ModifiedFrom',
      ['--modified-from', '2026-10-20'],
      (lead: Record<string, string>) => (lead['lastModifiedTime'] ?? '') >= '2026-10-20',
    ],
  ])('is called filtered, and the file has only what was asked: %s', async (filter, args, fits) => {
    const asked = await fetched(['simple', ...args]);
    expect(asked.last).toMatchObject({ state: 'complete', ignored: [] });
    bench.practice.faults.add({ kind: 'ignoreParameters', names: [filter] });
    const { code, last, leads } = await fetched(['simple', ...args]);
    expect(code).toBe(0);
    expect(leads.length).toBeGreaterThan(0);
    expect(leads.filter((lead) => !fits(lead))).toEqual([]);
    expect(ids(leads)).toEqual(ids(asked.leads));
    expect(last).toMatchObject({
      state: 'filtered',
      rows: leads.length,
      ignored: [{ filter, matching: leads.length, others: 400 - leads.length }],
    });
  });

  it('names paging that is ignored', async () => {
    const { last, leads } = await fetched(['simple', '--param', 'Skip=10', '--param', 'Take=25']);
    expect(last).toMatchObject({
      state: 'filtered',
      rows: 25,
      ignored: [{ filter: 'Take', matching: 25, others: 375 }],
    });
    expect(leads).toHaveLength(25);
  });

  it('checks saved searches in both formats', async () => {
    bench.practice.faults.add({ kind: 'ignoreParameters', names: ['modifiedFrom'], times: 'always' });
    for (const format of [[], ['--csv']]) {
      const { last } = await fetched(['search', '--name', 'All leads', '--modified-from', '2026-10-20', ...format]);
      expect(last).toMatchObject({ state: 'filtered', ignored: [{ filter: 'modifiedFrom' }] });
    }
  });
});

it('asks again from the day before when a range within one day answers nothing, and cuts the answer', async () => {
  const range = ['--modified-from', '2026-11-10T06:00:00', '--param', 'ModifiedTo=2026-11-10T23:00:00'];
  const before = (await fetched(['simple', ...range])).leads;
  expect(before.length).toBeGreaterThan(0);
  bench.practice.faults.add({ kind: 'sameDayEmpty', times: 'always' });
  const { last, leads, stdout } = await fetched(['simple', ...range]);
  expect(ids(leads)).toEqual(ids(before));
  expect(last).toMatchObject({ state: 'complete', rows: before.length });
  expect(stdout).toContain('"sameDay":{"modifiedFrom":"2026-11-09T06:00:00"');
});

it('asks again for RawLeads, too, and says that earlier leads are among them', async () => {
  const range = ['--modified-from', '2026-11-10T06:00:00', '--param', 'ModifiedTo=2026-11-10T23:00:00'];
  const before = (await fetched(['raw', ...range])).leads;
  expect(before.length).toBeGreaterThan(0);
  bench.practice.faults.add({ kind: 'sameDayEmpty', times: 'always' });
  const { last, leads } = await fetched(['raw', ...range]);
  expect([...ids(leads)]).toEqual(expect.arrayContaining([...ids(before)]));
  expect(last).toMatchObject({ sameDay: { modifiedFrom: '2026-11-09T06:00:00', cut: null }, rows: leads.length });
});

describe('a range in windows', () => {
  it('brings the leads of one request, each once', async () => {
    const whole = await fetched(['simple', '--modified-from', '2026-11-01']);
    const split = await fetched(['simple', '--modified-from', '2026-11-01', '--window-days', '3']);
    expect(split.last).toMatchObject({ state: 'complete', ignored: [] });
    expect(ids(split.leads)).toEqual(ids(whole.leads));
  });

  it('ends early when the service does not know ModifiedTo: the first answer held everything', async () => {
    const whole = await fetched(['simple', '--modified-from', '2026-11-01']);
    const match = { path: '/simpleleads' };
    bench.practice.faults.add({ kind: 'ignoreParameters', names: ['ModifiedTo'], times: 'always', match });
    const split = await fetched(['simple', '--modified-from', '2026-11-01', '--window-days', '1']);
    expect(ids(split.leads)).toEqual(ids(whole.leads));
    expect(bench.practice.faults.list()[0]?.fired).toBe(1);
  });

  it('asks for a window once more when its answer breaks off, and is partial when that breaks off too', async () => {
    bench.practice.faults.add({ kind: 'truncate', rows: 2, how: 'end', skip: 1 });
    const mended = await fetched(['simple', '--modified-from', '2026-11-01', '--window-days', '5']);
    expect(mended.last).toMatchObject({ state: 'complete' });
    bench.practice.faults.add({ kind: 'truncate', rows: 2, how: 'end', times: 'always', skip: 1 });
    const broken = await fetched(['simple', '--modified-from', '2026-11-01', '--window-days', '5']);
    expect(broken.code).toBe(3);
    expect(broken.last).toMatchObject({ state: 'partial' });
    expect(broken.written).toContain('.partial.csv');
  });
});

describe('an answer that ends early', () => {
  it.each([
    ['simple', ['simple']],
    ['search as CSV', ['search', '--name', 'All leads', '--csv']],
    ['raw', ['raw']],
  ])('is partial, and a complete file stays: %s', async (_name, args) => {
    const file = bench.file(`kept-${++files}.csv`, 'mine');
    bench.practice.faults.add({ kind: 'truncate', bytes: 20_001, how: 'end' });
    const ended = await bench.run(['export', ...args, '--output', file, '--force', '--json']);
    expect(ended.code).toBe(3);
    expect(ended.last).toMatchObject({ state: 'partial', file: file.replace('.csv', '.partial.csv') });
    expect(readFileSync(file, 'utf8')).toBe('mine');
  });

  it('ends with 4 when the connection breaks before it answers', async () => {
    bench.practice.faults.add({ kind: 'reset', times: 'always' });
    const ended = await fetched(['raw']);
    expect(ended.code).toBe(4);
    expect(existsSync(ended.file)).toBe(false);
  });

  it.each(['simple', 'raw'])(
    'ends with 4 and one sentence when %s answers nothing within --timeout',
    async (source) => {
      bench.practice.faults.add({ kind: 'hang', times: 'always', match: { path: '/*leads*' } });
      const { code, last, file } = await fetched([source, '--timeout', '1']);
      expect(code).toBe(4);
      expect(last).toMatchObject({
        rows: 0,
        state: 'partial',
        error: { message: expect.stringMatching(/within 1 s\./) },
      });
      expect(existsSync(file)).toBe(false);
    },
  );

  it.each([
    ['a page instead of CSV', 'text/csv', '<html><body>Sign in</body></html>'],
    ['an error in words', 'text/csv', 'The search failed, try later.\r\n'],
    ['an error in JSON', 'text/csv', '{"responseStatus":{"message":"No right"}}'],
  ])('never takes %s for leads', async (_name, contentType, body) => {
    bench.practice.faults.add({ kind: 'body', contentType, body });
    const { code, last } = await fetched(['search', '--name', 'All leads', '--csv']);
    expect(code).toBe(3);
    expect(last).toMatchObject({ rows: 0, state: 'partial', ignored: [] });
  });
});

/** A service that knows nothing but these answers to requests for SimpleLeads, one after the other. */
async function serviceOf(answers: (readonly object[] | Buffer)[]): Promise<string> {
  const body = (answer: readonly object[] | Buffer) => (Buffer.isBuffer(answer) ? answer : JSON.stringify(answer));
  const listener: RequestListener = (request, response) =>
    void response.end(request.url?.includes('simpleleads') === true ? body(answers.shift() ?? []) : '{}');
  return `http://127.0.0.1:${await listenForTest(createServer(listener))}/api`;
}

it('counts leads that the service sent more than once', async () => {
  const leads = ['A', 'B', 'A', 'A'].map((uniqueId) => ({ uniqueId, status: 'New' }));
  const url = await serviceOf([leads, leads]);
  const run = (file: string, words: readonly string[]) =>
    bench.run(
      ['export', 'simple', '--output', bench.path(file), '--url', url, '--data-dir', bench.path('repeats'), ...words],
      { bare: true },
    );
  expect((await run('first.csv', ['--json'])).last).toMatchObject({ rows: 4, state: 'complete', repeated: 2 });
  const told = await run('second.csv', []);
  expect(told.stdout + told.stderr).toContain('2 of 4 leads repeat the lead id of an earlier row');
});

it('says that bytes of the answer are no text, also when a merge brought them', async () => {
  const lead = (id: string, at: string, name: string) =>
    Buffer.from(JSON.stringify([{ uniqueId: id, lastModifiedTime: `2026-11-1${at}T10:00:00`, name }]), 'latin1');
  const url = await serviceOf([lead('A', '5', 'Soren'), lead('B', '6', 'Søren')]);
  const args = ['export', 'simple', '--output', bench.path('bytes.csv'), '--since-last', '--url', url];
  const run = () => bench.run([...args, '--data-dir', bench.path('bytes')], { bare: true });
  expect((await run()).stderr).not.toContain('no UTF-8 text');
  const { code, stdout, stderr } = await run();
  expect([code, stdout + stderr]).toEqual([0, expect.stringMatching(/bytes that are no UTF-8 text/)]);
});

it('reads names in any case, and takes the newest state of a lead that comes in two windows', async () => {
  const lead = (id: string, modified: string, status: string) => ({
    UniqueId: id,
    Status: status,
    LastModifiedTime: modified,
    Data: { Navn: 'Åse' },
  });
  const answers = [
    [lead('A', '2026-11-15T10:00:00', 'New'), lead('B', '2026-11-15T11:00:00', 'New')],
    [lead('A', '2026-11-16T10:00:00', 'UserProcessed')],
    [],
  ];
  const url = await serviceOf(answers);
  const file = bench.path('merged.csv');
  const args = ['export', 'simple', '--modified-from', '2026-11-15', '--param', 'ModifiedTo=2026-11-18'];
  const ended = await bench.run(
    [...args, '--window-days', '1', '--output', file, '--json', '--url', url, '--data-dir', bench.path('other')],
    { bare: true },
  );
  expect(ended.last).toMatchObject({ state: 'complete', rows: 2 });
  expect(readFileSync(file, 'utf8').replace('\uFEFF', '').trim().split('\r\n')).toEqual([
    'uniqueId,status,lastModifiedTime,data.Navn',
    'A,UserProcessed,2026-11-16T10:00:00,Åse',
    'B,New,2026-11-15T11:00:00,Åse',
  ]);
});

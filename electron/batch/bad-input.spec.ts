import { chmodSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { createServer as createHttpServer } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KEY, SELF_SIGNED } from '../core/api/simulation/spec-certificates.ts';
import { listening } from '../core/api/simulation/spec-server.ts';
import {
  type BatchBench,
  CAMPAIGN,
  createBatchBench,
  csvRecords,
  type Ended,
  importOf,
  people,
} from './batch-fixture.ts';
import { hasModes } from '../core/foundation/this-system-fixture.ts';

let bench: BatchBench;
const servers: { close: () => unknown }[] = [];

beforeAll(async () => {
  bench = await createBatchBench();
});

afterAll(async () => {
  for (const server of servers) server.close();
  await bench.close();
});

/** One sentence or a few for a person, on standard error, without codes and secrets. */
function expectSentence(ended: Ended, words: RegExp): void {
  expect(ended.stderr).toMatch(words);
  expect(ended.stderr.trim().split('\n')).toHaveLength(1);
  expect(ended.stderr.trim()).toMatch(/\.$/);
  expect(ended.stdout + ended.stderr).not.toMatch(/secret word|at file:|node:internal|Error:|!/);
}

async function importing(file: string, more: readonly string[] = []): Promise<Ended & { result: string }> {
  const result = bench.path(`result-${Math.random().toString(36).slice(2)}.csv`);
  const args = importOf(file, result, ...more);
  return { ...(await bench.run(args)), result };
}

/** Nothing was sent, no file was made, and no draft or job is left. */
function expectNothingDone(ended: { result: string }, accepted: number): void {
  expect(bench.practice.ledger.accepted).toBe(accepted);
  expect(existsSync(ended.result)).toBe(false);
  expect(jobsKept()).toBe(0);
  const drafts = `${bench.dataFolder}/drafts`;
  const left = existsSync(drafts)
    ? readdirSync(drafts, { withFileTypes: true }).filter((entry) => entry.isDirectory())
    : [];
  expect(left).toEqual([]);
}

/** Jobs in every journal of the data folder. */
function jobsKept(): number {
  const accounts = `${bench.dataFolder}/account`;
  if (!existsSync(accounts)) return 0;
  return readdirSync(accounts).reduce((sum, account) => {
    using journal = new DatabaseSync(`${accounts}/${account}/journal.sqlite`, { readOnly: true });
    const counted = Number(journal.prepare('SELECT count(*) AS total FROM import_job').get()?.['total']);
    return sum + counted;
  }, 0);
}

/** With no setting of the program that the spec starts from. */
function importArgs(file: string, at: { readonly result: string; readonly url: string; readonly dataFolder: string }) {
  const { result, url, dataFolder } = at;
  return importOf(file, result, '--url', url, '--data-dir', dataFolder);
}

describe('a file that cannot be imported', () => {
  const cases: [string, () => { file: string; more?: string[] }, RegExp][] = [
    ['is missing', () => ({ file: bench.path('nowhere.csv') }), /There is no file "nowhere\.csv"/],
    ['is empty', () => ({ file: bench.file('empty.csv', '') }), /empty/],
    ['is a folder', () => ({ file: bench.folder }), /is a folder/],
    [
      'is binary',
      () => ({
        file: bench.file(
          'photo.csv',
          Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0, 1, 2, 3, 255, 254, 0, 0]),
        ),
      }),
      /"photo\.csv"/,
    ],
    [
      'has no data rows',
      () => ({ file: bench.file('header.csv', 'FirstName,Phone\n') }),
      /no data|no rows|only a header/i,
    ],
    [
      'has no such column',
      () => ({ file: bench.file('a.csv', people(2)), more: ['--map', 'Nonsense=Phone'] }),
      /no column "Nonsense".*FirstName, Phone/,
    ],
    [
      'would fill a field twice',
      () => ({ file: bench.file('a.csv', people(2)), more: ['--map', 'FirstName=Phone', '--map', 'Phone=phone'] }),
      /"phone" would be filled twice/,
    ],
    [
      'is mapped by half a rule',
      () => ({ file: bench.file('a.csv', people(2)), more: ['--map', 'FirstName'] }),
      /COLUMN=FIELD/,
    ],
    [
      'has no header to take the fields from',
      () => ({ file: bench.file('b.csv', 'Anna,30111111\nBent,30222222\n'), more: ['--no-header'] }),
      /no header/,
    ],
    [
      'has two columns of one name',
      () => ({ file: bench.file('c.csv', 'Phone,Phone\n30111111,30222222\n') }),
      /filled twice/,
    ],
    [
      'is read in an encoding that does not exist',
      () => ({ file: bench.file('a.csv', people(2)), more: ['--encoding', 'klingon'] }),
      /klingon|encoding/,
    ],
  ];

  it.each(cases)('%s: one sentence, exit 2, nothing done', async (_, given, words) => {
    const accepted = bench.practice.ledger.accepted;
    const { file, more } = given();
    const ended = await importing(file, more);
    expect(ended.code).toBe(2);
    expectSentence(ended, words);
    expectNothingDone(ended, accepted);
  });

  it('is imported when it is one row of words and said to have no header', async () => {
    const accepted = bench.practice.ledger.accepted;
    const file = bench.file('one.csv', 'Name,Phone\n');
    const result = bench.path('one-result.csv');
    const place = ['--url', bench.practice.url, '--data-dir', bench.path('data-of-one')];
    const options = ['--no-header', '--map', '1=FirstName', '--campaign', CAMPAIGN, '--result', result];
    const ended = await bench.run(['import', file, ...options, ...place], { bare: true });
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(bench.practice.ledger.accepted).toBe(accepted + 1);
    expect(csvRecords(result)[1]?.slice(0, 4)).toEqual(['Name', 'Phone', '1', 'created']);
  });

  it.runIf(hasModes)('may not be read by this user (where files have modes)', async () => {
    const accepted = bench.practice.ledger.accepted;
    const file = bench.file('locked.csv', people(2));
    chmodSync(file, 0);
    const isRoot = process.getuid?.() === 0;
    const result = bench.path('locked-result.csv');
    // Nothing is locked for root: another user tries.
    if (isRoot) chmodSync(bench.folder, 0o777);
    const dataFolder = bench.path('data-of-nobody');
    const args = importArgs(file, { result, url: bench.practice.url, dataFolder });
    const ended = await bench.runProgram(args, { bare: true, ...(isRoot ? { uid: 65_534 } : {}) });
    expect(ended.code).toBe(2);
    expectSentence(ended, /not allowed to read/);
    expectNothingDone({ result }, accepted);
  });

  it('says the same as one JSON object', async () => {
    const ended = await importing(bench.path('nowhere.csv'), ['--json']);
    expect(ended.code).toBe(2);
    expect(ended.stderr).toBe('');
    expect(ended.stdout.trim().split('\n')).toHaveLength(1);
    expect(ended.last).toEqual({ error: { code: 'file', message: expect.stringContaining('nowhere.csv') as string } });
  });
});

describe('an output that cannot be written', () => {
  it('exists already, is a folder, or is the file itself', async () => {
    const file = bench.file('mine.csv', people(2));
    const taken = bench.file('taken.csv', 'kept');
    const before = readFileSync(file);
    const { accepted } = bench.practice.ledger;
    for (const [result, words, force] of [
      [taken, /exists already.*--force/, []],
      [bench.folder, /is a folder/, ['--force']],
      [file, /original is never changed/, ['--force']],
      [bench.path('no/such/folder/r.csv'), /does not exist/, []],
    ] as const) {
      const ended = await bench.run(importOf(file, result, ...force));
      expect(ended.code).toBe(2);
      expectSentence(ended, words);
    }
    expect(readFileSync(taken, 'utf8')).toBe('kept');
    expect(readFileSync(file)).toEqual(before);
    expect(bench.practice.ledger.accepted).toBe(accepted);
  });
});

describe('a service that cannot be used', () => {
  async function elsewhere(url: string, environment = {}): Promise<Ended & { accepted: number }> {
    const result = bench.path(`elsewhere-${Math.random().toString(36).slice(2)}.csv`);
    const dataFolder = `${result}-data`;
    const args = importArgs(bench.file('few.csv', people(3)), { result, url: url, dataFolder });
    const before = bench.practice.ledger.accepted;
    const ended = await bench.run(args, { bare: true, environment });
    return { ...ended, accepted: bench.practice.ledger.accepted - before };
  }

  function portOf(server: ReturnType<typeof createHttpServer>): Promise<number> {
    servers.push(server);
    return listening(server);
  }

  it('does not know the password: exit 4, all rows wait', async () => {
    const ended = await elsewhere(bench.practice.url, { LEAD_CONSOLE_PASSWORD: 'wrong one' });
    expect(ended.code).toBe(4);
    expectSentence(ended, /did not accept the user name or the password.*batch resume/);
    expect(ended.stdout).toContain('3 waiting');
    expect(ended.stdout + ended.stderr).not.toContain('wrong one');
    expect(ended.accepted).toBe(0);
  });

  it('refuses the connection: exit 2, all rows wait', async () => {
    const port = await portOf(createHttpServer());
    servers.pop()?.close();
    const ended = await elsewhere(`http://127.0.0.1:${port}/api`);
    expect(ended.code).toBe(2);
    // Nothing tries again once the command has ended.
    expectSentence(ended, /127\.0\.0\.1.*The row was not sent\. The rows that were not sent wait\./);
    expect(ended.stdout).toContain('3 waiting');
  });

  it('answers web pages: few rows are uncertain, the rest waits', async () => {
    const port = await portOf(
      createHttpServer((request, response) => {
        request.resume();
        response.setHeader('content-type', 'text/html').end('<!doctype html><html><body>Welcome!</body></html>');
      }),
    );
    const ended = await elsewhere(`http://127.0.0.1:${port}/api`);
    expect(ended.code).toBe(3);
    expectSentence(ended, /not those of the lead service|no readable answers? came/);
    expect(ended.stdout).toContain('3 unknown');
  });

  it('signed its certificate itself: exit 2, all rows wait', async () => {
    const port = await portOf(createTlsServer({ key: KEY, cert: SELF_SIGNED }, (_, response) => response.end('{}')));
    const ended = await elsewhere(`https://localhost:${port}/api`);
    expect(ended.code).toBe(2);
    expectSentence(ended, /certificate/i);
    expect(ended.stdout).toContain('3 waiting');
  });

  it('is on another computer without encryption: exit 2, nothing done', async () => {
    const ended = await elsewhere('http://leads.example/api');
    expect(ended.code).toBe(2);
    expectSentence(ended, /https/);
    expect(ended.stdout).not.toContain('Job');
  });

  it('ends its JSON early: the row is unknown, exit 3, the others are created', async () => {
    bench.practice.faults.add({
      kind: 'truncate',
      bytes: 6,
      how: 'end',
      match: { path: '/leads', bodyIncludes: '30000002' },
    });
    const ended = await elsewhere(bench.practice.url);
    bench.practice.faults.clear();
    expect(ended.code).toBe(3);
    expect(ended.stdout).toContain('3 rows: 2 created, 1 unknown');
    expectSentence(ended, /never sends them again on its own/);
    expect(ended.accepted).toBe(3);
  });

  it('ends an export early: what arrived is saved and called partial, exit 3', async () => {
    bench.practice.faults.add({
      kind: 'truncate',
      rows: 7,
      how: 'close',
      times: 'always',
      match: { path: '/simpleleads' },
    });
    const output = bench.file('leads.csv', 'the complete leads of yesterday');
    const ended = await bench.run(['export', 'simple', '--output', output, '--force', '--json']);
    bench.practice.faults.clear();
    expect(ended.code).toBe(3);
    const file = bench.path('leads.partial.csv');
    expect(ended.last).toMatchObject({ state: 'partial', file, error: { code: 'partial' } });
    const rows = Number(ended.last?.['rows']);
    expect(rows).toBeGreaterThan(0);
    expect(rows).toBeLessThan(40);
    expect(csvRecords(file)).toHaveLength(rows + 1);
    expect(readFileSync(output, 'utf8')).toBe('the complete leads of yesterday');
  });

  it('does not know the password of an export: exit 4, no file', async () => {
    const output = bench.path('none.csv');
    const ended = await bench.run(['export', 'simple', '--output', output], {
      environment: { LEAD_CONSOLE_PASSWORD: 'wrong one' },
    });
    expect(ended.code).toBe(4);
    expectSentence(ended, /password/);
    expect(existsSync(output)).toBe(false);
  });

  it.each(['check', 'limits', 'segments'])('does not know the password of "%s": exit 4', async (command) => {
    const ended = await bench.run([command], { environment: { LEAD_CONSOLE_PASSWORD: 'wrong one' } });
    expect(ended.code).toBe(4);
    expectSentence(ended, /password/);
  });
});

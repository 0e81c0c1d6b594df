import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { specFolder } from '../core/foundation/folder-fixture.ts';
import {
  type Behaviour,
  type Heard,
  type HostileService,
  NEVER_ENDING,
  UNUSABLE,
  echoes,
  fullAnswer,
  reply,
  startHostileService,
} from './hostile-service-fixture.ts';
import { runCommand } from './batch-fixture.ts';

// Many commands run side by side, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 60_000 });

const PASSWORD = 'S3cret/w"örd+';
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  check: ['check'],
  doctor: ['doctor'],
  users: ['users'],
  account: ['account'],
  orgunit: ['orgunit', 'x', '--include', 'users'],
  limits: ['limits'],
  'limits --watch': ['limits', '--watch'],
  segments: ['segments'],
  'segments add': ['segments', 'add', 'SEG', '--ids', 'ids.txt'],
  'segments remove': ['segments', 'remove', 'SEG', '--ids', 'ids.txt'],
  'export simple': ['export', 'simple', '--output', 'simple.csv'],
  'export search': ['export', 'search', '--name', 'x', '--output', 'search.json'],
  'export search --csv': ['export', 'search', '--name', 'x', '--csv', '--output', 'search.csv'],
  'export raw': ['export', 'raw', '--output', 'raw.csv'],
  import: ['import', 'people.csv', '--campaign', 'C', '--result', 'result.csv'],
  'inspect --look-up': ['inspect', 'people.csv', '--campaign', 'C', '--look-up'],
  'export --since-last': ['export', 'simple', '--since-last', '--output', 'SINCE'],
  // Their jobs are those of `prepare`.
  resume: ['resume', 'WAITS', '--result', 'result.csv'],
  reconcile: ['reconcile', 'UNKNOWN'],
};

let whole: string;
let folder: string;
let service: HostileService;
let prepared: Prepared;

beforeAll(async () => {
  whole = specFolder('hostile');
  service = await startHostileService();
  folder = join(whole, 'before');
  prepared = await prepare();
});
afterAll(async () => {
  await service.close();
});
beforeEach(() => {
  folder = mkdtempSync(join(whole, 'spec-'));
});
afterEach(() => {
  service.become(() => undefined);
  rmSync(folder, { recursive: true, maxRetries: 10, force: true });
});

interface Prepared {
  readonly data: string;
  /** A file of an export, which the data folder knows by this path, and what stood in it. */
  readonly since: { readonly path: string; readonly text: string };
  readonly jobs: Readonly<Record<'WAITS' | 'UNKNOWN', string>>;
}

/** A data folder of days at which the service still behaved: an export, a job with an unknown row, one that waits. */
async function prepare(): Promise<Prepared> {
  const data = join(folder, 'data');
  mkdirSync(data, { recursive: true });
  const path = join(whole, 'since.csv');
  const begin = async (args: readonly string[], behaviour: Behaviour) => {
    service.become(behaviour);
    return (await runArguments([...args, '--url', service.url, '--data-dir', data, '--json'])).last;
  };
  const answer: Behaviour = (socket, heard) => socket.write(reply('200 OK', fullAnswer(heard, 'words')));
  const importing = (phone: string, behaviour: Behaviour) => {
    const file = join(folder, `${phone}.csv`);
    writeFileSync(file, `FirstName,Phone\nAnna,${phone}\n`);
    return begin(['import', file, '--campaign', 'C', '--result', join(folder, `result-${phone}.csv`)], behaviour);
  };
  const unlessLead =
    (other: Behaviour): Behaviour =>
    (socket, heard) =>
      (heard.method === 'POST' ? other : answer)(socket, heard);
  const waits = await importing(
    '30000001',
    unlessLead((socket) => socket.write(reply('401 Unauthorized', '{}'))),
  );
  const unknown = await importing(
    '30000002',
    unlessLead((socket) => void socket.resetAndDestroy()),
  );
  expect([waits, unknown]).toMatchObject([{ waiting: 1 }, { unknown: 1 }]);
  expect(await begin(['export', 'simple', '--since-last', '--output', path], answer)).toMatchObject({ rows: 1 });
  return {
    data,
    since: { path, text: readFileSync(path, 'utf8') },
    jobs: { WAITS: waits.job ?? '', UNKNOWN: unknown.job ?? '' },
  };
}

interface Ended {
  readonly command: string;
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
  readonly last: { readonly error?: { readonly message: string }; readonly job?: string };
}

/** One command in a folder of its own, with its own data folder. */
async function run(url: string, command: string, isJson: boolean, seconds: number): Promise<Ended> {
  const own = join(folder, `${command} ${isJson}`);
  mkdirSync(own);
  writeFileSync(join(own, 'ids.txt'), 'L-1\nL-2\n');
  writeFileSync(join(own, 'people.csv'), 'FirstName,Phone\nAnna,30000009\n');
  writeFileSync(prepared.since.path, prepared.since.text);
  const words: Readonly<Record<string, string>> = { ...prepared.jobs, SINCE: prepared.since.path };
  const args = (COMMANDS[command] ?? []).map((word) => words[word] ?? (/\.\w+$/.test(word) ? join(own, word) : word));
  const data = join(own, 'data');
  if (args.some((word) => Object.values(words).includes(word))) cpSync(prepared.data, data, { recursive: true });
  const common = ['--url', url, '--data-dir', data, '--timeout', `${seconds}`];
  return { command, ...(await runArguments([...args, ...common, ...(isJson ? ['--json'] : [])], command)) };
}

async function runArguments(args: readonly string[], command = ''): Promise<Omit<Ended, 'command'>> {
  const { last, ...ended } = await runCommand(args, {
    environment: { LEAD_CONSOLE_PASSWORD: PASSWORD },
    // A watch that was answered goes on until somebody ends it.
    onOutput: (_, end) => void (command === 'limits --watch' && queueMicrotask(end)),
  });
  return { ...ended, last: (last ?? {}) as Ended['last'] };
}

interface Plan {
  readonly commands: readonly string[];
  readonly isJson?: boolean;
  /** Value of `--timeout`; long unless the service never ends. */
  readonly seconds?: number;
}

async function runAll(behaviour: Behaviour, { commands, isJson = true, seconds = 60 }: Plan): Promise<Ended[]> {
  service.become(behaviour);
  const { url } = service;
  return Promise.all(commands.map((command) => run(url, command, isJson, seconds)));
}

/** Every file below a folder, as text. */
function filesIn(path: string): [string, string][] {
  return readdirSync(path).flatMap((name) => {
    const full = join(path, name);
    return statSync(full).isDirectory() ? filesIn(full) : [[full, readFileSync(full, 'latin1')] as [string, string]];
  });
}

/** The parts of the secret that a text holds, in any case. */
function secretsIn(text: string): string[] {
  const token = Buffer.from(`anna:${PASSWORD}`).toString('base64');
  const forms = [
    token.slice(0, 9),
    token.slice(10, 19),
    Buffer.from(`Basic ${token}`).toString('base64').slice(10, 20),
    PASSWORD,
    Buffer.from(PASSWORD).toString('latin1'),
    'S3cret',
    encodeURIComponent(PASSWORD),
    '\\u0053\\u0033',
  ];
  return forms.filter((form) => text.toLowerCase().includes(form.toLowerCase()));
}

/** One of each way to read an answer: whole, a change, a list as JSON and as CSV, a lead. */
const EACH_WAY = ['doctor', 'users', 'segments remove', 'export simple', 'export search --csv', 'import'];
/** Their last line counts rows; the words are in the result file. */
const OF_ROWS = ['import', 'resume'];
const EVERYTHING = Object.keys(COMMANDS);
const SENTENCE = /^[A-Z0-9][^\n]{10,600}[.…]$/;

function expectSentence({ command, code, last }: Ended, words: RegExp): void {
  const said = OF_ROWS.includes(command) ? 'It counts its rows.' : (last.error?.message ?? '');
  // 2: a busy computer had not even connected by the deadline.
  expect([1, 2, 3, 4]).toContain(code);
  expect([command, said]).toEqual([command, expect.stringMatching(SENTENCE)]);
  if (OF_ROWS.includes(command)) expect(last).toMatchObject({ created: 0 });
  else expect([command, said]).toEqual([command, expect.stringMatching(words)]);
}

describe('a command before a service that', () => {
  it.each(Object.keys(NEVER_ENDING))('%s ends at its deadline with one sentence', async (name) => {
    const behaviour = NEVER_ENDING[name] ?? (() => undefined);
    const words = /no complete (answer|list) within 1 s|gave no reason \(400\)|not valid HTTP|broke before the answer/;
    for (const ended of await runAll(behaviour, { commands: EACH_WAY, seconds: 1 })) expectSentence(ended, words);
  });

  it.each(Object.keys(UNUSABLE))('%s ends with one sentence', async (name) => {
    const words = name.startsWith('compresses') ? /compressed data \((gzip|brotli|deflate)\)/ : /./;
    for (const ended of await runAll(UNUSABLE[name] ?? (() => undefined), { commands: EACH_WAY }))
      expectSentence(ended, words);
  });

  it('nests its answers 100,000 levels deep ends with one sentence', async () => {
    const body = `${'{"data":'.repeat(100_000)}1${'}'.repeat(100_000)}`;
    const nests: Behaviour = (socket) => socket.write(reply('200 OK', body));
    for (const ended of await runAll(nests, { commands: ['users', 'account', 'orgunit', 'limits', 'segments'] }))
      expectSentence(ended, /JSON nested more than 1,000 levels deep/);
    for (const { code } of await runAll(nests, { commands: ['doctor', 'segments remove'] }))
      expect([0, 1, 2, 3, 4]).toContain(code);
  });

  it('drips for ever ends, whatever the command', { tags: ['long'] }, async () => {
    const drips = NEVER_ENDING['drips its body'] ?? (() => undefined);
    for (const ended of await runAll(drips, { commands: EVERYTHING, seconds: 1 }))
      expectSentence(ended, /no complete (answer|list) within 1 s/);
  });
});

describe('a service that echoes the secret', () => {
  const secretHeaders = (words: string) => ({
    'X-Rate-Limit-Limit': words,
    'X-Rate-Limit-Remaining': words,
    'X-Rate-Limit-Reset': words,
    'Retry-After': words,
    Date: words,
    'Set-Cookie': `a=${words}`,
  });
  const json = { 'Content-Type': 'application/json' };
  const WAYS: Readonly<Record<string, (heard: Heard, words: string) => Buffer>> = {
    'in a proper answer': (heard, words) => reply('200 OK', fullAnswer(heard, words), json),
    'in a refusal': (_heard, words) =>
      reply(
        '400 Bad Request',
        JSON.stringify({ message: words, errors: [{ fieldName: words, message: words }] }),
        json,
      ),
    'in a page': (_heard, words) =>
      reply('500 Internal Server Error', `<html><title>${words}</title>${words}</html>`, {
        'Content-Type': 'text/html',
      }),
    'in its headers': (heard, words) =>
      reply(`200 ${heard.authorization}`, fullAnswer(heard, 'words'), {
        ...json,
        ...secretHeaders(words.replaceAll(/[^\x20-\x7e]/g, '')),
      }),
    'in the name of its charset': (heard) =>
      reply('200 OK', fullAnswer(heard, 'words'), {
        'Content-Type': `application/json; charset=${heard.authorization.replace('Basic ', '')}`,
      }),
    'in the address of a redirect': (heard) =>
      reply('307 Temporary Redirect', '', {
        Location: `http://127.0.0.1:9/${encodeURIComponent(heard.authorization)}`,
      }),
    'in UTF-16': (heard, words) =>
      reply('200 OK', Buffer.from(`\ufeff${fullAnswer(heard, words)}`, 'utf16le'), {
        'Content-Type': 'application/json; charset=utf-16',
      }),
    'in a broken answer': (_heard, words) => reply('200 OK', `{"a":${words}`, json),
    'in a 404 and a 429': (_heard, words) =>
      reply('429 Too Many Requests', JSON.stringify({ message: words }), {
        ...json,
        'X-Rate-Limit-Limit': '100',
        'X-Rate-Limit-Remaining': '0',
        'X-Rate-Limit-Reset': '86000',
      }),
  };

  const expectNoSecret = async (way: string, commands: readonly string[]) => {
    const answer = WAYS[way] ?? (() => Buffer.alloc(0));
    const ended = await runAll((socket, heard) => socket.write(answer(heard, echoes(heard, PASSWORD))), {
      commands,
      seconds: 4,
    });
    for (const { command, stdout, stderr } of ended)
      expect([command, secretsIn(stdout + stderr)]).toEqual([command, []]);
    for (const [path, text] of filesIn(folder)) expect([path, secretsIn(text)]).toEqual([path, []]);
    expect(service.heard.length).toBeGreaterThan(commands.length / 2);
  };
  const ways = Object.keys(WAYS);
  // Before these every command tries for as long as it may.
  const slow = ['in a page', 'in the address of a redirect', 'in UTF-16', 'in a broken answer'];
  it.each(ways.filter((way) => !slow.includes(way)))('%s gets it into no output and no file', (way) =>
    expectNoSecret(way, EACH_WAY),
  );
  it.each(ways)('%s gets it into no output and no file of any command', { tags: ['long'] }, (way) =>
    expectNoSecret(way, EVERYTHING),
  );

  it('gets it into no sentence for people either', async () => {
    const ended = await runAll(
      (socket, heard) => socket.write(reply('400 Bad Request', echoes(heard, PASSWORD), json)),
      { commands: EVERYTHING, isJson: false, seconds: 4 },
    );
    for (const { stdout, stderr } of ended) expect(secretsIn(stdout + stderr)).toEqual([]);
  });
});

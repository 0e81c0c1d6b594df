import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
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
import { runBatch } from './run-batch.ts';

// Many commands run side by side, on a machine that may be busy.
vi.setConfig({ testTimeout: 120_000 });

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
};

let folder: string;
let service: HostileService | null = null;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lead-console-hostile-'));
});
afterEach(async () => {
  await service?.close();
  rmSync(folder, { recursive: true, force: true });
});

interface Ended {
  readonly command: string;
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  readonly last: { readonly error?: { readonly message: string } };
}

/** One command in a folder of its own, with its own data folder. */
async function run(url: string, command: string, isJson: boolean, seconds: number): Promise<Ended> {
  const own = join(folder, `${command} ${isJson}`);
  mkdirSync(own);
  writeFileSync(join(own, 'ids.txt'), 'L-1\nL-2\n');
  writeFileSync(join(own, 'people.csv'), 'FirstName,Phone\nAnna,30000001\n');
  const args = (COMMANDS[command] ?? []).map((word) => (/\.\w+$/.test(word) ? join(own, word) : word));
  let stdout = '';
  let stderr = '';
  let stop: () => void = () => undefined;
  const code = await runBatch({
    args: [
      ...args,
      '--url',
      url,
      '--data-dir',
      join(own, 'data'),
      '--timeout',
      `${seconds}`,
      ...(isJson ? ['--json'] : []),
    ],
    environment: { LEAD_CONSOLE_USERNAME: 'anna', LEAD_CONSOLE_PASSWORD: PASSWORD },
    streams: {
      out(text) {
        stdout += text;
        // A watch that was answered goes on until somebody ends it.
        if (command === 'limits --watch') queueMicrotask(() => stop());
      },
      error: (text) => void (stderr += text),
    },
    interruption: { exitCode: null, onSignal: (listener) => (stop = listener) },
  });
  const last = isJson ? (JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as Ended['last']) : {};
  return { command, code, stdout, stderr, last };
}

interface Plan {
  readonly commands: readonly string[];
  readonly isJson?: boolean;
  /** Of `--timeout`; long unless the service never ends. */
  readonly seconds?: number;
}

async function runAll(behaviour: Behaviour, { commands, isJson = true, seconds = 60 }: Plan): Promise<Ended[]> {
  service = await startHostileService(behaviour);
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
const EVERYTHING = Object.keys(COMMANDS);
const SENTENCE = /^[A-Z0-9][^\n]{10,600}[.…]$/;

function expectSentence({ command, code, last }: Ended, words: RegExp): void {
  // An import counts its rows; the words are in its result file.
  const said = command === 'import' ? 'It counts its rows.' : (last.error?.message ?? '');
  expect([1, 3, 4]).toContain(code);
  expect([command, said]).toEqual([command, expect.stringMatching(SENTENCE)]);
  if (command === 'import') expect(last).toMatchObject({ created: 0 });
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

  it('drips for ever ends, whatever the command', async () => {
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

  it.each(Object.keys(WAYS))('%s gets it into no output and no file', async (way) => {
    const answer = WAYS[way] ?? (() => Buffer.alloc(0));
    const ended = await runAll((socket, heard) => socket.write(answer(heard, echoes(heard, PASSWORD))), {
      commands: EVERYTHING,
    });
    for (const { command, stdout, stderr } of ended)
      expect([command, secretsIn(stdout + stderr)]).toEqual([command, []]);
    for (const [path, text] of filesIn(folder)) expect([path, secretsIn(text)]).toEqual([path, []]);
    expect(service?.heard.length).toBeGreaterThan(EVERYTHING.length / 2);
  });

  it('gets it into no sentence for people either', async () => {
    const ended = await runAll(
      (socket, heard) => socket.write(reply('400 Bad Request', echoes(heard, PASSWORD), json)),
      { commands: EVERYTHING, isJson: false },
    );
    for (const { stdout, stderr } of ended) expect(secretsIn(stdout + stderr)).toEqual([]);
  });
});

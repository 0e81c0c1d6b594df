import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { EVERYTHING } from '../../shared/domain/service/queries/query-fixture.ts';
import { startBrowserHost } from '../../electron/loopback/browser-host.ts';
import { SPEC_HOST, visit } from '../../electron/loopback/visitor-fixture.ts';
import { type ChannelInput, type ChannelName, channelNames } from '../../shared/contract/channels.ts';
import { bodyFor } from './arguments.ts';
import { KnownValues } from './known-values.ts';

/** What must not be: an error nobody foresaw, an unreadable answer, a path of this computer. */
export interface Finding {
  readonly what: 'internal' | 'status' | 'unreadable' | 'path';
  readonly channel: string;
  /** The first 500 characters. */
  readonly body: string;
  readonly answer: string;
  /** What the program's log says about it. */
  readonly log?: string;
}

export interface FuzzResult {
  readonly calls: number;
  /** Channels that answered a call with success at least once. */
  readonly worked: readonly string[];
  /** Answers by `ok`, the code of an error, or the HTTP status. */
  readonly answers: Readonly<Record<string, number>>;
  readonly findings: readonly Finding[];
  /** Bytes of the heap after a collection: after the first half of the calls, and at the end. */
  readonly heap: { readonly half: number; readonly end: number };
}

/** Calls between two sequences that make a draft, a job and an export, which the calls then meet. */
const ROAD_EVERY = 60;
/** They end the account or leave it; more often, hardly another call would find an open one. */
const RARE: ReadonlySet<ChannelName> = new Set(['account:remove', 'account:signOut']);
const RARE_EVERY = 10;

const FILES = [
  ['leads.csv', 'FullName,Phone\nKim,+4530123456\nBo,+4530123457\nKim,+4530123456\n'],
  ['a\ud800.csv', 'FullName;Phone\n"Kim;+45\n\0;\u202e\n'],
  ['__proto__.csv', '__proto__,constructor\n=1+1,ﷺ\n'],
  ['broken.xlsx', 'PK\u0003\u0004 no table'],
  [
    'saved.mht',
    'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<table><tr><td>FullName<td>Phone<tr><td>K=C3=\r\n',
  ],
  ['empty.csv', ''],
] as const;

/** Characters of the log that a finding keeps. */
const LOG_CHARACTERS = 1500;

type Browser = Awaited<ReturnType<typeof visit>>;

/**
 * Calls every channel of the browser host over HTTP, with arguments made of the contract's schemas, in front of the
 * practice account. The same seed draws the same arguments, but ids in them
 * come from answers, so two runs are alike and not equal.
 * @param tell gets the number of calls now and then
 */
export async function fuzzCampaign(
  calls: number,
  seed: number,
  tell: (done: number) => void = () => undefined,
): Promise<FuzzResult> {
  const root = mkdtempSync(join(tmpdir(), 'fuzz-'));
  mkdirSync(join(root, 'page'));
  writeFileSync(join(root, 'page', 'index.html'), 'page');
  const host = await startBrowserHost({
    ...SPEC_HOST,
    dataFolder: join(root, 'data'),
    pageFolder: join(root, 'page'),
    practice: true,
  });
  const browser = await visit(host);
  const run = new Run(
    browser,
    [root, import.meta.dirname, homedir(), 'node:internal'].filter((path) => path !== '/'),
  );
  let half = 0;
  try {
    for (let index = 0; index < calls; index += 1) {
      if (index % ROAD_EVERY === 0) await run.road(Math.floor(index / ROAD_EVERY));
      if (index === Math.floor(calls / 2)) half = heapBytes();
      const name = channelNames[index % channelNames.length] as ChannelName;
      const round = Math.floor(index / channelNames.length);
      if (RARE.has(name) && round % RARE_EVERY !== RARE_EVERY - 1) continue;
      const body = fc.sample(bodyFor(name, run.known.values), { seed: seed * 1_000_003 + index, numRuns: 2 })[1] ?? '';
      await run.send(name, body);
      browser.heard.length = 0;
      if (index % 1000 === 999) tell(index + 1);
    }
    const result = run.result();
    const findings = result.findings.map((finding) => ({
      ...finding,
      log: logLineOf(join(root, 'data', 'logs'), finding),
    }));
    return { ...result, findings, heap: { half, end: heapBytes() } };
  } finally {
    await browser.leave();
    await host.close();
    rmSync(root, { recursive: true, force: true });
  }
}

class Run {
  readonly known = new KnownValues();
  readonly #browser: Browser;
  readonly #paths: readonly string[];
  readonly #answers = new Map<string, number>();
  readonly #worked = new Set<string>();
  readonly #findings: Finding[] = [];
  #calls = 0;

  constructor(browser: Browser, paths: readonly string[]) {
    this.#browser = browser;
    this.#paths = paths;
  }

  result(): Omit<FuzzResult, 'heap'> {
    const answers = Object.fromEntries([...this.#answers].sort(([one], [other]) => one.localeCompare(other)));
    return { calls: this.#calls, worked: [...this.#worked].sort(), answers, findings: this.#findings };
  }

  /** From a file to a job, an export and a place to save to. A step may fail: the calls before it did what they did. */
  async road(index: number): Promise<void> {
    const [name, content] = FILES[index % 2 === 0 ? 0 : (index >> 1) % FILES.length] ?? FILES[0];
    await this.#call('account:practice', {});
    const file = await this.#browser.upload(name.toWellFormed(), content).catch(() => null);
    if (file !== null) this.known.add('token', file.token);
    const draft = await this.#call('import:open', { token: file?.token ?? '' });
    if (draft !== null) {
      const draftId = draft.id as string;
      const plan = { campaignCode: 'EU-MESSE-26', poolName: null, stopAfterSameRefusal: 0 };
      await this.#call('import:saveDraft', { draftId, plan });
      await this.#call('check:run', { draftId });
      if (index % 2 === 0) await this.#call('import:start', { draftId, sendAgain: true });
      if (index % 2 === 0)
        this.known.add(
          'draftId',
          ((await this.#call('import:open', { token: file?.token ?? '' }))?.id as string | undefined) ?? draftId,
        );
    }
    const query = { ...EVERYTHING, projects: ['EU-MESSE-26'] };
    await this.#call('export:start', { query });
    for (const suggestedName of ['saved.csv', 'a\ud800.xlsx']) await this.#call('host:chooseTarget', { suggestedName });
  }

  async #call<Name extends ChannelName>(name: Name, args: ChannelInput<Name>): Promise<Record<string, unknown> | null> {
    return this.send(name, JSON.stringify(args));
  }

  /** The value of an answer that worked. */
  async send(channel: ChannelName, body: string): Promise<Record<string, unknown> | null> {
    this.#calls += 1;
    const { status, text } = await this.#browser.send(channel, body);
    const found = (what: Finding['what']) =>
      this.#findings.push({ what, channel, body: body.slice(0, 500), answer: text.slice(0, 500) });
    if (this.#paths.some((path) => text.includes(path))) found('path');
    const answer = answerIn(text);
    if (answer === null) found('unreadable');
    if (status >= 500) found('status');
    const kind = answer === null ? String(status) : answer.ok ? 'ok' : answer.error.code;
    this.#answers.set(kind, (this.#answers.get(kind) ?? 0) + 1);
    if (kind === 'internal') found('internal');
    if (answer?.ok !== true) return null;
    this.#worked.add(channel);
    this.known.learn(channel, answer.value);
    return answer.value;
  }
}

type Answer = { ok: true; value: Record<string, unknown> } | { ok: false; error: { code: string } };

function answerIn(text: string): Answer | null {
  try {
    const answer = JSON.parse(text) as Answer | { error: { code: string } };
    return 'ok' in answer ? answer : { ok: false, error: answer.error };
  } catch {
    return null;
  }
}

function logLineOf(folder: string, { answer }: Finding): string {
  const id = /"logId":"(\w+)"/.exec(answer)?.[1];
  if (id === undefined) return '';
  const log = readdirSync(folder)
    .map((name) => readFileSync(join(folder, name), 'utf8'))
    .join('');
  const start = log.indexOf(`bug ${id}`);
  return start < 0 ? '' : log.slice(start, start + LOG_CHARACTERS);
}

function heapBytes(): number {
  setFlagsFromString('--expose-gc');
  (runInNewContext('gc') as () => void)();
  return process.memoryUsage().heapUsed;
}

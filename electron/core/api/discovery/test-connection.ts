// Why: decision 0150.
import type { Dialect } from '../../../../shared/contract/account/account.ts';
import type { Asked, Finding, TestStep, ToldRights } from '../../../../shared/contract/account/discovery.ts';
import type { AppError } from '../../../../shared/contract/errors.ts';
import { parseJson } from '../../../../shared/domain/service/answers/answers.ts';
import { isTooDeep } from '../../../../shared/domain/service/answers/deep-json.ts';
import { knownOperations, readMetadata } from '../../../../shared/domain/service/discovery/metadata.ts';
import { isGood, type Seen, type Sight, silence } from '../../../../shared/domain/service/discovery/seen.ts';
import { envelopeOf } from '../../../../shared/domain/service/discovery/names.ts';
import { rightsSeen } from '../../../../shared/domain/service/discovery/rights.ts';
import { settle } from '../../../../shared/domain/service/discovery/settle.ts';
import { isEmptyTable, isTable } from '../../../../shared/domain/service/discovery/settle-answers.ts';
import { leadSearchPath, rawLeadsPath } from '../../../../shared/domain/service/queries/export-request.ts';
import { readAccount } from '../../../../shared/domain/service/answers/records.ts';
import { DAY } from '../../../../shared/domain/time/time.ts';
import type { FigureList } from '../reads/account-figures.ts';
import type { NightPrice } from '../reads/price-probe.ts';
import type { RequestTools } from '../requests/request-tools.ts';
import { firstAnswer } from './first-answer.ts';
import { type QuestionCall, Questions, type Reply } from './questions.ts';
import { clockStep, type ReachTools, testAddress, testEncryption } from './reach.ts';
import { type StepEnd, TestSteps } from './test-steps.ts';
import { capitalized, format } from '../../../../shared/domain/words/format.ts';
import { ENDPOINT } from '../../../../shared/domain/service/services.ts';

export interface ConnectionReport {
  readonly works: boolean;
  readonly steps: readonly TestStep[];
  /** The trouble that ended the test; null when it works. */
  readonly error: AppError | null;
  readonly requests: readonly Asked[];
  readonly rights: ToldRights | null;
  /** Rights that the answers and the list of rights show. */
  readonly shown: ReadonlyMap<string, 'allowed' | 'gone'>;
  /** What the answers settle. They hold what the service sent, secrets that it echoed among it, and stay in here. */
  settle(at: number, earlier: readonly Finding[]): Finding[];
}

export interface TestTools extends ReachTools {
  readonly requests: RequestTools;
  readonly dialect: Dialect;
  readonly nightPrice: NightPrice;
  /** The ledger learns from the limits and counts that the test reads. */
  readonly takeFigures: (what: 'limits' | 'counts', value: unknown) => FigureList;
  /** The service's clock minus ours, milliseconds; null before the first `Date` header. */
  readonly clockOffset: () => number | null;
}

/** Bytes that are read of an answer. Leads are cut off after their beginning; the others are short. */
const WHOLE = 256 * 1024;
const DESCRIPTION = 2 * 1024 * 1024;
const FIRST_LEADS = 16 * 1024;
const FIRST_ROWS = 2 * 1024;

/** Where services of this kind were seen to answer raw leads. */
const RAW_PATHS = ['/rawleads', '/rawleads/csv'] as const;

/** Tries the connection step by step and reports each step; the first failure ends it. */
export async function testConnection(
  tools: TestTools,
  onStep: (step: TestStep) => void,
  signal?: AbortSignal,
): Promise<ConnectionReport> {
  const test = new ConnectionTest(tools, onStep, signal);
  await test.run();
  return test.report();
}

class ConnectionTest {
  readonly #tools: TestTools;
  readonly #steps: TestSteps;
  readonly #questions: Questions;
  #rights: ToldRights | null = null;
  /** What the first answer says of the password. */
  #credentials: StepEnd | null = null;

  constructor(tools: TestTools, onStep: (step: TestStep) => void, signal: AbortSignal | undefined) {
    this.#tools = tools;
    const questions = new Questions(tools.requests, signal);
    this.#questions = questions;
    const tell = (step: TestStep) => onStep({ ...step, detail: questions.clean(step.detail) });
    this.#steps = new TestSteps(tools.clock, tell, signal);
  }

  async run(): Promise<void> {
    const steps = this.#steps;
    if (!(await steps.run('address', () => testAddress(this.#tools)))) return;
    if (!(await steps.run('encryption', () => testEncryption(this.#tools)))) return;
    const limits = await this.#login();
    if (limits === null) return;
    await steps.run('counts', () => this.#counts(limits));
    await steps.run('rights', () => this.#readRights());
    await steps.run('metadata', () => this.#describe());
    await steps.run('raw', () => this.#rawLeads());
    await steps.run('search', () => this.#search());
    const clock = clockStep(this.#tools.clockOffset());
    if (steps.error === null && clock !== null) steps.end('clock', clock);
  }

  report(): ConnectionReport {
    const { all, error } = this.#steps;
    const { dialect, nightPrice } = this.#tools;
    const clean = (text: string) => this.#questions.clean(text);
    const { asked, seen } = this.#questions;
    const sight: Sight = { seen, dialect, nightPrice };
    return {
      works: error === null,
      steps: all.map((step) => ({ ...step, detail: clean(step.detail) })),
      error: error === null ? null : { ...error, message: clean(error.message) },
      requests: asked,
      rights: this.#rights,
      shown: rightsSeen(seen, this.#rights),
      settle: (at, earlier) => settle(sight, at, earlier).map((finding) => cleanFinding(finding, clean)),
    };
  }

  /** Limits, and users when those settle nothing: the path and the password. Null ends the test. */
  async #login(): Promise<Reply | null> {
    let limits: Reply | null = null;
    const goesOn = await this.#steps.run('prefix', async () => {
      limits = await this.#ask({ question: 'limits', path: '/myaccount/request/limits' });
      let reply = limits;
      let found = reply.kind === 'seen' ? firstAnswer(reply.seen, this.#host, false) : null;
      if (reply.kind === 'seen' && found === null) {
        reply = await this.#ask({ question: 'users', service: ENDPOINT.users, path: '/users' });
        found = reply.kind === 'seen' ? firstAnswer(reply.seen, this.#host, true) : null;
      }
      if (found === null) return reply.kind === 'seen' ? unaskedStep('') : endOf(reply, true);
      const { prefix, credentials } = found;
      // The password is judged by the same answer; its step follows.
      this.#credentials = credentials;
      return prefix;
    });
    if (!goesOn) return null;
    if (!(await this.#steps.run('credentials', async () => this.#credentials ?? unaskedStep('')))) return null;
    const first: Reply = limits ?? { kind: 'unasked', why: '' };
    await this.#steps.run('limits', async () => this.#figures('limits', first));
    return first;
  }

  async #counts(limits: Reply): Promise<StepEnd> {
    if (limits.kind === 'seen' && (limits.seen.status === 404 || limits.seen.status === 405))
      return unaskedStep('Not asked, because the service does not state limits. Lead Console counts requests itself.');
    return this.#figures('counts', await this.#ask({ question: 'counts', path: '/myaccount/request/counts' }));
  }

  #figures(what: 'limits' | 'counts', reply: Reply): StepEnd {
    if (reply.kind !== 'seen') return endOf(reply);
    const request = reply.seen.number;
    const { text } = reply.seen;
    const value = isGood(reply.seen) && !isTooDeep(text) ? parseJson(text) : undefined;
    if (value === undefined) {
      const why = silence(reply.seen, `/myaccount/request/${what}`);
      return { state: 'warning', detail: `${capitalized(why)}. Lead Console counts requests itself.`, request };
    }
    const { figures } = this.#tools.takeFigures(what, value);
    // As the service counts them: one of its services may be several endpoints.
    const known = figures.filter((figure) => figure.services.length > 0).length;
    if (known > 0)
      return {
        state: 'ok',
        detail: `${capitalized(what)} of ${known} ${known === 1 ? 'service' : 'services'}.`,
        request,
      };
    return {
      state: 'warning',
      detail: `Lead Console does not recognise the form of the ${what}. It shows them as they came and counts requests itself.`,
      request,
    };
  }

  async #readRights(): Promise<StepEnd> {
    const reply = await this.#ask({ question: 'account', path: '/myaccount' });
    if (reply.kind !== 'seen') return endOf(reply);
    const { seen } = reply;
    const account = isGood(seen) ? readAccount(parseJson(seen.text)) : null;
    if (account === null)
      return {
        state: 'absent',
        detail: `${capitalized(silence(seen, '/myaccount'))}; what this account may do shows when it is done.`,
        request: seen.number,
      };
    const { username, projectRights, resourceRights, entryAccess } = account;
    this.#rights = {
      username,
      projectRights: [...projectRights],
      resourceRights: Object.fromEntries(Object.entries(resourceRights).map(([name, verbs]) => [name, [...verbs]])),
      entryAccess,
    };
    const count = Object.keys(resourceRights).length;
    return {
      state: 'ok',
      detail: `Rights for ${count} ${count === 1 ? 'resource' : 'resources'}.`,
      request: seen.number,
    };
  }

  async #describe(): Promise<StepEnd> {
    const reply = await this.#ask({ question: 'metadata', path: '/metadata', limit: DESCRIPTION });
    if (reply.kind !== 'seen') return endOf(reply);
    const { seen } = reply;
    const metadata = isGood(seen) ? readMetadata(seen.text) : null;
    const detail =
      metadata === null
        ? `${capitalized(silence(seen, '/metadata'))}. Nothing here needs it.`
        : `${format.count(metadata.operations.length, 'operation')} described, ${knownOperations(metadata)} of them used here.`;
    return { state: metadata === null ? 'absent' : 'ok', detail, request: seen.number };
  }

  async #rawLeads(): Promise<StepEnd> {
    const own = rawLeadsPath(EVERYTHING, this.#tools.dialect).split('?', 1)[0] ?? '/rawleads';
    const other = RAW_PATHS.find((path) => path !== own) ?? own;
    const [first, second] = await this.#rawAt([own, other]);
    const found = [first, second].find((reply) => reply?.kind === 'seen' && isGood(reply.seen) && isTable(reply.seen));
    if (found?.kind === 'seen')
      return {
        state: found === first ? 'ok' : 'warning',
        detail:
          found === first
            ? `${own} answers a table.`
            : `${other} answers a table, ${own} does not. The setting is unchanged; you can take the path that answers.`,
        request: found.seen.number,
      };
    if (first.kind !== 'seen') return endOf(first);
    const detail = isGood(first.seen)
      ? isEmptyTable(first.seen)
        ? `${own} answered without a line: no lead was changed since yesterday, or the path is wrong.`
        : `${own} answers no table. Raw leads do not work with this path.`
      : `${capitalized(silence(first.seen, own))}. ${isPassing(first.seen) ? 'Test again later.' : 'Raw leads do not work; lead search and saved searches are separate.'}`;
    return { state: 'warning', detail, request: this.#questions.asked.length };
  }

  /** The path of the account, and the other known one when there is nothing at the first. */
  async #rawAt([own, other]: readonly [string, string]): Promise<readonly [first: Reply, second?: Reply]> {
    const query = this.#recent;
    const path = (base: string) => rawLeadsPath(query, { ...this.#tools.dialect, rawLeadsPath: base });
    const call = { question: 'raw', service: ENDPOINT.rawLeads, accept: 'text/csv', limit: FIRST_ROWS } as const;
    const first = await this.#ask({ ...call, path: path(own) });
    const isAbsent = first.kind === 'seen' && (isGood(first.seen) ? !isTable(first.seen) : first.seen.status === 404);
    return isAbsent ? [first, await this.#ask({ ...call, path: path(other) })] : [first];
  }

  async #search(): Promise<StepEnd> {
    const path = leadSearchPath(this.#recent, this.#tools.dialect.listStyle);
    const reply = await this.#ask({ question: 'search', service: ENDPOINT.leadSearch, path, limit: FIRST_LEADS });
    if (reply.kind !== 'seen') return endOf(reply);
    const { seen } = reply;
    return isGood(seen) && envelopeOf(seen.text) !== null
      ? { state: 'ok', detail: 'Lead search answers; only its beginning was read.', request: seen.number }
      : { state: 'warning', detail: `${capitalized(silence(seen, 'lead search'))}.`, request: seen.number };
  }

  /** Leads changed since yesterday: a short answer that most likely has leads in it. */
  get #recent() {
    const { clock, formatDate } = this.#tools;
    return { ...EVERYTHING, modifiedFrom: formatDate(clock.wallNow() - DAY) };
  }

  get #host(): string {
    return this.#tools.url.host;
  }

  #ask(call: Pick<QuestionCall, 'question' | 'path'> & Partial<QuestionCall>): Promise<Reply> {
    return this.#questions.ask({ service: ENDPOINT.account, accept: 'application/json', limit: WHOLE, ...call });
  }
}

const EVERYTHING = { projects: [], modifiedFrom: null, statuses: [], closures: [] } as const;

/** Whether a refusal says nothing of what the service offers at other times. */
function isPassing({ status }: Seen): boolean {
  return status === 429 || status >= 500;
}

function unaskedStep(detail: string): StepEnd {
  return { state: 'warning', detail };
}

/** A step without an answer. Out of reach or cancelled ends the test; trouble of one answer does not. */
function endOf(reply: Exclude<Reply, { kind: 'seen' }>, isLogin = false): StepEnd {
  if (reply.kind === 'unasked') return { state: 'warning', detail: `Not asked. ${reply.why}` };
  const { error } = reply;
  const isEnd = isLogin || error.code === 'cancelled' || (error.code === 'network' && error.sent === 'no');
  return isEnd ? { state: 'failed', error } : { state: 'warning', detail: error.message };
}

function cleanFinding(finding: Finding, clean: (text: string) => string): Finding {
  const offered = JSON.stringify(finding.offer);
  return {
    ...finding,
    evidence: clean(finding.evidence),
    used: clean(finding.used),
    // A setting that equals a secret is not taken.
    offer: clean(offered) === offered ? finding.offer : null,
  };
}

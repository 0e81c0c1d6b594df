import type { AppError, Outcome } from '../../../../shared/contract/errors.ts';
import type { Clock } from '../../foundation/ports.ts';
import type { UserRecord } from '../../../../shared/domain/service/records.ts';
import type { RequestOptions } from '../requests/request-tools.ts';
import type { FigureList } from './account-figures.ts';
import { encrypt, openSocket, signerOf, type ProbeTarget } from '../transport/probe-connection.ts';
import { describeFailure, toNetworkError } from '../transport/transport-failure.ts';

export interface TestStepReport {
  readonly id: 'address' | 'encryption' | 'credentials' | 'limits' | 'clock';
  readonly state: 'running' | 'ok' | 'warning' | 'failed';
  readonly title: string;
  readonly detail: string;
  readonly milliseconds: number | null;
}

export interface ConnectionReport {
  readonly works: boolean;
  readonly steps: readonly TestStepReport[];
  /** The trouble that ended the test; null when it works. */
  readonly error: AppError | null;
}

export interface TestTools {
  readonly clock: Clock;
  readonly url: URL;
  readonly target: ProbeTarget;
  readonly listUsers: (options: RequestOptions) => Promise<Outcome<readonly UserRecord[]>>;
  readonly readLimits: (options: RequestOptions) => Promise<Outcome<FigureList>>;
  readonly readCounts: (options: RequestOptions) => Promise<Outcome<FigureList>>;
  readonly formatDate: (instant: number) => string;
  /** The service's clock minus ours, milliseconds; null before the first `Date` header. */
  readonly clockOffset: () => number | null;
}

type Finding = { state: 'ok' | 'warning'; detail: string } | { state: 'failed'; error: AppError };

const TITLES = {
  address: 'Address',
  encryption: 'Encryption',
  credentials: 'User name and password',
  limits: 'Limits and counts',
  clock: 'Clock',
} as const;

/** Milliseconds. A smaller difference between the clocks changes nothing that a person sees. */
const NOTEWORTHY_OFFSET = 30_000;

/** Milliseconds. A certificate that ends within two weeks is worth a warning: time enough to renew it. */
const SOON = 14 * 24 * 3_600_000;

/** Tries the connection step by step and reports each step; the first failure ends it. */
export async function testConnection(
  tools: TestTools,
  onStep: (step: TestStepReport) => void,
  signal?: AbortSignal,
): Promise<ConnectionReport> {
  const steps = new Map<TestStepReport['id'], TestStepReport>();
  const report = (step: TestStepReport) => {
    steps.set(step.id, step);
    onStep(step);
  };
  const run = async (id: TestStepReport['id'], work: () => Promise<Finding>): Promise<AppError | null> => {
    const title = TITLES[id];
    const since = tools.clock.monotonicNow();
    report({ id, state: 'running', title, detail: '', milliseconds: null });
    const finding: Finding =
      signal?.aborted === true
        ? { state: 'failed', error: { code: 'cancelled', message: 'Cancelled.' } }
        : await work();
    const milliseconds = Math.max(0, Math.round(tools.clock.monotonicNow() - since));
    const detail = finding.state === 'failed' ? finding.error.message : finding.detail;
    report({ id, state: finding.state, title, detail, milliseconds });
    return finding.state === 'failed' ? finding.error : null;
  };

  const options: RequestOptions = { lane: 'person', ...(signal === undefined ? {} : { signal }) };
  const error =
    (await run('address', () => testAddress(tools))) ??
    (await run('encryption', () => testEncryption(tools))) ??
    (await run('credentials', () => testCredentials(tools, options))) ??
    (await run('limits', () => testLimits(tools, options)));
  const offset = tools.clockOffset();
  if (error === null && offset !== null && Math.abs(offset) > NOTEWORTHY_OFFSET)
    report({ id: 'clock', state: 'warning', title: TITLES.clock, detail: clockWords(offset), milliseconds: null });
  return { works: error === null, steps: [...steps.values()], error };
}

function clockWords(offset: number): string {
  const seconds = Math.round(Math.abs(offset) / 1000);
  const difference = seconds < 120 ? `${seconds} seconds` : `${Math.round(seconds / 60)} minutes`;
  return `This computer's clock is ${difference} ${offset > 0 ? 'behind' : 'ahead of'} the service's. Quota and production hours follow the service's clock; set this computer's clock, so that the times shown here are right.`;
}

async function testAddress(tools: TestTools): Promise<Finding> {
  const { target, url } = tools;
  try {
    const socket = await openSocket(target);
    socket.destroy();
    const way = target.proxy === null ? '' : ` through the proxy ${new URL(target.proxy).host}`;
    return { state: 'ok', detail: `${url.host} answers${way}.` };
  } catch (error) {
    return { state: 'failed', error: toNetworkError(describeFailure(error, false, target.host)) };
  }
}

async function testEncryption(tools: TestTools): Promise<Finding> {
  const { target, url } = tools;
  if (url.protocol === 'http:') return { state: 'ok', detail: 'On this computer; nothing leaves it.' };
  try {
    const facts = await encrypt(await openSocket(target), target);
    const until = `certificate valid until ${tools.formatDate(facts.validTo)}, signed by ${facts.issuer}`;
    const isSoon = facts.validTo - tools.clock.wallNow() < SOON;
    return isSoon
      ? {
          state: 'warning',
          detail: `Encrypted (${facts.protocol}), but the certificate expires soon: ${until}. Tell the service's administrator.`,
        }
      : { state: 'ok', detail: `Encrypted (${facts.protocol}); ${until}.` };
  } catch (error) {
    const failure = describeFailure(error, false, target.host);
    if (failure.cause !== 'encryption') return { state: 'failed', error: toNetworkError(failure) };
    const signer = await signerOf(target);
    return { state: 'failed', error: toNetworkError(describeFailure(error, false, target.host, signer)) };
  }
}

async function testCredentials(tools: TestTools, options: RequestOptions): Promise<Finding> {
  const users = await tools.listUsers(options);
  if (users.ok)
    return {
      state: 'ok',
      detail:
        users.value.length === 1
          ? 'Accepted; 1 user is visible.'
          : `Accepted; ${users.value.length} users are visible.`,
    };
  // 403: the password was right, the account merely may not list users.
  if (users.error.code === 'forbidden')
    return { state: 'warning', detail: 'Accepted, but this account may not list users. Other pages may work.' };
  if (users.error.code === 'rateLimited') return { state: 'warning', detail: users.error.message };
  return { state: 'failed', error: users.error };
}

async function testLimits(tools: TestTools, options: RequestOptions): Promise<Finding> {
  const limits = await tools.readLimits(options);
  const counts = await tools.readCounts(options);
  if (limits.ok && counts.ok) {
    const known = new Set([...limits.value.figures, ...counts.value.figures].flatMap((figure) => figure.services));
    if (known.size > 0)
      return {
        state: 'ok',
        detail: `The service states its limits and counts; Lead Console recognises ${known.size} of them.`,
      };
    return {
      state: 'warning',
      detail:
        'Lead Console does not recognise the form of the limits and counts. It shows them as they came and counts requests itself.',
    };
  }
  return {
    state: 'warning',
    detail: 'The service does not state its limits and counts to this account. Lead Console counts requests itself.',
  };
}

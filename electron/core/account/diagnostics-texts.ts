import { csvLine } from '../../../shared/domain/files/csv-line.ts';
import type { DiagnosticsFile } from '../../../shared/contract/account/diagnostics.ts';
import type { Discovery } from '../../../shared/contract/account/discovery.ts';
import type { RequestLogEntry } from '../../../shared/contract/quota/quota.ts';
import type { ApiClient } from '../api/client.ts';
import type { StoredAccount } from './account-store.ts';

/** The files of a diagnostics bundle. Each is made from facts that are listed here, never from whole records. */

/** An account as the bundle knows it. */
export interface DiagnosedAccount {
  /** `account-1`: no name, no address, no user. */
  readonly label: string;
  readonly account: StoredAccount;
  readonly isActive: boolean;
  readonly protection: string;
  readonly bytes: Readonly<Record<string, number>>;
  readonly discovery: Discovery | null;
  /** Null while its password is missing. */
  readonly api: ApiClient | null;
}

export function accountsFile(accounts: readonly DiagnosedAccount[]): DiagnosticsFile {
  const told = accounts.map(({ label, account, isActive, protection, bytes, api }) => ({
    label,
    kind: account.kind,
    isActive,
    isSignedIn: api !== null,
    passwordKept: protection,
    settings: account.dialect,
    storedBytes: bytes,
  }));
  return file('accounts.json', 'Connections without name, address and user; their settings and storage', told);
}

/** What the last test settled: verdicts and values used; of the requests their paths and statuses, no answers. */
export function testFile({ label, discovery }: DiagnosedAccount): DiagnosticsFile | null {
  if (discovery === null) return null;
  const { testedAt, works, steps, requests, findings, rights, changes } = discovery;
  return file(`${label}-test.json`, 'The last connection test: steps, verdicts, statuses; no answers', {
    testedAt: new Date(testedAt).toISOString(),
    works,
    steps: steps.map(({ id, state, milliseconds, request }) => ({ id, state, milliseconds, request })),
    requests: requests.map(({ number, path, status, contentType, milliseconds, bytes }) => ({
      number,
      path: path.split('?', 1)[0],
      status,
      contentType,
      milliseconds,
      bytes,
    })),
    findings: findings.map(({ point, verdict }) => ({ point, verdict })),
    rights:
      rights === null
        ? null
        : { projects: rights.projectRights.length, resources: rights.resourceRights, entryAccess: rights.entryAccess },
    gone: changes.filter(({ now }) => now === 'gone').map(({ right }) => right),
  });
}

export function quotaFile({ label, api }: DiagnosedAccount): DiagnosticsFile | null {
  if (api === null) return null;
  const { services, fairUse, readAt, clockOffset, nightPrice, offline } = api.quota();
  return file(`${label}-quota.json`, 'What is counted of each service', {
    fairUse,
    readAt,
    clockOffset,
    nightPrice,
    isOffline: offline !== '',
    services: services.map(({ service, daily, minute, blockedUntil }) => ({ service, daily, minute, blockedUntil })),
  });
}

const COLUMNS = [
  'time',
  'method',
  'path',
  'service',
  'lane',
  'status',
  'outcome',
  'units',
  'milliseconds',
  'remaining',
];

/** Lines of the request log as CSV: paths without ids and values, times in UTC. */
export function logCsv(entries: readonly RequestLogEntry[]): string {
  const lines = entries.map(({ at, method, path, service, lane, status, outcome, units, milliseconds, remaining }) =>
    csvLine([new Date(at).toISOString(), method, path, service, lane, status, outcome, units, milliseconds, remaining]),
  );
  return [csvLine(COLUMNS), ...lines].join('');
}

export function requestsFile({ label, api }: DiagnosedAccount): DiagnosticsFile | null {
  if (api === null) return null;
  const text = logCsv(api.requestLog());
  return { name: `${label}-requests.csv`, says: 'The last requests: no values, no bodies, no headers', text };
}

const LONGEST_LOG = 400;

/**
 * The program's log without messages: they may hold what was sent. Times, places, kinds of errors and the lines of the
 * program stay.
 */
export function logFile(name: string, text: string): DiagnosticsFile {
  const kept = text.split('\n').flatMap((line): string[] => {
    const bug = /^(\S+) bug (\w+) in (.{1,80}?): (\w*Error\b)?/.exec(line);
    if (bug !== null) return [`${bug[1]} bug ${bug[2]} in ${bug[3]}: ${bug[4] ?? 'error'}`];
    const place = /^\s+at .*?([\w.-]+\.(?:js|ts|mjs|cjs):\d+:\d+)\)?$/.exec(line);
    return place === null ? [] : [`    at ${place[1]}`];
  });
  return {
    name: `log-${name}.txt`,
    says: 'Bugs: time, place and kind; no messages',
    text: kept.slice(-LONGEST_LOG).join('\n') || '(no bugs)',
  };
}

export function file(name: string, says: string, value: unknown): DiagnosticsFile {
  return { name, says, text: JSON.stringify(value, null, 2) };
}

import { methodName, subscriptionName, type LeadConsole } from '../../../shared/contract/bridge.ts';
import { channelNames, eventNames, type ChannelInput, type EventName } from '../../../shared/contract/channels.ts';
import type { AppError, Outcome } from '../../../shared/contract/errors.ts';
import type { ChosenFile } from '../../../shared/contract/host/files.ts';
import { type Connection, goneMessage, lockedMessage } from './connection.ts';

/** What the client needs of a browser; specs give their own. */
export interface HttpPlatform {
  readonly fetch: typeof fetch;
  readonly openEvents: (url: string) => EventSource;
  /** Asks for one file; null when the person closes the dialog. */
  readonly chooseFile: (wanted: 'spreadsheet' | 'mapping') => Promise<File | null>;
  /** Saves what stands at an address of this host. */
  readonly download: (url: string) => void;
  /** Takes the one-time token out of the page's address; null when there is none. */
  readonly takeToken: () => string | null;
  readonly setTimeout: (action: () => void, milliseconds: number) => unknown;
}

/** `EventSource.CLOSED`: the browser will not try again by itself. */
const CLOSED = 2;

type Listener = (payload: unknown) => void;

const retryMilliseconds = [500, 1000, 2000, 4000] as const;

function failure(error: AppError): { ok: false; error: AppError } {
  return { ok: false, error };
}

function hostError(message: string): { ok: false; error: AppError } {
  return failure({ code: 'internal', message, logId: '' });
}

function isOutcome(value: unknown): value is Outcome<unknown> {
  return typeof value === 'object' && value !== null && 'ok' in value && typeof value.ok === 'boolean';
}

/** The same `LeadConsole` that the preload gives on the desktop, over HTTP to the host that served this page. */
export function createHttpClient(platform: HttpPlatform, connection: Connection): LeadConsole {
  const listeners = new Map<EventName, Set<Listener>>();
  const ready = signIn();
  ready.then(() => follow(0)).catch((error: unknown) => reportError(error));

  async function signIn(): Promise<void> {
    const token = platform.takeToken();
    if (token === null) return;
    try {
      const response = await platform.fetch('/session', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token }),
        credentials: 'same-origin',
      });
      // A token that was used up is no trouble for a page that still has its cookie: the first call tells.
      if (response.ok) connection.set('open');
    } catch {
      connection.set('gone');
    }
  }

  async function post(url: string, init: RequestInit): Promise<Outcome<unknown>> {
    await ready;
    let response: Response;
    try {
      response = await platform.fetch(url, { method: 'POST', credentials: 'same-origin', ...init });
    } catch {
      connection.set('gone');
      return hostError(goneMessage);
    }
    if (response.status === 401 || response.status === 403) {
      connection.set('locked');
      return hostError(lockedMessage);
    }
    try {
      const outcome: unknown = await response.json();
      if (isOutcome(outcome)) {
        connection.set('open');
        return outcome;
      }
    } catch {
      // The answer was cut off or is not JSON; said below.
    }
    return hostError(`Lead Console gave no readable answer (status ${response.status}). Try it once more.`);
  }

  function call(channel: string, args: unknown): Promise<Outcome<unknown>> {
    return post(`/call/${channel}`, { headers: { 'content-type': 'application/json' }, body: JSON.stringify(args) });
  }

  function upload(file: File): Promise<Outcome<unknown>> {
    return post(`/files?name=${encodeURIComponent(file.name)}&modified=${file.lastModified}`, {
      headers: { 'content-type': 'application/octet-stream' },
      body: file,
    });
  }

  async function chooseFile(args: ChannelInput<'host:chooseFile'>): Promise<Outcome<unknown>> {
    const file = await platform.chooseFile(args.wanted ?? 'spreadsheet');
    if (file === null) return { ok: true, value: { file: null } };
    const outcome = await upload(file);
    return outcome.ok ? { ok: true, value: { file: outcome.value } } : outcome;
  }

  /**
   * One stream for all events. The browser opens it again by itself and asks for what it missed; after an answer that
   * is no stream it gives up, and we try again.
   */
  function follow(attempt: number): void {
    const source = platform.openEvents('/events');
    let failures = attempt;
    source.addEventListener('open', () => {
      connection.set('open');
      if (failures > 0) announceReturn();
      failures = 0;
    });
    for (const name of eventNames) {
      source.addEventListener(name, (event) => {
        const payload: unknown = JSON.parse((event as MessageEvent<string>).data);
        for (const listener of listeners.get(name) ?? []) listener(payload);
      });
    }
    source.addEventListener('error', () => {
      failures += 1;
      // Asking once tells a host that is gone from one that does not know this page.
      if (failures > 1 || source.readyState === CLOSED)
        call('host:info', {}).catch((error: unknown) => reportError(error));
      if (source.readyState !== CLOSED) return;
      const wait = retryMilliseconds[Math.min(failures - 1, retryMilliseconds.length - 1)] ?? 4000;
      platform.setTimeout(() => follow(failures), wait);
    });
  }

  /** What happened while the stream was down may be lost: listeners of `core:state` read everything again. */
  function announceReturn(): void {
    for (const listener of listeners.get('core:state') ?? []) listener({ state: 'running', message: '' });
  }

  const client: Record<string, unknown> = {};
  for (const name of channelNames) client[methodName(name)] = (args: unknown) => call(name, args);
  client[methodName('host:chooseFile')] = chooseFile;
  for (const name of eventNames) {
    client[subscriptionName(name)] = (listener: Listener) => {
      const set = listeners.get(name) ?? new Set<Listener>();
      listeners.set(name, set.add(listener));
      return () => set.delete(listener);
    };
  }
  client['acceptFile'] = (file: File) => upload(file) as Promise<Outcome<ChosenFile>>;
  client['deliverFile'] = (token: string) => {
    platform.download(`/files/${encodeURIComponent(token)}`);
    return Promise.resolve({ ok: true, value: {} });
  };
  return client as unknown as LeadConsole;
}

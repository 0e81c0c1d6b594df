// Why: decision 0062.
import { methodName, subscriptionName, type LeadConsole } from '../../../shared/contract/bridge.ts';
import { channelNames, eventNames, type ChannelInput } from '../../../shared/contract/channels.ts';
import type { AppError, Outcome } from '../../../shared/contract/errors.ts';
import type { ChosenFile } from '../../../shared/contract/host/files.ts';
import { type Connection, goneMessage, lockedMessage } from './connection.ts';
import { HostEvents, type Listener } from './host-events.ts';

/** The parts of a browser that the client uses; specs replace them. */
export interface HttpPlatform {
  readonly fetch: typeof fetch;
  readonly openEvents: (url: string) => EventSource;
  /** Asks for one file; null when the person closes the dialog. */
  readonly chooseFile: (wanted: 'spreadsheet' | 'mapping' | 'query') => Promise<File | null>;
  /** Downloads the file at an address of this host. */
  readonly download: (url: string) => void;
  /** Removes the one-time token from the page's address and returns it; null when there is none. */
  readonly takeToken: () => string | null;
  readonly setTimeout: (action: () => void, milliseconds: number) => unknown;
}

function failure(error: AppError): { ok: false; error: AppError } {
  return { ok: false, error };
}

function hostError(message: string): { ok: false; error: AppError } {
  return failure({ code: 'internal', message, logId: '' });
}

function isOutcome(value: unknown): value is Outcome<unknown> {
  return typeof value === 'object' && value !== null && 'ok' in value && typeof value.ok === 'boolean';
}

/** Calls over HTTP. Every failure is an outcome, and the connection shows whether the host answers. */
class HttpCalls {
  readonly #platform: HttpPlatform;
  readonly #connection: Connection;
  /** Resolves when the one-time token was exchanged for the cookie, or when there is none. Never rejects. */
  readonly signedIn: Promise<void>;

  constructor(platform: HttpPlatform, connection: Connection) {
    this.#platform = platform;
    this.#connection = connection;
    this.signedIn = this.#signIn();
  }

  call(channel: string, args: unknown): Promise<Outcome<unknown>> {
    return this.#post(`/call/${channel}`, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(args),
    });
  }

  upload(file: File): Promise<Outcome<unknown>> {
    return this.#post(`/files?name=${encodeURIComponent(file.name)}&modified=${file.lastModified}`, {
      headers: { 'content-type': 'application/octet-stream' },
      body: file,
    });
  }

  async chooseFile(args: ChannelInput<'host:chooseFile'>): Promise<Outcome<unknown>> {
    const file = await this.#platform.chooseFile(args.wanted ?? 'spreadsheet');
    if (file === null) return { ok: true, value: { file: null } };
    const outcome = await this.upload(file);
    return outcome.ok ? { ok: true, value: { file: outcome.value } } : outcome;
  }

  async #signIn(): Promise<void> {
    const token = this.#platform.takeToken();
    if (token === null) return;
    try {
      const response = await this.#platform.fetch('/session', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ token }),
        credentials: 'same-origin',
      });
      // A used token is no failure while the page has its cookie. The first call shows whether it has.
      if (response.ok) this.#connection.set('open');
    } catch {
      this.#connection.set('gone');
    }
  }

  async #post(url: string, init: RequestInit): Promise<Outcome<unknown>> {
    await this.signedIn;
    let response: Response;
    try {
      response = await this.#platform.fetch(url, { method: 'POST', credentials: 'same-origin', ...init });
    } catch {
      this.#connection.set('gone');
      return hostError(goneMessage);
    }
    if (response.status === 401 || response.status === 403) {
      this.#connection.set('locked');
      return hostError(lockedMessage);
    }
    try {
      const outcome: unknown = await response.json();
      if (isOutcome(outcome)) {
        this.#connection.set('open');
        return outcome;
      }
    } catch {
      // The answer is incomplete or not JSON; the error is returned below.
    }
    return hostError(`Lead Console gave no readable answer (status ${response.status}). Try again.`);
  }
}

/** The `LeadConsole` of the preload, over HTTP to the host that served this page. */
export function createHttpClient(platform: HttpPlatform, connection: Connection): LeadConsole {
  const calls = new HttpCalls(platform, connection);
  const events = new HostEvents({
    openEvents: platform.openEvents,
    setTimeout: platform.setTimeout,
    connection,
    probe: () => calls.call('host:info', {}),
  });
  calls.signedIn.then(
    () => events.open(),
    () => connection.set('gone'),
  );

  const client: Record<string, unknown> = {};
  for (const name of channelNames) client[methodName(name)] = (args: unknown) => calls.call(name, args);
  client[methodName('host:chooseFile')] = (args: ChannelInput<'host:chooseFile'>) => calls.chooseFile(args);
  for (const name of eventNames) client[subscriptionName(name)] = (listener: Listener) => events.listen(name, listener);
  client['acceptFile'] = (file: File) => calls.upload(file) as Promise<Outcome<ChosenFile>>;
  client['deliverFile'] = (token: string) => {
    platform.download(`/files/${encodeURIComponent(token)}`);
    return Promise.resolve({ ok: true, value: {} });
  };
  return client as unknown as LeadConsole;
}

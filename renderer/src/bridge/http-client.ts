// Why: decision 0062.
import { methodName, subscriptionName, type LeadConsole } from '../../../shared/contract/bridge.ts';
import { channelNames, eventNames, type ChannelInput } from '../../../shared/contract/channels.ts';
import type { AppError, Outcome } from '../../../shared/contract/errors.ts';
import type { ChosenFile } from '../../../shared/contract/host/files.ts';
import { whileArriving } from '../lib/arriving-files.ts';
import type { LinkKeeper } from '../lib/link.ts';
import { HostEvents, type Listener } from './host-events.ts';
import { goneMessage, lockedMessage } from './link-words.ts';

/** The parts of a browser that the client uses; specs replace them. */
export interface HttpPlatform {
  readonly fetch: typeof fetch;
  readonly openEvents: (url: string) => EventSource;
  /** Asks for one file; null when the person closes the dialog. */
  readonly chooseFile: (wanted: 'spreadsheet' | 'template' | 'query' | 'certificates') => Promise<File | null>;
  /** Asks for spreadsheets, one or several; none when the person closes the dialog. */
  readonly chooseFiles: () => Promise<readonly File[]>;
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

function unreadable(name: string): { ok: false; error: AppError } {
  const message = `${name} cannot be read any more. It was moved, renamed, changed or deleted after you chose it. Choose it again.`;
  return failure({ code: 'file', message, reason: 'unreadable' });
}

/** A chosen file stays on its disk; a page cannot read it any more when it was moved, deleted or changed there. */
async function isReadable(file: File): Promise<boolean> {
  const reader = file.stream().getReader();
  try {
    // A slice would not do: of a deleted file the browser says that it is empty.
    await reader.read();
    await reader.cancel();
    return true;
  } catch {
    return false;
  }
}

function isOutcome(value: unknown): value is Outcome<unknown> {
  return typeof value === 'object' && value !== null && 'ok' in value && typeof value.ok === 'boolean';
}

/** Calls over HTTP. Every failure is an outcome, and the link shows whether the host answers. */
class HttpCalls {
  readonly #platform: HttpPlatform;
  readonly #link: LinkKeeper;
  /** Resolves when the one-time token was exchanged for the cookie, or when there is none. Never rejects. */
  readonly signedIn: Promise<void>;

  constructor(platform: HttpPlatform, link: LinkKeeper) {
    this.#platform = platform;
    this.#link = link;
    this.signedIn = this.#signIn();
  }

  call(channel: string, args: unknown): Promise<Outcome<unknown>> {
    return this.#post(`/call/${channel}`, {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(args),
    });
  }

  upload(file: File): Promise<Outcome<unknown>> {
    const ending = new AbortController();
    const { signal } = ending;
    const init = { headers: { 'content-type': 'application/octet-stream' }, body: file, signal };
    const { name, size } = file;
    return whileArriving({ name, size, cancel: () => ending.abort() }, () =>
      this.#post(`/files?name=${encodeURIComponent(name)}&modified=${file.lastModified}`, init, async () => {
        if (signal.aborted) return failure({ code: 'cancelled', message: `${name} was not read: you cancelled it.` });
        // The browser reports a file that it cannot read like a host that does not answer.
        return (await isReadable(file)) ? this.#gone() : unreadable(name);
      }),
    );
  }

  async chooseFile(args: ChannelInput<'host:chooseFile'>): Promise<Outcome<unknown>> {
    const file = await this.#platform.chooseFile(args.wanted ?? 'spreadsheet');
    if (file === null) return { ok: true, value: { file: null } };
    const outcome = await this.upload(file);
    return outcome.ok ? { ok: true, value: { file: outcome.value } } : outcome;
  }

  /** All of them, or the reason of the first that cannot be read. */
  async chooseFiles(): Promise<Outcome<unknown>> {
    const files: unknown[] = [];
    for (const file of await this.#platform.chooseFiles()) {
      const outcome = await this.upload(file);
      if (!outcome.ok) return outcome;
      files.push(outcome.value);
    }
    return { ok: true, value: { files } };
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
      // A used token is not a failure while the page has its cookie. The first call shows whether it has.
      if (response.ok) this.#link.heard();
    } catch {
      this.#link.lost('gone');
    }
  }

  #gone(): Outcome<unknown> {
    this.#link.lost('gone');
    return hostError(goneMessage);
  }

  /** @param onSilence what a request means that got no answer */
  async #post(
    url: string,
    init: RequestInit,
    onSilence: () => Outcome<unknown> | Promise<Outcome<unknown>> = () => this.#gone(),
  ): Promise<Outcome<unknown>> {
    await this.signedIn;
    let response: Response;
    try {
      response = await this.#platform.fetch(url, { method: 'POST', credentials: 'same-origin', ...init });
    } catch {
      return onSilence();
    }
    if (response.status === 401 || response.status === 403) {
      this.#link.lost('locked');
      return hostError(lockedMessage);
    }
    try {
      const outcome: unknown = await response.json();
      if (isOutcome(outcome)) {
        this.#link.heard();
        return outcome;
      }
    } catch {
      // The answer is incomplete or not JSON; the error is returned below.
    }
    return hostError(`Lead Console gave no readable answer (status ${response.status}). Try again.`);
  }
}

/** The `LeadConsole` of the preload, over HTTP to the host that served this page. */
export function createHttpClient(platform: HttpPlatform, link: LinkKeeper): LeadConsole {
  const calls = new HttpCalls(platform, link);
  const events = new HostEvents({
    openEvents: platform.openEvents,
    setTimeout: platform.setTimeout,
    link,
    probe: () => calls.call('host:info', {}),
  });
  calls.signedIn.then(
    () => events.open(),
    () => link.lost('gone'),
  );

  const client: Record<string, unknown> = {};
  for (const name of channelNames) client[methodName(name)] = (args: unknown) => calls.call(name, args);
  client[methodName('host:chooseFile')] = (args: ChannelInput<'host:chooseFile'>) => calls.chooseFile(args);
  client[methodName('host:chooseFiles')] = () => calls.chooseFiles();
  for (const name of eventNames) client[subscriptionName(name)] = (listener: Listener) => events.listen(name, listener);
  client['acceptFile'] = (file: File) => calls.upload(file) as Promise<Outcome<ChosenFile>>;
  client['deliverFile'] = (token: string) => {
    platform.download(`/files/${encodeURIComponent(token)}`);
    return Promise.resolve({ ok: true, value: {} });
  };
  return client as unknown as LeadConsole;
}

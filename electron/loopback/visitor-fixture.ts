import type { ChannelInput, ChannelName, ChannelResult } from '../../shared/contract/channels.ts';
import type { Outcome } from '../../shared/contract/errors.ts';
import type { BrowserHost } from './browser-host.ts';

/** For specs: a host on a free port, without what only `main` gives it. */
export const SPEC_HOST = { practice: false, openBrowser: false, port: 0, uploadBytes: null, environment: {} };

/** For specs: a browser that came in by the host's address; keeps everything it was told. */
export async function visit(host: Pick<BrowserHost, 'port' | 'freshAddress'>) {
  const own = `http://127.0.0.1:${host.port}`;
  const heard: string[] = [];
  const token = /#token=(\S+)/.exec(host.freshAddress())?.[1];
  const entered = await fetch(`${own}/session`, {
    method: 'POST',
    headers: { origin: own, 'content-type': 'application/json' },
    body: JSON.stringify({ token }),
  });
  const cookie = entered.headers.get('set-cookie')?.split(';')[0] ?? '';
  const headers = { origin: own, cookie };
  const stop = new AbortController();
  const events = await fetch(`${own}/events`, { headers, signal: stop.signal });
  const listening = (async () => {
    for await (const chunk of events.body ?? []) heard.push(new TextDecoder().decode(chunk as Uint8Array));
  })().catch(() => undefined);

  /** `body` is sent as it is. */
  async function send(channel: string, body: string): Promise<{ readonly status: number; readonly text: string }> {
    const response = await fetch(`${own}/call/${channel}`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body,
    });
    const text = await response.text();
    heard.push(text);
    return { status: response.status, text };
  }

  async function call<Name extends ChannelName>(
    channel: Name,
    args: ChannelInput<Name>,
  ): Promise<Outcome<ChannelResult<Name>>> {
    return JSON.parse((await send(channel, JSON.stringify(args))).text) as Outcome<ChannelResult<Name>>;
  }

  return {
    heard,
    send,
    call,
    /** The answer of a call that works. */
    async value<Name extends ChannelName>(channel: Name, args: ChannelInput<Name>): Promise<ChannelResult<Name>> {
      return valueOf(await call(channel, args));
    },
    async upload(name: string, body: string): Promise<{ token: string }> {
      const response = await fetch(`${own}/files?name=${encodeURIComponent(name)}`, { method: 'POST', headers, body });
      return valueOf((await response.json()) as Outcome<{ token: string }>);
    },
    /** The text of a saved file. */
    async download(token: string): Promise<string> {
      return (await fetch(`${own}/files/${token}`, { headers })).text();
    },
    async leave() {
      stop.abort();
      await listening;
    },
  };
}

export function valueOf<Value>(outcome: Outcome<Value>): Value {
  if (!outcome.ok) throw new Error(outcome.error.message);
  return outcome.value;
}

import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { methodName, subscriptionName } from '../../shared/contract/bridge.ts';
import { channelNames, eventNames } from '../../shared/contract/channels.ts';
import { ACCEPT_FILE, createBridge, FILE_DROPPED, namesArgument, namesFrom } from './bridge.ts';

const names = { channels: channelNames, events: eventNames, patient: ['host:fileOpened'] };

function setUp() {
  const invoked: { channel: string; args: unknown }[] = [];
  const events = new EventEmitter();
  let tokens = 0;
  let drop: (files: readonly { name: string }[]) => void = () => undefined;
  const bridge = createBridge<{ name: string }>(names, {
    async invoke(channel, args) {
      invoked.push({ channel, args });
      return { ok: true, value: channel };
    },
    subscribe(event, listener) {
      const receive = (payload: unknown) => listener(payload);
      events.on(event, receive);
      return () => events.off(event, receive);
    },
    pathOf: (file) => `/home/kim/${file.name}`,
    onFiles: (listener) => void (drop = listener),
    newToken: () => `token-${(tokens += 1)}`,
  }) as Record<string, (argument?: unknown) => unknown>;
  return { bridge, invoked, events, drop: (...names: string[]) => drop(names.map((name) => ({ name }))) };
}

describe('bridge', () => {
  it('has one function a channel, one subscription an event, and nothing else', () => {
    const { bridge } = setUp();
    expect(Object.keys(bridge).sort()).toEqual(
      [...channelNames.map(methodName), ...eventNames.map(subscriptionName), 'acceptFile', 'deliverFile'].sort(),
    );
    expect(Object.isFrozen(bridge)).toBe(true);
  });

  it('calls the channel of each function', async () => {
    const { bridge, invoked } = setUp();
    for (const name of channelNames) await bridge[methodName(name)]?.({ of: name });
    expect(invoked).toEqual(channelNames.map((channel) => ({ channel, args: { of: channel } })));
  });

  it('gives listeners the payload and no way to the sender, until they end it', () => {
    const { bridge, events } = setUp();
    const heard: unknown[][] = [];
    const end = bridge['onJobProgress']?.((...all: unknown[]) => heard.push(all)) as () => void;
    events.emit('job:progress', { id: 1 }, 'more');
    end();
    events.emit('job:progress', { id: 2 });
    expect(heard).toEqual([[{ id: 1 }]]);
  });

  it('keeps the latest opened file until somebody listens, and no other event', () => {
    const { bridge, events } = setUp();
    events.emit('host:fileOpened', 'first');
    events.emit('host:fileOpened', 'second');
    events.emit('job:progress', 'missed');
    const heard: unknown[] = [];
    bridge['onJobProgress']?.((payload: unknown) => heard.push(payload));
    const end = bridge['onHostFileOpened']?.((payload: unknown) => heard.push(payload)) as () => void;
    expect(heard).toEqual(['second']);
    end();
    events.emit('host:fileOpened', 'third');
    bridge['onHostFileOpened']?.((payload: unknown) => heard.push(payload));
    expect(heard).toEqual(['second', 'third']);
  });

  it('takes a file that was dropped, once, and no path of the page', async () => {
    const { bridge, invoked, drop } = setUp();
    await bridge['acceptFile']?.({ name: 'leads.csv', path: '/etc/passwd' });
    expect(invoked.splice(0)).toEqual([{ channel: ACCEPT_FILE, args: { token: '' } }]);
    drop('leads.csv', 'more.csv');
    expect(invoked.splice(0)).toEqual([
      { channel: FILE_DROPPED, args: { path: '/home/kim/leads.csv', token: 'token-1' } },
      { channel: FILE_DROPPED, args: { path: '/home/kim/more.csv', token: 'token-2' } },
    ]);
    await bridge['acceptFile']?.({ name: 'leads.csv', path: '/etc/passwd' });
    await bridge['acceptFile']?.({ name: 'leads.csv' });
    expect(invoked.splice(0)).toEqual([
      { channel: ACCEPT_FILE, args: { token: 'token-1' } },
      { channel: ACCEPT_FILE, args: { token: '' } },
    ]);
    drop('other.csv');
    invoked.splice(0);
    // Only the files of the last drop are known.
    await bridge['acceptFile']?.({ name: 'more.csv' });
    expect(invoked).toEqual([{ channel: ACCEPT_FILE, args: { token: '' } }]);
    expect(await bridge['deliverFile']?.('file-1')).toEqual({ ok: true, value: {} });
  });

  it('gets the names of the contract on its command line', () => {
    expect(namesFrom(['/usr/bin/app', '--type=renderer', namesArgument(names)])).toEqual(names);
    expect(namesFrom([])).toEqual({ channels: [], events: [], patient: [] });
  });

  it('does not bring zod into the preload', () => {
    for (const file of ['bridge.ts', 'preload.ts', '../../shared/contract/bridge.ts']) {
      const source = readFileSync(join(import.meta.dirname, file), 'utf8');
      const imports = source.match(/^import (?!type).*from '(.*)';$/gm) ?? [];
      for (const line of imports)
        expect(line).toMatch(/'(electron|\.\/bridge\.ts|\.\.\/\.\.\/shared\/contract\/bridge\.ts)'/);
    }
  });
});

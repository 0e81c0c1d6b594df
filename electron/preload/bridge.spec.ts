import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { methodName, subscriptionName } from '../../shared/contract/bridge.ts';
import { channelNames, eventNames } from '../../shared/contract/channels.ts';
import { ACCEPT_FILE, createBridge, namesArgument, namesFrom } from './bridge.ts';

const names = { channels: channelNames, events: eventNames, patient: ['host:fileOpened'] };

function setUp() {
  const invoked: { channel: string; args: unknown }[] = [];
  const events = new EventEmitter();
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
  }) as Record<string, (argument?: unknown) => unknown>;
  return { bridge, invoked, events };
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

  it('takes a dropped file by the file, not by a path of the page', async () => {
    const { bridge, invoked } = setUp();
    await bridge['acceptFile']?.({ name: 'leads.csv', path: '/etc/passwd' });
    expect(invoked).toEqual([{ channel: ACCEPT_FILE, args: { path: '/home/kim/leads.csv' } }]);
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

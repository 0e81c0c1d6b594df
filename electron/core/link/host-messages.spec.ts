import { expect, test } from 'vitest';
import { HostLink } from './host-link.ts';
import { type Answers, answerBy, askBy, hostRequests, readCoreEvent } from './host-messages.ts';

const PASSWORD = 'kept-in-the-host-4711';

/** A core that asks and a host that answers, joined as between processes. */
function askHostWith(answers: Partial<Answers<typeof hostRequests>>) {
  const refuse = () => Promise.reject(new Error('not used'));
  const all: Answers<typeof hostRequests> = {
    'secrets:read': refuse,
    'secrets:write': refuse,
    'secrets:remove': refuse,
    'settings:read': refuse,
    'settings:write': refuse,
    'proxy:find': refuse,
    'practice:start': refuse,
    'practice:samples': refuse,
    'practice:forget': refuse,
    ...answers,
  };
  const bugs: string[] = [];
  const shared = {
    onEvent: () => undefined,
    onBug: (_name: string, error: unknown) => String(bugs.push(String(error))),
  };
  const host: HostLink = new HostLink({
    ...shared,
    send: (message) => queueMicrotask(() => core.receive(structuredClone(message))),
    answer: answerBy(hostRequests, all),
  });
  const core: HostLink = new HostLink({
    ...shared,
    send: (message) => queueMicrotask(() => host.receive(structuredClone(message))),
    answer: refuse,
  });
  return { core, bugs, ask: askBy(hostRequests, core) };
}

test('answers arrive in the shape of their request', async () => {
  const bytes = new TextEncoder().encode('a;b');
  const { ask } = askHostWith({
    'secrets:read': async () => null,
    'settings:read': async () => undefined,
    'settings:write': async () => undefined,
    'practice:samples': async () => [{ name: 'a.csv', description: 'A.', bytes }],
  });
  expect(await ask('secrets:read', { accountId: 'a' })).toEqual({ ok: true, value: null });
  expect(await ask('settings:read', { key: 'k' })).toEqual({ ok: true, value: undefined });
  expect(await ask('settings:write', { key: 'k', value: 1 })).toEqual({ ok: true, value: undefined });
  expect(await ask('practice:samples', {})).toEqual({
    ok: true,
    value: [{ name: 'a.csv', description: 'A.', bytes }],
  });
});

test('the access to a team with the longest password of a login is kept, too', async () => {
  const { ask } = askHostWith({ 'secrets:write': async () => 'os' });
  const password = JSON.stringify({ invitation: 'x'.repeat(500), login: 'anna', password: '"'.repeat(1000) });
  expect(await ask('secrets:write', { accountId: 'team:a', password })).toEqual({ ok: true, value: 'os' });
});

test('an answer of another shape is an error that names the request and repeats no value', async () => {
  const { ask } = askHostWith({ 'secrets:write': async () => PASSWORD as never });
  await expect(ask('secrets:write', { accountId: 'a', password: PASSWORD })).rejects.toThrow(
    /^Malformed answer to secrets:write$/,
  );
});

test('arguments of another shape reach no handler', async () => {
  const { core, bugs } = askHostWith({});
  const outcome = await core.request('secrets:write', { accountId: 7, password: PASSWORD });
  expect(outcome).toMatchObject({ ok: false, error: { code: 'internal' } });
  expect(bugs).toEqual(['Error: Malformed request secrets:write']);
  expect(await core.request('files:read', {})).toMatchObject({ ok: false, error: { code: 'internal' } });
});

test('only events of the contract are read, without what the contract does not name', () => {
  const payload = { callId: 'c', rows: 1, rowsTotal: 2 };
  expect(readCoreEvent({ name: 'save:progress', payload: { ...payload, password: PASSWORD } })).toEqual({
    name: 'save:progress',
    payload,
  });
  expect(readCoreEvent({ name: 'save:progress', payload: { ...payload, rows: 'many' } })).toBeNull();
  expect(readCoreEvent({ name: 'constructor', payload })).toBeNull();
  expect(readCoreEvent(null)).toBeNull();
});

import { expect, test } from 'vitest';
import { createHost, failing, failure } from './host.ts';

const preferences = { colorScheme: 'light', density: 'compact' } as const;

test('answers as the contract says, and remembers what was asked', async () => {
  const host = createHost({ 'preferences:set': () => preferences });
  await expect(host.leadConsole.preferencesSet({ density: 'compact' })).resolves.toEqual({
    ok: true,
    value: preferences,
  });
  expect(host.calls('preferences:set')).toEqual([{ density: 'compact' }]);
  host.verify();
});

test('an answer that the contract does not know fails the spec', async () => {
  const host = createHost({ 'preferences:get': () => ({ ...preferences, density: 'tiny' as 'compact' }) });
  expect(await host.leadConsole.preferencesGet({})).toMatchObject({ ok: false });
  expect(() => host.verify()).toThrow(/preferences:get breaks the contract/);
});

test('arguments that the contract does not know fail the spec', async () => {
  const host = createHost({ 'export:get': () => Promise.reject(failure('Not here.')) });
  await host.leadConsole.exportGet({ exportId: '' });
  expect(() => host.verify()).toThrow(/arguments of export:get break the contract/);
});

test('a call that nobody answers fails the spec', async () => {
  const host = createHost({});
  await host.leadConsole.jobList({});
  await host.leadConsole.deliverFile('token');
  expect(() => host.verify()).toThrow('job:list was not expected with {}\ndeliverFile was not expected');
});

test('an answer that throws something else than an expected failure fails the spec', async () => {
  const host = createHost({
    'job:list': () => {
      throw new Error('A mistake in the spec');
    },
  });
  await host.leadConsole.jobList({});
  expect(() => host.verify()).toThrow(/A mistake in the spec/);
});

test('an expected failure crosses as one, and breaks nothing', async () => {
  const host = createHost({
    'job:list': failing({ code: 'network', message: 'The service is out of reach.', sent: 'no' }),
  });
  expect(await host.leadConsole.jobList({})).toMatchObject({ ok: false, error: { code: 'network' } });
  host.verify();
});

test('an event reaches those who listen, and must be what the contract says', () => {
  const host = createHost({});
  const heard: unknown[] = [];
  const end = host.leadConsole.onPreferencesChanged((payload) => heard.push(payload));
  host.emit('preferences:changed', preferences);
  expect(() => host.emit('preferences:changed', { density: 'tiny' } as never)).toThrow(/density/);
  end();
  host.emit('preferences:changed', preferences);
  expect(heard).toEqual([preferences]);
});

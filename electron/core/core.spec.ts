import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Core } from './core.ts';
import { loneCore, memorySettings } from './core-fixture.ts';
import { valueOf } from './foundation/failure.ts';
import { specFolder } from './foundation/folder-fixture.ts';

let folder: string;
let core: Core;
let settings: Map<string, unknown>;
let bugs: unknown[];
beforeEach(() => {
  folder = specFolder('core');
  settings = new Map();
  bugs = [];
  core = loneCore({
    dataFolder: folder,
    settings: memorySettings(settings),
    practice: {
      start: () => Promise.reject(new Error('not used')),
      samples: async () => [{ name: 'a.csv', description: 'A.', bytes: new Uint8Array(1) }],
      forget: async () => undefined,
    },
    log: { note: () => undefined, bug: (_where, error) => String(bugs.push(error)) },
  });
});
afterEach(async () => {
  await core.close();
});

describe('a call of the core', () => {
  it.each([
    ['job:rows', { jobId: 'x', state: 'all', offset: 0, limit: 501 }],
    ['job:rows', { jobId: 'x', state: 'all', offset: -1, limit: 1 }],
    ['import:open', { token: '/etc/passwd' }],
    ['import:open', { token: 'file-../../x' }],
    ['account:list', null],
    ['account:list', 'text'],
    ['account:connect', undefined],
    ['preferences:set', { density: 'none' }],
  ])('%s with %j is refused before anything happens', async (channel, args) => {
    expect(await core.call(channel, args)).toMatchObject({ ok: false, error: { code: 'validation' } });
    expect({ bugs, settings }).toEqual({ bugs: [], settings: new Map() });
  });

  it('does not repeat refused values, which may be secrets', async () => {
    const outcome = await core.call('account:connect', { address: 1, username: 'u', password: 'hunter2hunter2' });
    expect(outcome).toMatchObject({ ok: false, error: { code: 'validation' } });
    expect(JSON.stringify(outcome)).not.toContain('hunter2');
  });

  it.each(['job:nothing', '__proto__', 'constructor', 'host:info', ''])(
    '%j is no channel of the core',
    async (channel) => {
      expect(await core.call(channel, {})).toMatchObject({ ok: false, error: { code: 'notFound' } });
    },
  );

  it('says why a file that a person chose cannot be written, and takes that for no bug', async () => {
    const file = { token: 'file-00000001', path: join(folder, 'gone', 'bundle.zip'), name: 'bundle.zip' };
    core.grant({ ...file, access: 'write' });
    const program = { version: '1', platform: 'linux', host: 'browser' };
    const { id } = valueOf(await core.call('account:diagnostics', program)) as { id: string };
    const call = { callId: 'save', token: file.token, diagnosticsId: id };
    expect(await core.call('account:saveDiagnostics', call)).toMatchObject({
      error: { code: 'file', reason: 'missing', message: expect.stringContaining('"bundle.zip"') },
    });
    expect(bugs).toEqual([]);
  });

  it('fills in the defaults of the contract', async () => {
    expect(await core.call('preferences:get', {})).toEqual({
      ok: true,
      value: { colorScheme: 'auto', density: 'comfortable' },
    });
  });

  it('lets nothing out that the contract does not name', async () => {
    expect(await core.call('import:samples', {})).toEqual({
      ok: true,
      value: { samples: [{ name: 'a.csv', description: 'A.' }] },
    });
  });
});

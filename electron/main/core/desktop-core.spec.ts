import { EventEmitter } from 'node:events';
import { expect, it, vi } from 'vitest';
import { jobSummary } from '../../../shared/domain/jobs/job-summary-fixture.ts';
import { CORE_EVENT, type CoreEvent } from '../../core/link/host-messages.ts';
import type { ElectronParts } from '../guards/electron-parts.ts';
import { DesktopCore } from './desktop-core.ts';

/** A core that is no more than its events, and what keeps the computer awake meanwhile. */
function setUp() {
  const said: unknown[] = [];
  const child = Object.assign(new EventEmitter(), {
    postMessage: (message: unknown) => void said.push(message),
    kill: () => undefined,
  });
  const awake = new Set<number>();
  let lastId = 0;
  const electron = {
    utilityProcess: { fork: () => child },
    session: { defaultSession: { resolveProxy: async () => 'PROXY system:3128' } },
    powerSaveBlocker: {
      start(kind: string) {
        expect(kind).toBe('prevent-app-suspension');
        awake.add((lastId += 1));
        return lastId;
      },
      stop: (id: number) => awake.delete(id),
    },
  } as unknown as ElectronParts;
  const core = new DesktopCore({
    electron,
    dataFolder: '/data',
    programFolder: '/program',
    settings: { read: async () => undefined, write: async () => undefined },
    secrets: {
      protection: 'session',
      read: async () => null,
      write: async () => 'session',
      remove: async () => undefined,
    },
    log: { bug: () => 'spec', note: () => undefined },
    inBackground: () => undefined,
    onEvent: () => undefined,
    onState: () => undefined,
    onJobs: () => undefined,
    onSaves: () => undefined,
  });
  const tell = (event: CoreEvent) => child.emit('message', { kind: 'event', name: CORE_EVENT, payload: event });
  const exporting = (accountId: string, running: number) =>
    tell({ name: 'export:working', payload: { accountId, running } });
  /** What the core is told of the proxy for an address. */
  async function proxyFor(address: string): Promise<unknown> {
    child.emit('message', { kind: 'request', id: 7, name: 'proxy:find', args: { address } });
    await expect.poll(() => said.at(-1)).toMatchObject({ kind: 'answer', id: 7 });
    return (said.pop() as { outcome: { value: unknown } }).outcome.value;
  }
  return { core, awake, tell, exporting, proxyFor };
}

it('takes the proxy of the environment, also where that wants none, before the one of the system', async () => {
  const { proxyFor } = setUp();
  for (const name of ['HTTPS_PROXY', 'https_proxy', 'NO_PROXY', 'no_proxy']) vi.stubEnv(name, '');
  expect(await proxyFor('https://leads.example/api')).toBe('http://system:3128');
  vi.stubEnv('HTTPS_PROXY', 'http://web:8080').stubEnv('NO_PROXY', 'leads.example');
  expect(await proxyFor('https://leads.example/api')).toBeNull();
  expect(await proxyFor('https://other.example/api')).toBe('http://web:8080');
  vi.unstubAllEnvs();
});

it('keeps the computer awake while an export of any account runs', () => {
  const { core, awake, exporting } = setUp();
  expect(awake.size).toBe(0);
  exporting('one', 1);
  exporting('two', 1);
  expect([awake.size, core.running.exports]).toEqual([1, 2]);
  exporting('one', 0);
  expect(awake.size).toBe(1);
  exporting('two', 0);
  expect(awake.size).toBe(0);
});

it('keeps it awake for an import after the export has ended, and for the export after the import', () => {
  const { awake, tell, exporting } = setUp();
  const importing = (state: 'running' | 'complete') =>
    tell({ name: 'job:progress', payload: jobSummary({ id: 'job', state }) });
  exporting('one', 1);
  importing('running');
  exporting('one', 0);
  expect(awake.size).toBe(1);
  exporting('one', 1);
  importing('complete');
  expect(awake.size).toBe(1);
  exporting('one', 0);
  expect(awake.size).toBe(0);
});

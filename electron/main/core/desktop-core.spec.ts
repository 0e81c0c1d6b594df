import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { jobSummary } from '../../../shared/domain/jobs/job-summary-fixture.ts';
import { CORE_EVENT, type CoreEvent } from '../../core/link/host-messages.ts';
import type { ElectronParts } from '../guards/electron-parts.ts';
import { DesktopCore } from './desktop-core.ts';

/** A core that is no more than its events, and what keeps the computer awake meanwhile. */
function setUp() {
  const child = Object.assign(new EventEmitter(), { postMessage: () => undefined, kill: () => undefined });
  const awake = new Set<number>();
  let lastId = 0;
  const electron = {
    utilityProcess: { fork: () => child },
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
  return { core, awake, tell, exporting };
}

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

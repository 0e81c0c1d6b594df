import { join } from 'node:path';
import { holdDataFolder } from '../host/interactive-lock.ts';
import { HostTrouble } from '../host/host-trouble.ts';
import { cancellableCall } from './foundation/cancellable-call.ts';
import { type Core, createCore } from './core.ts';
import { Failure } from './foundation/failure.ts';
import { createHostLink, type HostLink } from './link/host-link.ts';
import {
  answerBy,
  CORE_EVENT,
  coreRequests,
  type HostRequestArgs,
  type HostRequestName,
  type StartArgs,
} from './link/host-messages.ts';
import type { Log, PracticeLauncher, SecretStore, SettingsStore } from './foundation/ports.ts';
import { processPort } from './link/process-port.ts';
import { createFileLog } from './system/file-log.ts';
import { endAtUnforeseen } from './system/last-resort.ts';
import { systemClock, systemRandom } from './system/system-clock.ts';

/** The core as a process of its own: started, and started again, by the desktop host. */
const port = processPort();
let log: Log | null = null;
let core: Core | null = null;

const link: HostLink = createHostLink({
  send: (message) => port.send(message),
  onEvent: () => undefined,
  onBug: (name, error) => log?.bug(name, error) ?? 'none',
  answer: answerBy(coreRequests, {
    'core:start': async (args) => start(args),
    'core:call': async ({ channel, args }, signal) => cancellableCall(started())(channel, args, signal),
    'core:grant': async (file) => started().grant(file),
    'core:suspend': async () => started().suspend(),
    'core:resume': async () => started().resume(),
    'core:close': async () => core?.close(),
  }),
});

port.onMessage((message) => link.receive(message));
port.onClosed(() => process.exit(0));
// The host starts a new core, and that goes on from the journal.
endAtUnforeseen(process, {
  clock: systemClock,
  report: (error, feature) => log?.bug(`${feature}, core process`, error),
  close: async () => core?.close(),
  exit: () => process.exit(1),
});

function start(args: StartArgs): void {
  if (core) throw new Error('Started twice');
  log = createFileLog(join(args.dataFolder, 'logs'), 'core', systemClock);
  hold(args.dataFolder);
  core = createCore({
    dataFolder: args.dataFolder,
    clock: systemClock,
    random: systemRandom,
    secrets: remoteSecrets(args.protection),
    settings: remoteSettings,
    practice: remotePractice,
    log,
    proxyFor: async (address) => (await ask('proxy:find', { address })) as string | null,
    mode: 'interactive',
  });
  core.onEvent((name, payload) => link.emit(CORE_EVENT, { name, payload }));
}

/** The hold ends with this process, in whatever way. */
function hold(dataFolder: string): void {
  try {
    holdDataFolder(dataFolder, 'desktop');
  } catch (error) {
    if (error instanceof HostTrouble) {
      throw new Failure({ code: 'file', reason: 'dataFolder', message: error.message }, { cause: error });
    }
    throw error;
  }
}

function started(): Core {
  if (!core) throw new Error('Not started yet');
  return core;
}

/** @throws Failure as the host gave it. */
async function ask<Name extends HostRequestName>(name: Name, args: HostRequestArgs<Name>): Promise<unknown> {
  const outcome = await link.request(name, args);
  if (!outcome.ok) throw new Failure(outcome.error);
  return outcome.value;
}

function remoteSecrets(protection: 'os' | 'session'): SecretStore {
  return {
    protection,
    read: async (accountId) => (await ask('secrets:read', { accountId })) as string | null,
    write: async (accountId, password) => (await ask('secrets:write', { accountId, password })) as 'os' | 'session',
    async remove(accountId) {
      await ask('secrets:remove', { accountId });
    },
  };
}

const remoteSettings: SettingsStore = {
  read: (key) => ask('settings:read', { key }),
  async write(key, value) {
    await ask('settings:write', { key, value });
  },
};

const remotePractice: PracticeLauncher = {
  start: async () => (await ask('practice:start', {})) as Awaited<ReturnType<PracticeLauncher['start']>>,
  samples: async () => (await ask('practice:samples', {})) as Awaited<ReturnType<PracticeLauncher['samples']>>,
};

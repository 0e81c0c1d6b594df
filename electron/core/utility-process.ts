import { join } from 'node:path';
import { holdDataFolder } from '../host/interactive-lock.ts';
import { HostTrouble } from '../host/host-trouble.ts';
import { cancellableCall } from './foundation/cancellable-call.ts';
import { type Core, createCore } from './core.ts';
import { Failure, valueOf } from './foundation/failure.ts';
import { HostLink } from './link/host-link.ts';
import { answerBy, askBy, CORE_EVENT, coreRequests, hostRequests, type StartArgs } from './link/host-messages.ts';
import type { Log, PracticeLauncher, SecretStore, SettingsStore } from './foundation/ports.ts';
import { processPort } from './link/process-port.ts';
import { createFileLog } from './system/file-log.ts';
import { endAtUnforeseen } from './system/last-resort.ts';
import { keepHeapSmall } from './system/small-heap.ts';
import { systemClock, systemRandom } from './system/system-clock.ts';

keepHeapSmall();

/** The core as a process of its own. The desktop host starts it, and starts it again when it ended. */
const port = processPort();
let log: Log | null = null;
let core: Core | null = null;

const link = new HostLink({
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
// The host then starts a new core, which continues from the journal.
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
    proxyFor: async (address) => valueOf(await askHost('proxy:find', { address })),
    mode: 'interactive',
  });
  core.onEvent((name, payload) => link.emit(CORE_EVENT, { name, payload }));
}

/** Other hosts cannot use the data folder until this process ends. */
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

const askHost = askBy(hostRequests, link);

/** Every method rejects with the failure that the host answered. */
function remoteSecrets(protection: 'os' | 'session'): SecretStore {
  return {
    protection,
    read: async (accountId) => valueOf(await askHost('secrets:read', { accountId })),
    write: async (accountId, password) => valueOf(await askHost('secrets:write', { accountId, password })),
    remove: async (accountId) => valueOf(await askHost('secrets:remove', { accountId })),
  };
}

const remoteSettings: SettingsStore = {
  read: async (key) => valueOf(await askHost('settings:read', { key })),
  write: async (key, value) => valueOf(await askHost('settings:write', { key, value })),
};

const remotePractice: PracticeLauncher = {
  start: async () => valueOf(await askHost('practice:start', {})),
  samples: async () => valueOf(await askHost('practice:samples', {})),
  forget: async () => valueOf(await askHost('practice:forget', {})),
};

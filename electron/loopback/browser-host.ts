import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cancellableCall } from '../core/foundation/cancellable-call.ts';
import { type Core, createCore } from '../core/core.ts';
import type { Log } from '../core/foundation/ports.ts';
import { createFileLog } from '../core/system/file-log.ts';
import { systemClock, systemRandom } from '../core/system/system-clock.ts';
import { openConfSettings } from '../host/conf-settings.ts';
import { openDataFolder, thisComputer } from '../host/data-folder.ts';
import { createFileTokens } from '../host/file-tokens.ts';
import { createGate } from '../host/gate.ts';
import { HostTrouble } from '../host/host-trouble.ts';
import { holdDataFolder } from '../host/interactive-lock.ts';
import { createInProcessPractice } from '../host/in-process-practice.ts';
import { proxyFromEnvironment } from '../host/proxy.ts';
import { createSessionSecrets } from '../host/session-secrets.ts';
import { productVersion } from '../host/version.ts';
import { createFileExchange } from './file-exchange.ts';
import { createBrowserHandlers } from './host-handlers.ts';
import { lastPort, rememberPort } from './last-port.ts';
import { startLoopbackServer } from './loopback-server.ts';
import type { LoopbackOptions } from './options.ts';
import { newDoorKey } from './running-host.ts';

export interface BrowserHost {
  readonly port: number;
  readonly log: Log;
  /** The address with a token that opens once. */
  freshAddress(): string;
  /** Stops listening, waits for the requests on their way to the service, closes every file. */
  close(): Promise<void>;
}

export interface BrowserHostOptions extends LoopbackOptions {
  readonly pageFolder: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * The whole program in one process, its page in a browser.
 * @throws AlreadyOpen when another host has the data folder, HostTrouble when the folder, the port or the built page cannot be used.
 */
export async function startBrowserHost(options: BrowserHostOptions): Promise<BrowserHost> {
  const clock = systemClock;
  const surroundings = { ...thisComputer(), environment: options.environment };
  const dataFolder = openDataFolder(options.dataFolder, surroundings);
  if (!existsSync(join(options.pageFolder, 'index.html'))) {
    throw new HostTrouble(
      `The page is not built (${options.pageFolder} has no index.html). Run "npm run build" first.`,
    );
  }
  const hold = holdDataFolder(dataFolder, 'browser');
  try {
    const log = createFileLog(join(dataFolder, 'logs'), 'browser-host', clock);
    const practice = createInProcessPractice(dataFolder);
    const core = createCore({
      dataFolder,
      clock,
      random: systemRandom,
      secrets: createSessionSecrets(),
      settings: openConfSettings(dataFolder, clock.wallNow()),
      practice,
      log,
      proxyFor: proxyFromEnvironment(options.environment),
      mode: 'interactive',
    });
    const tokens = createFileTokens((file) => core.grant(file));
    const files = createFileExchange({
      dataFolder,
      tokens,
      ...(options.uploadBytes === null ? {} : { totalBytes: options.uploadBytes }),
    });
    const handlers = createBrowserHandlers({ version: productVersion, platform: process.platform, files });
    const gate = createGate({ handlers, callCore: cancellableCall(core), log });
    const key = newDoorKey();
    const server = await startLoopbackServer({
      ...options,
      port: options.port ?? lastPort(dataFolder),
      mayMove: options.port === null,
      key,
      gate,
      files,
      clock,
      log,
    });
    rememberPort(dataFolder, server.port);
    core.onEvent((name, payload) => server.emit(name, payload));
    if (options.practice) await openPractice(core);
    hold.tellDoor({ port: server.port, key });
    hold.describe(`in a browser at http://127.0.0.1:${server.port}/`);
    return {
      port: server.port,
      log,
      freshAddress: () => server.freshAddress(),
      async close() {
        await server.close();
        await core.close();
        await practice.close();
        await files.clear();
        hold.release();
      },
    };
  } catch (error) {
    hold.release();
    throw error;
  }
}

async function openPractice(core: Core): Promise<void> {
  const outcome = await core.call('account:practice', {});
  if (!outcome.ok) throw new HostTrouble(`The practice account could not be opened. ${outcome.error.message}`);
}

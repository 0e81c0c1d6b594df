import { randomUUID } from 'node:crypto';
import { basename, join, resolve } from 'node:path';
import type {
  ChannelInput,
  ChannelResult,
  CoreChannelName,
  EventName,
  EventPayload,
} from '../../../shared/contract/channels.ts';
import { createCore } from '../../core/core.ts';
import type { GivenTeam } from '../../core/team/team-access.ts';
import type { GivenNetwork } from '../../core/network/company-network.ts';
import { createResultPaths } from '../../core/foundation/result-paths.ts';
import { makeWorkingFolder, readingFolderOf } from '../../core/storage/working-folder.ts';
import { createFileLog } from '../../core/system/file-log.ts';
import { systemClock, systemRandom } from '../../core/system/system-clock.ts';
import { openConfSettings } from '../../host/conf-settings.ts';
import { openDataFolder } from '../../host/data-folder.ts';
import { HostTrouble } from '../../host/host-trouble.ts';
import { proxyFromEnvironment } from '../../host/proxy.ts';
import { createSessionSecrets } from '../../host/session-secrets.ts';
import type { CommonOptions } from './common-options.ts';
import { BatchTrouble, EXIT, valueOf } from './trouble.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

export interface Access {
  readonly url: string;
  readonly username: string;
  readonly password: string;
}

/** Address, user name and password, or the sentence that says which is missing. */
export function readAccess(common: CommonOptions, environment: Environment): Access {
  const username = environment['LEAD_CONSOLE_USERNAME'] ?? '';
  const password = environment['LEAD_CONSOLE_PASSWORD'] ?? '';
  if (common.url === null)
    throw new BatchTrouble('--url is missing: the address of the service, for example https://leads.example/api.');
  if (username === '')
    throw new BatchTrouble('The user name is missing. Set it in the environment as LEAD_CONSOLE_USERNAME.');
  if (password === '')
    throw new BatchTrouble('The password is missing. Set it in the environment as LEAD_CONSOLE_PASSWORD.');
  if (username.includes(':'))
    throw new BatchTrouble(
      'The user name in LEAD_CONSOLE_USERNAME contains a colon, and this kind of sign-in cannot send one.',
    );
  return { url: common.url, username, password };
}

/** A password in the address of the proxy itself comes first; that of these variables is in no address. */
function networkFrom(environment: Environment): GivenNetwork {
  const username = environment['LEAD_CONSOLE_PROXY_USERNAME'] ?? '';
  const password = environment['LEAD_CONSOLE_PROXY_PASSWORD'] ?? '';
  if ((username === '') !== (password === ''))
    throw new BatchTrouble(
      'A proxy is signed in to with both LEAD_CONSOLE_PROXY_USERNAME and LEAD_CONSOLE_PROXY_PASSWORD.',
    );
  return {
    certificateFile: environment['LEAD_CONSOLE_CA_FILE'] || null,
    proxySignIn: username === '' ? null : { username, password },
  };
}

export type BatchCore = ReturnType<typeof openBatchCore>;

/** The core of one command. @param team that of the account, as the environment names it */
export function openBatchCore(common: CommonOptions, environment: Environment, team?: GivenTeam) {
  const dataFolder = dataFolderOf(common.dataFolder);
  const settings = openConfSettings(dataFolder, systemClock.wallNow());
  const core = createCore({
    dataFolder,
    clock: systemClock,
    random: systemRandom,
    secrets: createSessionSecrets(),
    settings,
    practice: {
      start: () =>
        Promise.reject(
          new HostTrouble(
            'The practice account belongs to the app. Start "npm run practice" and use the address it prints.',
          ),
        ),
      samples: async () => [],
      forget: async () => undefined,
    },
    log: createFileLog(join(dataFolder, 'logs'), 'batch', systemClock),
    proxyFor: proxyFromEnvironment(environment),
    givenNetwork: networkFrom(environment),
    mode: 'unattended',
    ...(team === undefined ? {} : { givenTeam: team }),
    ...(common.answerTimeout === null ? {} : { answerTimeout: common.answerTimeout }),
  });
  return {
    async call<Name extends CoreChannelName>(name: Name, args: ChannelInput<Name>): Promise<ChannelResult<Name>> {
      return valueOf(await core.call(name, args), name) as ChannelResult<Name>;
    },
    on: <Name extends EventName>(name: Name, listener: (payload: EventPayload<Name>) => void) =>
      core.onEvent((event, payload) => {
        if (event === name) listener(payload as EventPayload<Name>);
      }),
    /** Where results of jobs were promised. */
    resultPaths: createResultPaths(settings),
    /** In the data folder, for a copy that is read and goes again. */
    makeWorkingFolder: () => makeWorkingFolder(readingFolderOf(dataFolder)),
    /** Answers a token for a file named on the command line. */
    grant(path: string, access: 'read' | 'write' | 'folder'): string {
      const token = `file-${randomUUID()}`;
      core.grant({ token, path: resolve(path), name: basename(path), access });
      return token;
    },
    /** Opens the account that the address and the user name stand for; asks the service nothing. */
    async signIn({ url, username, password }: Access): Promise<void> {
      valueOf(await core.signIn(url, { username, password }, common.dialect));
    },
    close: () => core.close(),
  };
}

/** Throws BatchTrouble when it cannot be used. */
export function dataFolderOf(chosen: string | null): string {
  try {
    return openDataFolder(chosen);
  } catch (error) {
    if (!(error instanceof HostTrouble)) throw error;
    throw new BatchTrouble(error.message, 'file', EXIT.usage, { cause: error });
  }
}

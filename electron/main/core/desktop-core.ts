import { join } from 'node:path';
import type { EventPayload } from '../../../shared/contract/channels.ts';
import type { JobSummary } from '../../../shared/contract/jobs/jobs.ts';
import type { Log, SecretStore, SettingsStore } from '../../core/foundation/ports.ts';
import type { Answers, CoreEvent, hostRequests } from '../../core/link/host-messages.ts';
import { systemClock } from '../../core/system/system-clock.ts';
import type { StartWork } from '../../host/background-work.ts';
import { createFileTokens, type FileTokens } from '../../host/file-tokens.ts';
import type { CallCore } from '../../host/gate.ts';
import { proxyFromEnvironment, proxyFromRules } from '../../host/proxy.ts';
import type { ElectronParts } from '../guards/electron-parts.ts';
import { CoreSupervisor } from './core-supervisor.ts';
import { createKeepAwake } from './keep-awake.ts';
import { PracticeProcess } from './practice-process.ts';
import { RunningHere } from '../work/running-here.ts';
import { RunningJobs } from '../work/running-jobs.ts';
import { RunningSaves } from '../work/running-saves.ts';
import type { RunningWork } from '../work/running-work.ts';
import { forkCore, forkPractice } from './utility-child.ts';

export interface DesktopCoreOptions {
  readonly electron: Pick<ElectronParts, 'powerSaveBlocker' | 'session' | 'utilityProcess'>;
  readonly dataFolder: string;
  /** `out/core`, with the programs of core and practice. */
  readonly programFolder: string;
  readonly settings: SettingsStore;
  readonly secrets: SecretStore;
  readonly log: Log;
  readonly inBackground: StartWork;
  onEvent(event: CoreEvent): void;
  onState(state: EventPayload<'core:state'>): void;
  /** After each start of the core. */
  onJobs(jobs: readonly JobSummary[]): void;
  /** A save of the page has begun or ended. */
  onSaves(): void;
}

/** The core and the practice service in processes of their own, the files granted to the core, and its running work. */
export class DesktopCore {
  readonly supervisor: CoreSupervisor;
  readonly tokens: FileTokens;
  readonly #jobs: RunningJobs;
  readonly #exports: RunningHere;
  readonly #changes = new RunningHere('segment:working');
  readonly #saves: RunningSaves;
  readonly #practice: PracticeProcess;
  readonly #onJobs: DesktopCoreOptions['onJobs'];

  constructor(options: DesktopCoreOptions) {
    const { electron, dataFolder, programFolder, secrets, log } = options;
    const keepAwakeToExport = createKeepAwake(electron);
    this.#onJobs = options.onJobs;
    this.#jobs = new RunningJobs(systemClock, createKeepAwake(electron));
    this.#exports = new RunningHere('export:working', (count) => keepAwakeToExport(count > 0));
    this.#saves = new RunningSaves(() => options.onSaves());
    this.#practice = new PracticeProcess({
      dataFolder,
      clock: systemClock,
      fork: (args) => forkPractice(electron, join(programFolder, 'practice.js'), args),
    });
    this.tokens = createFileTokens((file) => this.supervisor.grant(file));
    this.supervisor = new CoreSupervisor({
      fork: () => forkCore(electron, join(programFolder, 'utility-process.js'), log),
      start: { dataFolder, protection: secrets.protection },
      answers: answersOf(options, this.#practice),
      granted: () => this.tokens.all(),
      onEvent: (event) => {
        this.#jobs.see(event);
        this.#exports.see(event);
        this.#changes.see(event);
        options.onEvent(event);
      },
      onState: (state) => {
        if (state.state === 'running') options.inBackground('the list of jobs', () => this.learnJobs());
        else {
          this.#jobs.forget();
          this.#exports.forget();
          this.#changes.forget();
        }
        options.onState(state);
      },
      clock: systemClock,
      log,
    });
  }

  /** For calls of the page: saves count as work while they run. */
  readonly call: CallCore = (channel, args, signal) =>
    this.#saves.during(channel, () => this.supervisor.call(channel, args, signal));

  /** Reads which jobs run. Called after each start of the core; events keep the list up to date afterwards. */
  async learnJobs(): Promise<void> {
    const outcome = await this.supervisor.ask('job:list', {});
    if (!outcome.ok) return;
    this.#jobs.learn(outcome.value.jobs);
    this.#onJobs(outcome.value.jobs);
  }

  get running(): RunningWork {
    return {
      imports: this.#jobs.count,
      exports: this.#exports.count,
      changes: this.#changes.count,
      saves: this.#saves.count,
    };
  }

  /** Resolves when the core has closed and no request is on its way. */
  async close(): Promise<void> {
    await this.supervisor.close();
    this.#practice.close();
  }
}

function answersOf(
  { electron, secrets, settings }: DesktopCoreOptions,
  practice: PracticeProcess,
): Answers<typeof hostRequests> {
  return {
    'secrets:read': ({ accountId }) => secrets.read(accountId),
    'secrets:write': ({ accountId, password }) => secrets.write(accountId, password),
    'secrets:remove': ({ accountId }) => secrets.remove(accountId),
    'settings:read': ({ key }) => settings.read(key),
    'settings:write': ({ key, value }) => settings.write(key, value),
    // The environment comes before the system's settings, as in other programs.
    'proxy:find': ({ address }) =>
      proxyFromEnvironment(process.env, async () =>
        proxyFromRules(await electron.session.defaultSession.resolveProxy(address)),
      )(address),
    'practice:start': () => practice.start(),
    'practice:samples': () => practice.samples(),
    'practice:forget': () => practice.forget(),
  };
}

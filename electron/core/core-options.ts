import type { GivenNetwork } from './network/company-network.ts';
import type { GivenTeam } from './team/team-access.ts';
import type {
  Clock,
  Log,
  PracticeLauncher,
  ProxyFinder,
  Random,
  SecretStore,
  SettingsStore,
} from './foundation/ports.ts';

/** What a host gives the core. */
export interface CoreOptions {
  /** Root of journals, drafts and results; created when missing. */
  readonly dataFolder: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly secrets: SecretStore;
  readonly settings: SettingsStore;
  readonly practice: PracticeLauncher;
  readonly log: Log;
  /** Not asked for this computer itself. */
  readonly proxyFor: ProxyFinder;
  /** What a command says of the network; left out: what a person chose. */
  readonly givenNetwork?: GivenNetwork;
  /** What a command says of its team; left out: what is kept. */
  readonly givenTeam?: GivenTeam;
  /** Milliseconds for one complete answer; left out: the client's own. */
  readonly answerTimeout?: number;
  /**
   * `interactive`: jobs that ran when the program ended continue. `unattended`: only the job that the command starts
   * runs, so that a scheduled command never sends the rows of another job.
   */
  readonly mode: 'interactive' | 'unattended';
}

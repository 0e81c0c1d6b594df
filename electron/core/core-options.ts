import type { GivenNetwork } from './network/company-network.ts';
import type { GivenTeam } from './team/team-access.ts';
import type { PracticeLauncher, SecretStore, SettingsStore } from './foundation/ports.ts';
import type { ClientTools } from './sessions/open-accounts.ts';

/** What a host gives the core. */
export interface CoreOptions extends Omit<ClientTools, 'network'> {
  /** Root of journals, drafts and results; created when missing. */
  readonly dataFolder: string;
  readonly secrets: SecretStore;
  readonly settings: SettingsStore;
  readonly practice: PracticeLauncher;
  /** What a command says of the network; left out: what a person chose. */
  readonly givenNetwork?: GivenNetwork;
  /** What a command says of its team; left out: what is kept. */
  readonly givenTeam?: GivenTeam;
  /**
   * `interactive`: jobs that ran when the program ended continue. `unattended`: only the job that the command starts
   * runs, so that a scheduled command never sends the rows of another job.
   */
  readonly mode: 'interactive' | 'unattended';
}

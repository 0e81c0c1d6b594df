import type { KillPoint } from '../kill-test/kill-points.ts';

/** In the environment of an office's program: what is done to it, as JSON. */
export const ARMS = 'LEAD_CONSOLE_TEAM_TEST';

export interface Arms {
  readonly point: KillPoint | null;
  /** Milliseconds by which the clock of this computer is wrong. */
  readonly skew: number;
  readonly givesFirst: boolean;
  /**
   * Connections to the port of the service go to this one instead: a team has one address of the service, and the test sees by the
   * port whose requests these are.
   */
  readonly service: { readonly port: number; readonly road: number };
}

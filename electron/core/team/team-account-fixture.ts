import { createSessionSecrets } from '../../host/session-secrets.ts';
import { specFolder } from '../foundation/folder-fixture.ts';
import { PLAIN_NETWORK } from '../foundation/network-access.ts';
import type { Clock } from '../foundation/ports.ts';
import { openSession, specServices } from '../sessions/session-fixture.ts';
import { openTeam, type TeamOptions } from './team-feature.ts';
import { ADDRESS, SentByNumber } from './team-fixture.ts';

interface Setting extends Pick<TeamOptions, 'linkTo'>, Partial<Pick<TeamOptions, 'given' | 'secrets'>> {
  readonly folder?: string;
  readonly address?: string;
  readonly clock?: Clock;
}

/** For specs: an account whose team is asked over the links of the spec, and what it has sent. Closed by its caller. */
export function openAccountTeam({ folder = specFolder('team'), address = ADDRESS, clock, ...given }: Setting) {
  const session = openSession(folder, address);
  const team = openTeam(specServices(folder, clock === undefined ? {} : { clock }), session, {
    secrets: createSessionSecrets(),
    network: PLAIN_NETWORK,
    ...given,
  });
  const sent = new SentByNumber();
  team.claims.connect(sent);
  const close = async (): Promise<void> => {
    await team[Symbol.asyncDispose]();
    session.journal.close();
  };
  return { team, sent, api: session.api, close };
}

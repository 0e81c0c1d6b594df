import { onTestFinished } from 'vitest';
import { createSessionSecrets } from '../../host/session-secrets.ts';
import { specFolder } from '../foundation/folder-fixture.ts';
import { PLAIN_NETWORK } from '../foundation/network-access.ts';
import type { Clock } from '../foundation/ports.ts';
import { openSession, specServices } from '../sessions/session-fixture.ts';
import { type AccountTeam, openTeam, type TeamOptions } from './team-feature.ts';
import { ADDRESS, SentByNumber } from './team-fixture.ts';

interface Setting extends Pick<TeamOptions, 'linkTo'>, Partial<Pick<TeamOptions, 'given' | 'secrets'>> {
  readonly folder?: string;
  readonly address?: string;
  readonly clock?: Clock;
}

const open: (() => Promise<void>)[] = [];

/** Closes the accounts that are open, the last one first. */
export async function closeAccountTeams(): Promise<void> {
  for (const close of open.splice(0).reverse()) await close();
}

/** For specs: an account whose team is asked over the links of the spec, and what it has sent. Closed with its test. */
export function openAccountTeam({ folder = specFolder('team'), address = ADDRESS, clock, ...given }: Setting) {
  const session = openSession(folder, address);
  const team = openTeam(specServices(folder, clock === undefined ? {} : { clock }), session, {
    secrets: createSessionSecrets(),
    network: PLAIN_NETWORK,
    ...given,
  });
  const sent = new SentByNumber();
  team.claims.connect(sent);
  let closing: Promise<void> | undefined;
  const end = async (): Promise<void> => {
    await team[Symbol.asyncDispose]();
    session.journal.close();
  };
  const close = (): Promise<void> => (closing ??= end());
  open.push(close);
  onTestFinished(closeAccountTeams);
  return { team, sent, api: session.api, close };
}

export const call: { readonly signal: AbortSignal } = { signal: new AbortController().signal };

const person = (login: string) => ({ login, password: `password of ${login}`, name: login });

export const begin = (team: AccountTeam, login = 'anna', oneLeadPer?: 'lead' | 'phone') =>
  team.handlers['team:begin']({ place: 'db.example/leads', oneLeadPer, ...person(login) }, call);

export const invite = async (team: AccountTeam) => (await team.handlers['team:invite']({}, call)).invitation;

export const joinBy = (team: AccountTeam, invitation: string) =>
  team.handlers['team:join']({ invitation, ...person('bent') }, call);

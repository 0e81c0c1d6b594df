import { z } from 'zod';
import { parseJson } from '../../../shared/domain/service/answers/answers.ts';
import { type SecretStore, teamSecretOf } from '../foundation/ports.ts';
import { type Invitation, invitationText, readInvitation } from './link/invitation.ts';

/** Access that a command gives; it takes the place of the kept one. */
export interface GivenTeam {
  readonly invitation: string;
  readonly login: string;
  readonly password: string;
}

/** What a computer needs to join its team. */
export interface TeamAccess extends Invitation {
  readonly login: string;
  readonly password: string;
}

const keptSchema = z.object({ invitation: z.string(), login: z.string(), password: z.string() });

/** The secret of a team and the login of its person, among the passwords; nowhere else. */
export class KeptAccess {
  readonly #secrets: SecretStore;
  readonly #id: string;
  readonly #given: GivenTeam | null;

  constructor(secrets: SecretStore, accountId: string, given: GivenTeam | null) {
    this.#secrets = secrets;
    this.#id = teamSecretOf(accountId);
    this.#given = given;
  }

  /** Null when this program does not have it: a person has to give the invitation again. */
  async read(): Promise<TeamAccess | null> {
    const kept = keptSchema.safeParse(this.#given ?? parseJson((await this.#secrets.read(this.#id)) ?? 'null'));
    if (!kept.success) return null;
    const invitation = readInvitation(kept.data.invitation);
    if (invitation === null) return null;
    const { login, password } = kept.data;
    return { ...invitation, login, password };
  }

  async write(access: TeamAccess): Promise<void> {
    const { login, password } = access;
    await this.#secrets.write(this.#id, JSON.stringify({ invitation: invitationText(access), login, password }));
  }

  async forget(): Promise<void> {
    await this.#secrets.remove(this.#id);
  }
}

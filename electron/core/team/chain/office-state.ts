import { z } from 'zod';
import { parseJson } from '../../../../shared/domain/service/answers/answers.ts';
import type { TeamKeys } from '../keys/team-keys.ts';
import type { TeamSelf } from './team-journal.ts';

/** Where it stands: the text of one field, for every office, because an office that the database forgot is put back by others. */
const PLACE = 'office.state';

const stateSchema = z.object({ name: z.string() });

/** What colleagues read of an office, sealed. */
export function stateOf(keys: TeamKeys, { name }: Pick<TeamSelf, 'name'>): string {
  return keys.seal(PLACE, JSON.stringify({ name }));
}

/** Name of the person at an office: their own word, else their login; empty when nothing is known. */
export function nameOf(keys: TeamKeys, office: { readonly state: string; readonly login: string | null }): string {
  const state = stateSchema.safeParse(parseJson(keys.open(PLACE, office.state) ?? 'null'));
  return state.success ? state.data.name : (office.login ?? '');
}

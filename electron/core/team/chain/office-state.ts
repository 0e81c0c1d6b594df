import { z } from 'zod';
import {
  type TeamImport,
  teamImportSchema,
  type ToldUse,
  toldUseSchema,
} from '../../../../shared/contract/team/team.ts';
import { parseJson } from '../../../../shared/domain/service/answers/answers.ts';
import type { TeamKeys } from '../keys/team-keys.ts';
import type { TeamSelf } from './team-journal.ts';

/** Context of the seal. The same for every office, because other offices put back one that the database forgot. */
const PLACE = 'office.state';

const stateSchema = z.object({
  name: z.string(),
  imports: z.array(teamImportSchema).catch([]).default([]),
  use: toldUseSchema.nullable().catch(null).default(null),
});

interface OfficeState extends Pick<TeamSelf, 'name'> {
  readonly imports?: readonly TeamImport[];
  /** Null: nothing of it is known yet. */
  readonly use?: ToldUse | null;
}

/** What colleagues read of an office, sealed. */
export function stateOf(keys: TeamKeys, { name, imports = [], use = null }: OfficeState): string {
  return keys.seal(PLACE, JSON.stringify({ name, imports, use }));
}

/** Name of the person at an office: their own word, else their login; empty when nothing is known. */
export function nameOf(keys: TeamKeys, office: { readonly state: string; readonly login: string | null }): string {
  return opened(keys, office)?.name ?? office.login ?? '';
}

/** What the office said of its imports, the latest first. */
export function importsOf(keys: TeamKeys, office: { readonly state: string }): TeamImport[] {
  return opened(keys, office)?.imports ?? [];
}

/** What the office said of its part of the quota; null when it has not. */
export function usedByOffice(keys: TeamKeys, office: { readonly state: string }): ToldUse | null {
  return opened(keys, office)?.use ?? null;
}

function opened(keys: TeamKeys, { state }: { readonly state: string }): z.infer<typeof stateSchema> | null {
  const read = stateSchema.safeParse(parseJson(keys.open(PLACE, state) ?? 'null'));
  return read.success ? read.data : null;
}

// Why: decision 0240.
import { z } from 'zod';
import { type CheckSettings, checkSettingsSchema } from '../../../../shared/contract/check/check.ts';
import type { Draft } from '../../../../shared/contract/imports/imports.ts';
import { mappingSchema } from '../../../../shared/contract/imports/mapping.ts';
import { rulesBefore } from '../../../../shared/domain/mapping/index.ts';
import { countRules, hasRules } from '../../../../shared/domain/check/field-rules.ts';
import { type FieldKnowledge, importsInto } from '../fields/field-knowledge.ts';

/** What came back from the last import of a file of this kind into the campaign. */
export const asBeforeSchema = z.object({
  fileName: z.string(),
  /** Unix milliseconds. */
  at: z.number(),
  /** Constants, and fields with their cleaning. */
  rules: mappingSchema,
  /** Rules of the check. Their country stays free: phones have a guess of their own, which knows earlier imports. */
  settings: checkSettingsSchema,
  /** The colleague whose rules of the check these are; left out: they are of the import. */
  from: z.object({ name: z.string(), at: z.number() }).optional(),
});
export type AsBefore = z.infer<typeof asBeforeSchema>;

/**
 * What comes back, with the rules of a colleague who has told theirs later than that import.
 *
 * Null when nothing is known of the campaign, the last import of this kind did nothing special, or none is named.
 *
 * @param columns labels of the file's columns
 */
export function asBefore(columns: readonly string[], knowledge: FieldKnowledge, campaignCode: string): AsBefore | null {
  const own = ownBefore(columns, knowledge, campaignCode);
  const [colleague] = campaignCode === '' ? [] : knowledge.colleagues.rulesOf(campaignCode);
  if (colleague === undefined || colleague.from.at < (own?.at ?? 0)) return own;
  const { settings, from } = colleague;
  return { ...(own ?? { fileName: '', at: from.at, rules: [] }), settings, from };
}

function ownBefore(columns: readonly string[], knowledge: FieldKnowledge, campaignCode: string): AsBefore | null {
  if (campaignCode === '') return null;
  for (const job of importsInto(knowledge, campaignCode)) {
    const rules = rulesBefore({ columns: job.columns, rules: job.mapping }, columns);
    if (rules === null) continue;
    const settings = { ...knowledge.checkSettingsOf(job.id), country: null };
    const isSpecial = rules.length > 0 || hasRules(settings);
    return isSpecial ? { fileName: job.fileName, at: job.createdAt, rules, settings } : null;
  }
  return null;
}

/** Rules of the check for a campaign that replace those of the one before; a person's own stay. */
export function followSettings(
  chosen: CheckSettings,
  before: AsBefore | null,
  after: AsBefore | null,
): CheckSettings | null {
  const { country } = chosen;
  const isOwn = JSON.stringify({ ...chosen, country: null }) !== JSON.stringify(settingsOf(before));
  const next = { ...settingsOf(after), country };
  return isOwn || JSON.stringify(next) === JSON.stringify(chosen) ? null : next;
}

/** For the screen. */
export function asBeforeWords(before: AsBefore | null): Draft['asBefore'] {
  if (before === null) return null;
  const { fileName, at, rules, settings, from } = before;
  const constants = rules.filter(({ source }) => source.kind === 'constant').length;
  const counts = { constants, cleaned: rules.length - constants, checks: countRules(settings) };
  return { fileName, at, ...counts, ...(from === undefined ? {} : { from }) };
}

function settingsOf(before: AsBefore | null): CheckSettings {
  return checkSettingsSchema.parse(before?.settings ?? {});
}

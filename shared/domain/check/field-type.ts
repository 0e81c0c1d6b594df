import type { CampaignField } from '../../contract/imports/imports.ts';
import type { FieldRule } from '../../contract/imports/mapping.ts';
import { conceptNamed } from '../mapping/words/header-concepts.ts';
import { CLEAR_MEANING, headerMeanings } from '../mapping/words/header-meanings.ts';

export type CheckedType = 'phone' | 'fax' | 'email' | 'date' | 'postcode' | 'url' | 'text';

const NAMES: ReadonlySet<string> = new Set(['FirstName', 'MiddleName', 'LastName', 'FullName', 'Company']);

/**
 * What the values of a field must be: as a cleaning step that a person chose says, or else the campaign, or else the
 * field's name. A fax is written like a phone, but no lead is called on it.
 */
export function checkedTypeOf(rule: FieldRule, fields: readonly CampaignField[]): CheckedType {
  const concept = conceptOf(rule.field);
  const isFax = /fax/i.test(concept) || /fax/i.test(rule.field);
  const type = cleanedType(rule) ?? statedType(rule, fields) ?? shapedType(concept);
  return type === 'phone' && isFax ? 'fax' : type;
}

/** By its name: a person's name or a part of it, or that of a company. */
export function isNameField(field: string): boolean {
  return NAMES.has(conceptOf(field));
}

function conceptOf(field: string): string {
  return headerMeanings(field).find((meaning) => meaning.strength >= CLEAR_MEANING)?.concept ?? '';
}

function cleanedType(rule: FieldRule): CheckedType | null {
  for (const { kind } of rule.cleaning) if (kind === 'phone' || kind === 'email' || kind === 'date') return kind;
  return null;
}

function statedType(rule: FieldRule, fields: readonly CampaignField[]): CheckedType | null {
  const stated = fields.find((field) => field.name.toLowerCase() === rule.field.toLowerCase())?.type ?? 'text';
  return stated === 'text' || stated === 'name' || stated === 'number' ? null : stated;
}

function shapedType(concept: string): CheckedType {
  const shape = conceptNamed(concept)?.shape ?? 'text';
  return shape === 'phone' || shape === 'email' || shape === 'date' || shape === 'postcode' || shape === 'url'
    ? shape
    : 'text';
}

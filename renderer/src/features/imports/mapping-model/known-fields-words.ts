import type { Draft, FieldLookUp, KnownFields } from '../../../../../shared/contract/imports/imports.ts';
import { format, leadForms } from '../../../lib/format.ts';
import { fromWords } from '../../../lib/sentences.ts';

/** "14 fields, from an export today 09:12": how many import names are known, and from where. */
export function knownFieldsWords(known: KnownFields, campaignCode: string, now: number): string {
  if (campaignCode === '') return 'Choose it first. Until then the usual fields are offered.';
  if (known.count === 0) return 'Common fields; its own are not known yet';
  const sources = [
    ...(known.lookUp === null ? [] : [`an export ${dayAndTime(known.lookUp.at, now)}`]),
    ...(known.imports === 0
      ? []
      : [format.count(known.imports, { one: 'an earlier import', other: '# earlier imports' })]),
    ...(known.templates === 0 ? [] : [format.count(known.templates, { one: 'a template', other: '# templates' })]),
    ...(known.colleagues ?? []).map(({ name, at }) => `${name === '' ? 'a colleague' : name} (${format.date(at)})`),
  ];
  return `${format.count(known.count, { one: '# field', other: '# fields' })}, from ${format.list(sources)}`;
}

/** "people.csv of 20 Nov: 1 constant and 3 rules of the check". Empty when only a colleague's rules came back. */
export function asBeforeWords(before: NonNullable<Draft['asBefore']>): string {
  const { fileName, at, constants, cleaned } = before;
  const checks = before.from === undefined ? before.checks : 0;
  if (constants + cleaned + checks === 0) return '';
  const parts = [
    ...(constants === 0 ? [] : [format.count(constants, { one: '# constant', other: '# constants' })]),
    ...(cleaned === 0 ? [] : [format.count(cleaned, { one: '# cleaned field', other: '# cleaned fields' })]),
    ...(checks === 0 ? [] : [format.count(checks, { one: '# rule of the check', other: '# rules of the check' })]),
  ];
  return `${fileName} of ${format.dayAndMonth(at)}: ${format.list(parts)}`;
}

/** "3 rules of the check from Anna, 20 Nov 2026"; empty when they are of this computer. */
export function colleagueRulesWords({ from, checks }: NonNullable<Draft['asBefore']>): string {
  if (from === undefined) return '';
  const rules = format.count(checks, { one: '# rule of the check', other: '# rules of the check' });
  return `${rules} ${fromWords(from)}`;
}

function dayAndTime(at: number, now: number): string {
  const isToday = format.date(at) === format.date(now);
  return `${isToday ? 'today' : format.dayAndMonth(at)} ${format.time(at)}`;
}

export interface LookUpTrouble {
  readonly title: string;
  readonly meaning: string;
}

/** Why a look-up found no field, and what to do; null when it found some. */
export function lookUpTrouble({ campaignCode, leads, looked, fields }: FieldLookUp): LookUpTrouble | null {
  if (fields.length > 0) return null;
  if (leads > 0)
    return {
      title: `The leads of ${campaignCode} came without their data.`,
      meaning:
        'This account may not be allowed to read it; the account’s administrator can change that. Until then, type the names of the fields as the lead definition has them.',
    };
  if (looked > 0)
    return {
      title: `None of the ${format.count(looked, leadForms)} that came belongs to ${campaignCode}.`,
      meaning:
        'Check the code. If it is right, this service cannot be asked for one campaign, and its leads are too far down the list: type the names of the fields as the lead definition has them.',
    };
  return {
    title: `No lead of ${campaignCode} was found.`,
    meaning:
      'Check the code. If the campaign is new, there is nothing to read its fields from yet: type their names as the lead definition has them. After the first import they are known here.',
  };
}

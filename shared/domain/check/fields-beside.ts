import type { BesideField } from '../../contract/check/campaign-rows.ts';
import { matchValue } from '../files/loose-values.ts';
import { judgePhone } from '../phones/judge-phone.ts';
import type { PhoneReader } from '../phones/phone-reader.ts';
import { type CheckPlan, sentValue, sourceText } from './check-plan.ts';

/**
 * The fields of a row as they would be sent, beside those of a lead, in the order of the mapping. What the file leaves empty
 * differs from nothing: it is not sent.
 *
 * @param lead values by name, in any case
 */
export function fieldsBeside(
  plan: CheckPlan,
  cells: readonly string[],
  lead: Readonly<Record<string, string>>,
  readPhone: PhoneReader,
): BesideField[] {
  const stored = new Map(Object.entries(lead).map(([name, value]) => [name.toLowerCase(), value]));
  return plan.fields.map((checked): BesideField => {
    const { field, type } = checked;
    const inFile = sentValue(checked, sourceText(checked, cells).text, readPhone);
    const inCampaign = stored.get(field.toLowerCase()) ?? null;
    if (inCampaign === null) return { field, inFile, inCampaign, match: 'unseen' };
    if (inFile === inCampaign || inFile.trim() === '') return { field, inFile, inCampaign, match: 'same' };
    const isForm =
      (type === 'phone' && isSameNumber(inFile, inCampaign, checked.comparedAs, readPhone)) ||
      (inCampaign.trim() !== '' && matchValue(inFile, inCampaign) === 'same');
    return { field, inFile, inCampaign, match: isForm ? 'form' : 'differs' };
  });
}

function isSameNumber(one: string, other: string, country: string, readPhone: PhoneReader): boolean {
  const { key } = judgePhone(one, country, readPhone);
  return key !== null && key === judgePhone(other, country, readPhone).key;
}

/** The field of a row that has a value of a lead: a number however it is written, any other text in small letters or large. */
export function fieldWith(
  plan: CheckPlan,
  fields: readonly BesideField[],
  value: string,
  readPhone: PhoneReader,
): BesideField | null {
  const phones = new Map(
    plan.fields.filter(({ type }) => type === 'phone').map((checked) => [checked.field, checked.comparedAs]),
  );
  const isSame = ({ field, inFile }: BesideField) => {
    const country = phones.get(field);
    return country !== undefined && isSameNumber(inFile, value, country, readPhone);
  };
  const folded = value.trim().toLowerCase();
  return fields.find(({ inFile }) => inFile.trim().toLowerCase() === folded) ?? fields.find(isSame) ?? null;
}

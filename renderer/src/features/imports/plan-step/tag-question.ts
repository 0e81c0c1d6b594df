import type { CampaignField, Plan } from '../../../../../shared/contract/imports/imports.ts';
import type { Mapping } from '../../../../../shared/contract/imports/mapping.ts';
import { isTagAgreed, tagTrouble } from '../../../../../shared/domain/check/tag-field.ts';

export interface TagQuestion {
  readonly title: string;
  readonly text: string;
  /** False: the field cannot take the tag at all. */
  readonly canAgree: boolean;
}

/** What a person must know about the tag's field before the import starts; null: nothing. */
export function tagQuestion(plan: Plan, mapping: Mapping, fields: readonly CampaignField[] | null): TagQuestion | null {
  const field = plan.terms?.tagField?.trim() ?? '';
  if (field === '' || fields === null) return null;
  const code = plan.campaignCode.trim();
  const trouble = tagTrouble(field, { mapping, fields });
  if (trouble === null) return null;
  if (trouble === 'mapped')
    return {
      title: `This import fills “${field}”.`,
      text: 'The tag would replace its values. Choose another field.',
      canAgree: false,
    };
  if (isTagAgreed({ ...plan, campaignCode: code })) return null;
  if (trouble === 'special')
    return {
      title: `“${field}” is not a field for any text.`,
      text: 'Each lead would show the tag there, such as imp-…-12. Choose another field, or say that you want it.',
      canAgree: true,
    };
  return {
    title: `${code === '' ? 'The campaign' : code} is not known to have a field “${field}”.`,
    text: 'The service may refuse or ignore it. Choose a field of the list, or say that you want this one.',
    canAgree: true,
  };
}

import { expect, it } from 'vitest';
import type { CampaignField } from '../../contract/imports/imports.ts';
import type { Mapping } from '../../contract/imports/mapping.ts';
import { USUAL_TERMS } from '../../contract/imports/imports.ts';
import { freeTagFields, isTagAgreed, tagTrouble } from './tag-field.ts';

const field = (name: string, source: CampaignField['source'] = 'export', type: CampaignField['type'] = 'text') => ({
  name,
  source,
  type,
});
const fields = [
  field('Kilde'),
  field('Reference'),
  field('Telefon2'),
  field('Fornavn', 'earlier'),
  field('Kunde', 'saved', 'number'),
  field('Comment', 'common'),
];
const mapping: Mapping = [{ field: 'Kilde', source: { kind: 'constant', value: 'Messe' }, cleaning: [] }];
const trouble = (name: string) => tagTrouble(name, { mapping, fields });

it('a tag goes into a free text field of the campaign; every other needs a word, and a filled one is refused', () => {
  expect(trouble('Reference')).toBeNull();
  expect(trouble(' reference ')).toBeNull();
  expect(trouble('kilde')).toBe('mapped');
  expect(trouble('Nothing')).toBe('unknown');
  expect(trouble('Comment')).toBe('unknown');
  expect(['Telefon2', 'Fornavn', 'Kunde'].map(trouble)).toEqual(['special', 'special', 'special']);
  expect(freeTagFields({ mapping, fields })).toEqual(['Reference']);
});

it('a word about the tag is of one field and one campaign', () => {
  const agreed = (tagField: string, campaignCode: string) =>
    isTagAgreed({
      campaignCode,
      terms: { ...USUAL_TERMS, tagField, tagAgreed: { field: 'Nothing', campaignCode: 'C' } },
    });
  expect([agreed('Nothing', 'C'), agreed('Other', 'C'), agreed('Nothing', 'D')]).toEqual([true, false, false]);
  expect(isTagAgreed({ campaignCode: 'C', terms: USUAL_TERMS })).toBe(false);
});

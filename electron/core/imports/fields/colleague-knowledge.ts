// Why: decision 0581.
import { z } from 'zod';
import { checkSettingsSchema } from '../../../../shared/contract/check/check.ts';
import { campaignFieldSchema, type CampaignField, type Draft } from '../../../../shared/contract/imports/imports.ts';
import { parseJson } from '../../../../shared/domain/service/answers/answers.ts';
import { isSameCampaign } from '../../../../shared/domain/service/campaign-code.ts';
import type { SharedText, SharedTexts } from '../../foundation/shared-texts.ts';

/** Who told it, and when in Unix milliseconds. `name`: empty when nobody said. */
export interface Teller {
  readonly name: string;
  readonly at: number;
}

/** What a colleague knows of the fields of a campaign: never a value of a lead. */
export interface ColleagueFields {
  readonly campaignCode: string;
  /** Leads that the colleague looked up; 0: the fields are those of imports alone. */
  readonly leads: number;
  readonly fields: readonly CampaignField[];
  readonly from: Teller;
}

/** Rules of the check that a colleague imports into a campaign with. */
export type ColleagueRules = NonNullable<Draft['colleagueRules']>[number];

/** What colleagues have told of campaigns. */
export interface ColleagueKnowledge {
  readonly fields: readonly ColleagueFields[];
  /** The one that counts first. Rules that this computer told last are not among them. */
  rulesOf(campaignCode: string): readonly ColleagueRules[];
}

const fieldsTextSchema = z.object({
  campaignCode: z.string().min(1),
  leads: z.number().int().min(0),
  fields: z.array(campaignFieldSchema.pick({ name: true, type: true, isInEvery: true })).max(5000),
});

/** What the team knows of the campaigns of an account. Without a team nobody has told anything. */
export function colleagueKnowledge(texts: SharedTexts): ColleagueKnowledge {
  return {
    fields: texts.all('fields').flatMap((text) => {
      const read = fieldsTextSchema.safeParse(parseJson(text.text));
      if (text.isMine || !read.success) return [];
      const { campaignCode, leads, fields } = read.data;
      const own = fields.map((field): CampaignField => ({ ...field, source: 'colleague' }));
      return [{ campaignCode, leads, fields: own, from: tellerOf(text) }];
    }),
    rulesOf: (campaignCode) =>
      texts
        .all('rules')
        .filter(({ key, isMine }) => !isMine && isSameCampaign(campaignOf(key), campaignCode))
        .sort((one, other) => Number(one.isCopy) - Number(other.isCopy) || other.at - one.at)
        .flatMap((text) => {
          const settings = checkSettingsSchema.safeParse(parseJson(text.text));
          if (!settings.success) return [];
          return [{ id: text.id, settings: settings.data, from: tellerOf(text), isCopy: text.isCopy }];
        }),
  };
}

/** The campaign of rules or fields by their key. Behind it stands the id of a copy, or the computer that told them. */
export function campaignOf(key: string): string {
  return key.split('\n')[0] ?? key;
}

function tellerOf({ by, at }: SharedText): Teller {
  return { name: by, at };
}

import type { FieldLookUp } from '../../../../shared/contract/imports/imports.ts';
import { isSameCampaign } from '../../../../shared/domain/service/campaign-code.ts';
import { knownZone } from '../../../../shared/domain/service/service-time.ts';
import { fromWords } from '../../../../shared/domain/team/team-words.ts';
import type { SharedTexts } from '../../foundation/shared-texts.ts';
import type { CallContext, FeatureServices } from '../../sessions/feature.ts';
import type { AccountSession } from '../../sessions/session.ts';
import { createCampaignCountryStore } from './campaign-country-store.ts';
import type { FieldKnowledge } from './field-knowledge.ts';
import { type FieldSample, learnedFields } from './learned-fields.ts';
import { lookUpFields } from './look-up-fields.ts';
import { createLookedUpFieldsStore } from './looked-up-fields-store.ts';
import { sharedTemplates } from './shared-templates.ts';
import { colleagueKnowledge } from './colleague-knowledge.ts';
import { tellCampaigns } from './tell-campaigns.ts';
import { createTemplateStore } from './template-store.ts';

/** Milliseconds between two progress events: nobody can read more. */
const PROGRESS_PAUSE = 100;

export type AccountFields = ReturnType<typeof openAccountFields>;

/** What one account knows about the fields of its campaigns. */
export function openAccountFields(
  services: FeatureServices,
  { api, journal, account }: AccountSession,
  imports: Pick<FieldKnowledge, 'checkSettingsOf'> & { jobs(): FieldKnowledge['jobs'] },
  texts: SharedTexts,
) {
  const { clock, emit } = services;
  const lookUps = createLookedUpFieldsStore(journal);
  const templates = sharedTemplates(createTemplateStore(journal), texts);
  texts.onHeard((isNew) => isNew && emit('template:heard', {}));
  const zone = knownZone(account.dialect.timeZone);
  const countries = createCampaignCountryStore(journal);

  /** Announces leads of the campaign and all leads read so far as `import:lookUpProgress`. */
  function lookUpProgress(callId: string | undefined) {
    let lastAt = -Infinity;
    return (leads: number, looked: number) => {
      const now = clock.monotonicNow();
      if (callId === undefined || now - lastAt < PROGRESS_PAUSE) return;
      lastAt = now;
      emit('import:lookUpProgress', { callId, leads, looked });
    };
  }

  const knowledge = (): FieldKnowledge => ({
    jobs: imports.jobs(),
    templates: templates
      .all()
      .map(({ from, ...template }) => (from === undefined ? template : { ...template, origin: fromWords(from, zone) })),
    lookUps: lookUps.all(),
    checkSettingsOf: (jobId) => imports.checkSettingsOf(jobId),
    colleagues: colleagueKnowledge(texts),
    countryAnswer: (campaignCode) => countries.find(campaignCode),
  });
  const tellTeam = () => tellCampaigns(texts, knowledge());
  texts.onHeard(tellTeam);

  return {
    knowledge,
    /** Tells colleagues what imports and look-ups have shown since of their campaigns. */
    tellTeam,
    /** Hears what colleagues have shared since; waits a short time for it. */
    hearTeam: () => texts.refresh(),
    templates,
    /** Keeps the country that a person named for the phones of a campaign; null takes it back. */
    rememberCountry: (campaignCode: string, country: string | null) =>
      countries.save(campaignCode, country === null ? null : { country, at: clock.wallNow() }),
    lookUpProgress,

    /** One request. Keeps what it finds with the account; nothing when it finds no field. */
    async lookUp(campaignCode: string, callId: string | undefined, { signal }: CallContext): Promise<FieldLookUp> {
      const onProgress = lookUpProgress(callId);
      const { fields, leads, looked } = await lookUpFields(api, campaignCode, { signal, onProgress });
      const at = clock.wallNow();
      if (fields.length > 0) lookUps.save({ campaignCode, at, leads, fields });
      return { campaignCode, at, leads, looked, fields };
    },

    /** Takes the examples away that came with an export. To be called before the export is removed. */
    forgetExport: (exportId: string) => lookUps.forgetExamples(({ exampleFrom }) => exampleFrom === exportId),

    /** Takes the examples away that were looked up for other campaigns than these, which have an import or a draft. */
    forgetUnused: (campaigns: readonly string[]) =>
      lookUps.forgetExamples(
        ({ exampleFrom }, campaignCode) =>
          exampleFrom === undefined && !campaigns.some((used) => isSameCampaign(used, campaignCode)),
      ),

    /** Keeps what the leads of an export show about their campaigns, and announces `import:fieldsLearned`. */
    learn(samples: readonly FieldSample[], exportId: string): void {
      const learned: string[] = [];
      for (const sample of samples) {
        const known = lookUps.all().find((lookUp) => isSameCampaign(lookUp.campaignCode, sample.campaignCode));
        const fields = learnedFields(sample, known, { exportId, at: clock.wallNow() });
        if (fields === null) continue;
        lookUps.save(fields);
        learned.push(fields.campaignCode);
      }
      if (learned.length > 0) emit('import:fieldsLearned', { campaignCodes: learned });
    },
  };
}

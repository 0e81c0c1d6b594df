// Why: decision 0386.
import type { ChannelArgs } from '../../../../shared/contract/channels.ts';
import { type CheckSettings, checkSettingsSchema, type CheckSummary } from '../../../../shared/contract/check/check.ts';
import type { Draft } from '../../../../shared/contract/imports/imports.ts';
import type { MappingFit, TemplateContent } from '../../../../shared/contract/imports/templates.ts';
import { duplicatesOf } from '../../../../shared/domain/check/duplicate-answers.ts';
import { fitMapping, mappingProblems } from '../../../../shared/domain/mapping/index.ts';
import { invalid } from '../../foundation/failure.ts';
import type { CallContext, FeatureServices } from '../../sessions/feature.ts';
import type { Checks } from '../check/check-feature.ts';
import {
  layerPathOf,
  readDuplicateAnswersOf,
  readLastStepOf,
  readSettingsOf,
  saveSettingsIn,
} from '../check/layer-file.ts';
import type { FieldKnowledge } from '../fields/field-knowledge.ts';
import type { TableOfDraft, TemplateBasis } from '../fields/templates.ts';
import { announce, asChanged, refuseStale } from './draft-revision.ts';
import type { DraftRecord } from './draft-store.ts';
import { suggestedInto } from './draft-suggestions.ts';
import type { DraftView } from './draft-view.ts';
import type { DraftsOnDisk } from './drafts-on-disk.ts';
import { templateBasisOf } from './template-basis.ts';
import { planOfTemplate } from './used-template.ts';

export interface TemplateUse extends Pick<ChannelArgs<'template:use'>, 'draftId' | 'callId' | 'revision' | 'replace'> {
  readonly template: TemplateContent;
}

export interface DraftTools {
  readonly services: FeatureServices;
  readonly disk: DraftsOnDisk;
  readonly view: DraftView;
  readonly checks: Checks;
  readonly knowledge: () => FieldKnowledge;
}

interface Tools extends DraftTools {
  /** IANA name of the account's time zone. */
  readonly zone: () => string;
}

/** Fills drafts from templates and takes that back, and reads the choices of a draft for a new template. */
export class TemplatesInDrafts {
  readonly #tools: Tools;

  constructor(tools: Tools) {
    this.#tools = tools;
  }

  tableOf(draft: DraftRecord): TableOfDraft {
    const { disk, services, zone } = this.#tools;
    const labels = disk.withStaged(draft, (staged) => staged.reading.columns.map(({ label }) => label));
    const { campaignCode } = draft.plan;
    return { labels, campaignCode, fileName: draft.fileName, zone: zone(), now: services.clock.wallNow() };
  }

  basisOf(draft: DraftRecord): TemplateBasis {
    const { disk, view, zone } = this.#tools;
    const columns = disk.withStaged(draft, (staged) => staged.reading.columns);
    const [problem] = mappingProblems(draft.mapping, columns);
    if (problem) throw invalid(problem.message, [{ path: 'mapping', message: problem.message }]);
    const layer = layerPathOf(disk.stagedPath(draft));
    return templateBasisOf({
      ...draft,
      columns: columns.map(({ label }) => label),
      country: view.country.of(draft).value,
      settings: readSettingsOf(layer),
      duplicates: readDuplicateAnswersOf(layer),
      zone: zone(),
      namedAt: this.#tools.services.clock.wallNow(),
    });
  }

  /**
   * Mapping, country and rules first, then the duplicates that the rows have with them.
   *
   * @throws Failure `validation` when the template reads no column of the table
   */
  async use(args: TemplateUse, context: CallContext): Promise<{ readonly draft: Draft; readonly fit: MappingFit }> {
    const { draftId, template, replace = {}, revision } = args;
    const { disk, view, checks } = this.#tools;
    const asked = disk.find(draftId);
    refuseStale(asked, revision);
    // Before the template before this one is taken back.
    this.#mappingOf(asked, args, 'Nothing was changed.');
    const isSecond = asked.template !== null;
    if (isSecond) await this.undo(draftId, revision, context);
    await checks.release(draftId);
    const before = disk.find(draftId);
    if (!isSecond) refuseStale(before, revision);
    const table = this.tableOf(before);
    const { fit, mapping } = this.#mappingOf(
      before,
      args,
      isSecond ? 'The template before it was taken back.' : 'Nothing was changed.',
    );
    const layerPath = layerPathOf(disk.stagedPath(before));
    const settings = readSettingsOf(layerPath);
    const plan = planOfTemplate(before.plan, template, replace, table);
    saveSettingsIn(layerPath, settingsWith(settings, template, replace.settings));
    const filled: DraftRecord = {
      ...before,
      ...this.#suggestedFor(before, plan.campaignCode),
      // A person looks at what is missing first.
      step: fit.missing.length > 0 ? 'columns' : 'check',
      mapping,
      plan,
      template: {
        name: template.name,
        before: { mapping: before.mapping, plan: before.plan, settings },
        answered: [],
        lastStep: readLastStepOf(layerPath),
      },
    };
    this.#save(before, view.withCleanPhones(filled));
    await this.#answerDuplicates(args, context);
    return { draft: view.whole(disk.find(draftId)), fit };
  }

  /** @param standing what was changed when it reads no column, for the message */
  #mappingOf(draft: DraftRecord, { template, replace = {} }: TemplateUse, standing: string) {
    const fit = fitMapping(template, this.tableOf(draft).labels);
    const mapping = replace.mapping ?? fit.mapping;
    if (mapping.length > 0) return { fit, mapping };
    const message = `"${draft.fileName}" has none of the columns that the template "${template.name}" reads. ${standing}`;
    throw invalid(message, [{ path: 'mapping', message }]);
  }

  /** Rows that it left out are taken back; cells that a person corrected since stay. */
  async undo(draftId: string, revision: number | undefined, context: CallContext): Promise<Draft> {
    const { disk, view, checks } = this.#tools;
    refuseStale(disk.find(draftId), revision);
    const { template } = disk.find(draftId);
    if (template === null) return view.whole(disk.find(draftId));
    const since = template.lastStep;
    for (const reasonId of template.answered)
      await checks.handlers['check:leaveOut'](
        { draftId, choice: { reasonId, keep: null, since }, isOut: false },
        context,
      );
    await checks.release(draftId);
    const before = disk.find(draftId);
    refuseStale(before, revision);
    const { mapping, plan, settings } = template.before;
    saveSettingsIn(layerPathOf(disk.stagedPath(before)), settings);
    const known = this.#suggestedFor(before, plan.campaignCode);
    this.#save(before, { ...before, ...known, step: 'columns', mapping, plan, template: null });
    return view.whole(disk.find(draftId));
  }

  #suggestedFor(draft: DraftRecord, campaignCode: string) {
    if (draft.suggestedFor === campaignCode) return {};
    const columns = this.#tools.disk.withStaged(draft, (staged) => staged.reading.columns);
    return suggestedInto(columns, this.#tools.knowledge(), campaignCode);
  }

  #save(before: DraftRecord, next: DraftRecord): void {
    const { disk, services } = this.#tools;
    const changed = asChanged(before, next, services.clock.wallNow(), true);
    disk.store.save(changed);
    announce(services, changed);
  }

  /** Each answer is a step of its own, which a person can undo under Check. */
  async #answerDuplicates({ draftId, callId, template }: TemplateUse, context: CallContext): Promise<void> {
    const answers = template.parts?.duplicates ?? [];
    if (answers.length === 0) return;
    const { disk, checks } = this.#tools;
    const answered: string[] = [];
    let summary: CheckSummary = await checks.handlers['check:run']({ callId, draftId }, context);
    for (const answer of answers) {
      const found = duplicatesOf(answer, summary.duplicates);
      if (found === undefined) continue;
      const { reasonId } = found;
      const choice = { reasonId, keep: answer.keep };
      answered.push(reasonId);
      // First, so that its rows are taken back with the template whatever fails from here on.
      const draft = disk.find(draftId);
      if (draft.template !== null) disk.store.save({ ...draft, template: { ...draft.template, answered } });
      summary = await checks.handlers['check:leaveOut']({ draftId, choice, isOut: true }, context);
    }
  }
}

/** A country that nobody named stays a guess of each file. */
function settingsWith(before: CheckSettings, { parts }: TemplateContent, replaced?: CheckSettings): CheckSettings {
  const rules = replaced ?? (parts === null ? before : { ...parts.rules, country: null });
  return checkSettingsSchema.parse({ ...rules, country: rules.country ?? parts?.country ?? before.country });
}

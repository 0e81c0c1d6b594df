import type { ChannelArgs, CoreChannelName } from '../../../shared/contract/channels.ts';
import type { TemplateContent } from '../../../shared/contract/imports/templates.ts';
import { fitMapping } from '../../../shared/domain/mapping/index.ts';
import type { FeatureServices, Handlers } from '../sessions/feature.ts';
import type { Drafts } from './drafts/drafts.ts';
import { readTemplate, writeTemplate } from './fields/template-file.ts';
import type { TemplateStore } from './fields/template-store.ts';
import { keepsOf, type TemplateBasis, Templates } from './fields/templates.ts';

export type TemplateChannel = Extract<CoreChannelName, `template:${string}`>;

export interface TemplatesOptions {
  readonly drafts: Drafts;
  /** The templates of the open account. */
  store(): TemplateStore;
  /** The choices of an import that was started in it. Throws Failure `notFound`. */
  basisOfJob(jobId: string): TemplateBasis;
}

/** Templates of the open account, and drafts that are filled from them. */
export function createTemplates(
  services: FeatureServices,
  { drafts, store, basisOfJob }: TemplatesOptions,
): Handlers<TemplateChannel> {
  const templates = new Templates(services.clock, store);
  const basisOf = (from: ChannelArgs<'template:propose'>['from']) =>
    'draftId' in from ? drafts.templateBasis(from.draftId) : basisOfJob(from.jobId);
  /** Answers the template, and counts the use of a saved one once `work` is done. */
  async function using<Value>(
    from: ChannelArgs<'template:use'>['from'],
    work: (template: TemplateContent) => Value | Promise<Value>,
  ): Promise<Value> {
    if ('token' in from) return work(readTemplate(services.grantedFile(from.token, 'read')));
    const done = await work(templates.findWhole(from.templateId));
    templates.countUse(from.templateId);
    return done;
  }

  return {
    'template:list': async ({ campaignCode }) => ({ templates: templates.list(campaignCode) }),
    'template:propose': async ({ from }) => templates.propose(basisOf(from)),
    'template:save': async ({ from, ...asked }) => templates.save(basisOf(from), asked),
    'template:rename': async ({ templateId, name }) => templates.rename(templateId, name),
    'template:remove': async ({ templateId }) => {
      templates.remove(templateId);
      return {};
    },
    'template:export': async ({ templateId, token }) =>
      writeTemplate(templates.findWhole(templateId), services.grantedFile(token, 'write')),
    'template:import': async ({ token }) => templates.add(readTemplate(services.grantedFile(token, 'read'))),
    'template:match': async ({ draftId }) => ({ matches: templates.matches(drafts.tableOf(draftId)) }),
    'template:fit': async ({ draftId, from }) =>
      using(from, (template) => ({
        name: template.name,
        fit: fitMapping(template, drafts.tableOf(draftId).labels),
      })),
    'template:use': async ({ from, ...use }, context) =>
      using(from, async (template) => {
        const { draft, fit } = await drafts.useTemplate({ ...use, template }, context);
        return { draft, name: template.name, fit, keeps: template.parts === null ? null : keepsOf(template.parts) };
      }),
    'template:undo': async ({ draftId, revision }, context) => drafts.undoTemplate(draftId, revision, context),
  };
}

import type { ChannelArgs, CoreChannelName } from '../../../../shared/contract/channels.ts';
import type { Draft } from '../../../../shared/contract/imports/imports.ts';
import { oneCampaign } from '../../../../shared/domain/jobs/one-campaign.ts';
import { knownZone } from '../../../../shared/domain/service/service-time.ts';
import type { CallContext, FeatureServices, Handlers } from '../../sessions/feature.ts';
import { ReadingThreads } from '../../files/staging/staging.ts';
import { HeldIds } from '../../foundation/held-ids.ts';
import type { CheckTarget, DraftTarget, EarlierFile } from '../check/check-messages.ts';
import { createChecks, type Checks } from '../check/check-feature.ts';
import { layerPathOf, readSettingsOf, saveSettingsIn } from '../check/layer-file.ts';
import { campaignsOf, type FieldKnowledge } from '../fields/field-knowledge.ts';
import { leaveOutAnswered } from './answered-rows.ts';
import { followSettings } from './as-before.ts';
import { createDraftFile } from './draft-file.ts';
import { announce, asChanged, refuseStale } from './draft-revision.ts';
import type { PracticeSample } from '../../foundation/ports.ts';
import { DraftReadings, type DraftReadingsOptions } from './draft-readings.ts';
import type { DraftRecord } from './draft-store.ts';
import { followSuggestions, suggestedInto } from './draft-suggestions.ts';
import { type DraftSurroundings, DraftView, summaryOf } from './draft-view.ts';
import { type DraftTools, TemplatesInDrafts, type TemplateUse } from './templates-in-drafts.ts';
import { DraftsOnDisk } from './drafts-on-disk.ts';

/** Channels about drafts that only an account can answer. */
export type AccountDraftChannel = `import:${'start' | 'startQueue' | 'lookUpFields' | 'compareCampaign'}`;
export type DraftChannel = Exclude<
  Extract<CoreChannelName, `import:${string}` | `check:${string}`>,
  AccountDraftChannel
>;

export interface DraftsOptions extends DraftSurroundings, Pick<DraftReadingsOptions, 'ofResult'> {
  samples(): Promise<readonly PracticeSample[]>;
  /** Keeps the country that a person named for the phones of a campaign; null takes it back. */
  rememberCountry(campaignCode: string, country: string | null): void;
}

export type Drafts = ReturnType<typeof createDrafts>;

const BECOMES_JOB =
  'This draft is being started at this moment. Nothing was changed. Wait until that ends, or cancel it.';

/** Imports that a person is still preparing. Every choice is on the disk when its call is answered. */
export function createDrafts(services: FeatureServices, options: DraftsOptions) {
  const disk = new DraftsOnDisk(services.dataFolder);
  const view = new DraftView(disk, options);
  /** The choices of the draft by which its rows are judged. Throws Failure `notFound`. */
  const target = (draftId: string): DraftTarget => {
    const draft = disk.find(draftId);
    const { mapping, plan } = draft;
    const { campaignCode } = plan;
    const fields = view.fieldsOf(draft);
    const earlierCountry = view.earlierCountry(draft);
    return { draftId, stagedPath: disk.stagedPath(draft), mapping, fields, campaignCode, earlierCountry };
  };
  const checkTarget = (draftId: string): Omit<CheckTarget, 'journalPath'> => {
    const own = target(draftId);
    const before = disk.store.queues.before(draftId);
    return before.length === 0 ? own : { ...own, earlier: before.map(earlierFile) };
  };
  const earlierFile = (id: string): EarlierFile => {
    const draft = disk.store.readable(id);
    return draft === undefined ? { jobId: id } : { ...target(id), fileName: draft.fileName, savedAt: draft.savedAt };
  };
  /** Drafts of which a job is being made at this moment. */
  const becoming = new HeldIds(BECOMES_JOB);
  const made = createChecks(services, {
    ...options,
    target: checkTarget,
    onSummary: ({ draftId, rowsWithProblem }) => disk.store.setProblems(draftId, rowsWithProblem),
    onChange: (draftId) => touched(draftId),
  });
  const checks: Checks = {
    ...made,
    async release(draftId) {
      await made.release(draftId);
      // Whoever waits for the files changes the draft next, and a start may have been faster.
      becoming.refuse(draftId);
    },
  };
  /** Rows of the draft were changed beside it: it is saved now, and every page hears of it. */
  function touched(draftId: string): void {
    const savedAt = services.clock.wallNow();
    disk.store.touch(draftId, savedAt);
    announce(services, { ...disk.find(draftId), savedAt });
  }
  const threads = new ReadingThreads();
  const zone = () => knownZone(options.session()?.account.dialect.timeZone ?? '');
  const readings = new DraftReadings(services, disk, view, {
    ...options,
    threads,
    zone,
    release: (draftId) => checks.release(draftId),
  });
  const draftFile = createDraftFile(services.log, threads, disk);
  const tools = { services, disk, view, checks, knowledge: () => options.knowledge() };
  const templates = new TemplatesInDrafts({ ...tools, zone });
  const saveTools: SaveTools = { ...tools, keepCountry: (code, country) => options.rememberCountry(code, country) };

  const handlers: Handlers<DraftChannel> = {
    ...checks.handlers,
    ...draftFile.handlers,
    ...readingHandlers(services, readings, options),
    'check:dropChanges': async ({ draftId }, context) => {
      const answer = await checks.handlers['check:dropChanges']({ draftId }, context);
      // No person made what a result file says of its rows. A check may have begun the new layer already.
      await checks.release(draftId);
      const draft = disk.find(draftId);
      const stagedPath = disk.stagedPath(draft);
      if (disk.withStaged(draft, (staged) => leaveOutAnswered(staged, stagedPath, null))) touched(draftId);
      return answer;
    },
    'import:open': async ({ token, choices = {}, callId, queueId }, context) => {
      const draft = await readings.open(services.grantedFile(token, 'read'), { choices, callId, queueId }, context);
      const campaignCode = queueId === undefined ? '' : campaignOfQueue(disk, queueId, draft.id);
      if (campaignCode === '' || draft.plan.campaignCode !== '') return draft;
      return save({ draftId: draft.id, campaignCode, cleanPhones: true }, saveTools);
    },
    'import:arrangeQueue': async ({ queueId, draftIds, out }) => {
      for (const draftId of draftIds) disk.find(draftId);
      disk.store.queues.arrange(queueId, draftIds, out);
      return {};
    },
    'import:queueCampaign': async ({ queueId, campaignCode }) => {
      const done = new Set<string>();
      // A file that is read meanwhile joins the queue behind the others.
      for (;;) {
        const next = draftsOfQueue(disk, queueId).find(({ id }) => !done.has(id));
        if (next === undefined) return {};
        done.add(next.id);
        becoming.refuse(next.id);
        await save({ draftId: next.id, campaignCode, cleanPhones: true }, saveTools);
      }
    },
    'import:drafts': async () => {
      // Whoever looks at the drafts may choose a file next.
      threads.keepOne();
      const { drafts, unreadable } = disk.store.listed();
      return { drafts: drafts.map(summaryOf), ...(unreadable.length > 0 && { unreadable }) };
    },
    'import:draft': async ({ draftId }) => view.whole(disk.find(draftId)),
    'import:rows': async ({ draftId, offset, limit }) => ({
      rows: disk.withStaged(disk.find(draftId), (staged) => staged.rows(offset, limit)),
    }),
    'import:reread': async ({ draftId, choices, callId, revision }, context) => {
      becoming.refuse(draftId);
      refuseStale(disk.find(draftId), revision);
      const draft = await readings.reread(draftId, { choices, callId }, context);
      announce(services, draft);
      return draft;
    },
    'import:saveDraft': async (change) => {
      becoming.refuse(change.draftId);
      return save(change, saveTools);
    },
    'import:sentRows': async ({ draftId, offset, limit }) => ({
      rows: view.sentRows(disk.find(draftId), offset, limit),
    }),
    'import:sentRow': async ({ draftId, row }) => view.sentRow(disk.find(draftId), row),
    'import:ruleExamples': async ({ draftId, rule }) => ({ rows: view.ruleExamples(disk.find(draftId), rule) }),
    'import:deleteDraft': async ({ draftId }) => {
      becoming.refuse(draftId);
      // Says why it is not here.
      if (!disk.store.has(draftId)) disk.find(draftId);
      await checks.release(draftId);
      disk.store.remove(draftId);
      return {};
    },
    'import:campaigns': async () => ({ campaigns: campaignsOf(options.knowledge()) }),
  };
  return {
    handlers,
    /** Fills the draft from a template. Throws Failure `validation` when it reads no column of the table. */
    useTemplate: (args: TemplateUse, context: CallContext) => {
      becoming.refuse(args.draftId);
      return templates.use(args, context);
    },
    /** Takes the template back. */
    undoTemplate: (draftId: string, revision: number | undefined, context: CallContext) => {
      becoming.refuse(draftId);
      return templates.undo(draftId, revision, context);
    },
    /** The table for which a template is looked for. */
    tableOf: (draftId: string) => templates.tableOf(disk.find(draftId)),
    /** The choices of which a template is made. Throws Failure `validation` when its mapping does not fit its table. */
    templateBasis: (draftId: string) => templates.basisOf(disk.find(draftId)),
    disk,
    readings,
    target,
    startable: (draft: DraftRecord, phoneCountry?: string | null) => view.startable(draft, phoneCountry),
    /** Closes the files that the check of the draft holds, and keeps it from changing them until the answer is disposed of. */
    seal: (draft: DraftRecord) => checks.seal(draft.id),
    /** Refuses every change of the draft until the answer is disposed of: a job is being made of it. */
    becomesJob: (draftId: string) => becoming.hold(draftId),
    touched,

    async close() {
      await readings[Symbol.asyncDispose]();
      await draftFile.close();
      await checks.close();
      threads[Symbol.dispose]();
      disk[Symbol.dispose]();
    },
  };
}

function readingHandlers(
  services: FeatureServices,
  readings: DraftReadings,
  options: DraftsOptions,
): Handlers<`import:${'draftOf' | 'openPasted' | 'samples' | 'openSample'}`> {
  return {
    'import:openPasted': async ({ text, callId }, context) => readings.openPasted(text, callId, context),
    'import:draftOf': async ({ token }, context) => {
      const draft = await readings.draftOf(services.grantedFile(token, 'read'), context);
      return { draft: draft === null ? null : summaryOf(draft) };
    },
    'import:samples': async () => ({
      samples: (await options.samples()).map(({ name, description }) => ({ name, description })),
    }),
    'import:openSample': async ({ name, callId }, context) => readings.openSample(name, callId, context),
  };
}

/** Drafts that are left of the queue and can be read, the first one first. */
export function draftsOfQueue({ store }: DraftsOnDisk, queueId: string): DraftRecord[] {
  return store.queues.of(queueId).flatMap((id) => store.readable(id) ?? []);
}

/** The campaign that was chosen for the files of the queue beside this one; '' when there is none, or they differ. */
function campaignOfQueue(disk: DraftsOnDisk, queueId: string, draftId: string): string {
  const others = draftsOfQueue(disk, queueId).filter(({ id }) => id !== draftId);
  return oneCampaign(others.map(({ plan }) => plan.campaignCode));
}

interface SaveTools extends DraftTools {
  readonly keepCountry: DraftsOptions['rememberCountry'];
}

interface DraftChange extends ChannelArgs<'import:saveDraft'> {
  /** The campaign of its queue; the rest of the plan stays as it is when the change is saved. */
  readonly campaignCode?: string;
}

async function save(
  {
    draftId,
    revision,
    step,
    mapping,
    plan,
    campaignCode,
    phoneCountry,
    suggestAgain = false,
    cleanPhones = false,
    rememberCountry = false,
  }: DraftChange,
  { services, disk, view, checks, knowledge, keepCountry }: SaveTools,
): Promise<Draft> {
  refuseStale(disk.find(draftId), revision);
  if (phoneCountry !== undefined) {
    await checks.release(draftId);
    refuseStale(disk.find(draftId), revision);
    view.country.choose(disk.find(draftId), phoneCountry);
  }
  const asAsked = (draft: DraftRecord): DraftRecord => ({
    ...draft,
    ...(step === undefined ? {} : { step }),
    ...(mapping === undefined ? {} : { mapping }),
    plan: campaignCode === undefined ? (plan ?? draft.plan) : { ...(plan ?? draft.plan), campaignCode },
  });
  const asked = disk.find(draftId);
  const chosenCode = campaignCode ?? plan?.campaignCode;
  const isOtherCampaign = chosenCode !== undefined && chosenCode !== asked.suggestedFor;
  const isFollowing = mayFollow(asAsked(asked), suggestAgain);
  if (isOtherCampaign || isFollowing) await checks.release(draftId);
  // As it is now, and not as it was before the check closed its files.
  const before = disk.find(draftId);
  refuseStale(before, revision);
  const chosen = asAsked(before);
  const followed = isFollowing && mayFollow(chosen, suggestAgain) ? suggestedAgain(chosen, disk, knowledge()) : chosen;
  if (followed !== chosen) followRules(chosen, followed, disk);
  const country = view.country.chosen(followed);
  const isNew = phoneCountry !== undefined || (isOtherCampaign && country !== null);
  if (rememberCountry && isNew && followed.plan.campaignCode !== '') keepCountry(followed.plan.campaignCode, country);
  const cleaned = cleanPhones ? view.withCleanPhones(followed) : followed;
  const next = asChanged(before, cleaned, services.clock.wallNow(), phoneCountry !== undefined);
  disk.store.save(next);
  if (next.revision !== before.revision) announce(services, next);
  if (step === 'columns' || step === 'check') checks.prepare();
  return view.current(next.id);
}

/**
 * From the check on, mapping and suggestions stay as the person saw them. They follow a campaign that was named meanwhile
 * only back at the columns, where the person sees what changes.
 */
function mayFollow({ step, suggestedFor, plan }: DraftRecord, isAsked: boolean): boolean {
  const isEarly = step === 'file' || step === 'columns';
  return isEarly && (isAsked || suggestedFor !== plan.campaignCode);
}

/** With suggestions from what is known now; what a person chose stays. */
function suggestedAgain(draft: DraftRecord, disk: DraftsOnDisk, knowledge: FieldKnowledge): DraftRecord {
  const columns = disk.withStaged(draft, (staged) => staged.reading.columns);
  const next = suggestedInto(columns, knowledge, draft.plan.campaignCode);
  return { ...draft, ...next, mapping: followSuggestions(draft.mapping, draft, next) };
}

/** The rules of the check follow the campaign, too, unless a person made some. The check must not hold the draft's files. */
function followRules(before: DraftRecord, after: DraftRecord, disk: DraftsOnDisk): void {
  const layerPath = layerPathOf(disk.stagedPath(after));
  const settings = followSettings(readSettingsOf(layerPath), before.asBefore, after.asBefore);
  if (settings !== null) saveSettingsIn(layerPath, settings);
}

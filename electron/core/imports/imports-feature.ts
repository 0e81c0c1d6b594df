// Why: decision 0051.
import type { CoreChannelName } from '../../../shared/contract/channels.ts';
import type { Draft, Plan } from '../../../shared/contract/imports/imports.ts';
import type { TeamImport } from '../../../shared/contract/team/team.ts';
import type { LeadName } from '../../../shared/contract/segments/segment-changes.ts';
import { knownZone } from '../../../shared/domain/service/service-time.ts';
import { invalid } from '../foundation/failure.ts';
import type { PracticeSample } from '../foundation/ports.ts';
import { HeldIds } from '../foundation/held-ids.ts';
import type { LeadClaims } from '../foundation/lead-claims.ts';
import type { TeamLook } from '../foundation/team-look.ts';
import type { SharedTexts } from '../foundation/shared-texts.ts';
import { callProgress } from '../foundation/progress.ts';
import type { ResultPaths } from '../foundation/result-paths.ts';
import type { ActiveAccount, FeatureServices, OpenFeature } from '../sessions/feature.ts';
import type { AccountSession } from '../sessions/session.ts';
import { refuseOther } from '../sessions/shown-account.ts';
import { type AccountFields, openAccountFields } from './fields/account-fields.ts';
import { type AccountDraftChannel, createDrafts, type DraftChannel, type Drafts } from './drafts/drafts.ts';
import type { FormerImport } from './drafts/draft-readings.ts';
import { copyOf, planOf } from './jobs/copy-rows.ts';
import { jobOfResult, type ResultSample } from './jobs/result/job-of-result.ts';
import { type Jobs, openJobs } from './jobs/jobs.ts';
import type { JobRecord } from './jobs/journal/records/job-records.ts';
import { importsForTeam } from './jobs/report/imports-for-team.ts';
import { namesOfLeads } from './jobs/report/names-of-leads.ts';
import type { TemplateBasis } from './fields/templates.ts';
import { countryIn, templateBasisOf } from './drafts/template-basis.ts';
import { NOTHING_KNOWN } from './fields/field-knowledge.ts';
import { compareWithCampaign } from './check/campaign/compare-with-campaign.ts';
import { readingFolderOf, removeAbandoned } from '../storage/working-folder.ts';
import { inSlices } from '../threads/in-slices.ts';
import { letOtherWorkRun } from '../threads/thread-server.ts';
import { forgetDraft, hasJob, StartImport } from './start-import.ts';
import { createTemplates, type TemplateChannel } from './template-handlers.ts';
import { knownLeadsIn } from './jobs/journal/rows/known-leads.ts';

/** What an account has open of its imports. */
export interface AccountImports extends OpenFeature<Extract<CoreChannelName, `job:${string}`> | AccountDraftChannel> {
  readonly session: AccountSession;
  /** What colleagues have sent; null: the account is not signed in. */
  readonly team: TeamLook | null;
  readonly fields: AccountFields;
  /** Takes the examples away that were looked up for campaigns of which no import and no draft is left. */
  readonly forgetUnused: () => void;
  /** What the jobs will still ask of the quota, and their unknown rows. */
  readonly outlook: Pick<Jobs, 'demands' | 'unknownRows' | 'countWith' | 'isInTeam'>;
  /** What colleagues of the team are told of the imports, the latest first. */
  readonly forTeam: () => TeamImport[];
  /** The last import of a file with this content. */
  readonly sentAs: (fileHash: string) => Draft['sentAs'];
  readonly ofResult: (sample: ResultSample) => FormerImport | null;
  /** What a template of this job would have. Throws Failure `notFound`. */
  readonly templateBasis: (jobId: string) => TemplateBasis;
  /** Names of some of these leads, as they were sent. */
  readonly namesInImports: (leadIds: readonly string[], signal: AbortSignal) => Promise<LeadName[]>;
  /** Ids of the leads that a job created, as far as the service named them. Fails with `notFound`. */
  readonly createdLeads: (jobId: string) => { readonly name: string; readonly leadIds: Iterable<readonly string[]> };
}

/** What the imports of an account have of its team. */
export interface ImportsTeam {
  readonly claims: LeadClaims;
  /** Null: the account is not signed in. */
  readonly look: TeamLook | null;
  /** What it shares. */
  readonly texts: SharedTexts;
}

/** Drafts and templates belong to the installation: a person can prepare a file without an account. */
export interface Imports extends OpenFeature<DraftChannel | TemplateChannel> {
  open(session: AccountSession, team: ImportsTeam): AccountImports;
}

export interface ImportsOptions {
  samples(): Promise<readonly PracticeSample[]>;
  readonly account: ActiveAccount<AccountImports>;
  /** Whether jobs that ran when the program ended continue when their account is opened. */
  readonly resumeOnOpen: boolean;
  readonly resultPaths: Pick<ResultPaths, 'forget'>;
}

/** Drafts become jobs, jobs send rows; both outlive the program. */
export function createImports(services: FeatureServices, options: ImportsOptions): Imports {
  const { account } = options;
  const drafts = createDrafts(services, {
    samples: options.samples,
    knowledge: () => account.find()?.fields.knowledge() ?? NOTHING_KNOWN,
    session: () => account.find()?.session ?? null,
    team: () => account.find()?.team ?? null,
    rememberCountry: (campaignCode, country) => account.find()?.fields.rememberCountry(campaignCode, country),
    sentAs: (fileHash) => account.find()?.sentAs(fileHash) ?? null,
    ofResult: (sample) => account.find()?.ofResult(sample) ?? null,
  });
  removeLeftCopies(services, drafts);

  const templates = createTemplates(services, {
    drafts,
    store: () => account.get().fields.templates,
    basisOfJob: (jobId) => account.get().templateBasis(jobId),
  });

  return {
    open: (session, team) => openAccountImports(services, session, team, drafts, options),
    handlers: {
      ...drafts.handlers,
      ...templates,
      'import:open': async (args, context) => {
        await account.find()?.fields.hearTeam();
        return drafts.handlers['import:open'](args, context);
      },
      'import:deleteDraft': async (args, context) => {
        const answer = await drafts.handlers['import:deleteDraft'](args, context);
        account.find()?.forgetUnused();
        return answer;
      },
      'import:drafts': async (args, context) => {
        for (const draft of drafts.disk.store.all()) if (hasJob(services, draft)) forgetDraft(drafts, draft.id);
        return drafts.handlers['import:drafts'](args, context);
      },
    },
    [Symbol.asyncDispose]: () => drafts.close(),
  };
}

/** The plan of a job for what comes after it: its trial was looked at. */
function planAfter(job: JobRecord): Plan {
  return planOf({ ...job, terms: { ...job.terms, trial: 0 } });
}

/** Copies of files that a killed program left are personal data that nobody asked to keep. */
function removeLeftCopies({ dataFolder, log }: FeatureServices, drafts: Drafts): void {
  try {
    removeAbandoned(readingFolderOf(dataFolder));
    drafts.disk.removeAbandoned();
  } catch (error) {
    // Whoever opens a file next is told what is wrong with the folder.
    log.bug('remove left copies', error);
  }
}

function openAccountImports(
  services: FeatureServices,
  session: AccountSession,
  { claims, look, texts }: ImportsTeam,
  drafts: Drafts,
  { resumeOnOpen, resultPaths }: ImportsOptions,
): AccountImports {
  const jobs = openJobs(services, session, {
    claims,
    resumeOnOpen: resumeOnOpen && session.account.signedIn,
    onRemoved: ({ id }) => forgetUnused(id),
  });
  const fields = openAccountFields(
    services,
    session,
    {
      jobs: () => jobs.store.allAndSuccess(),
      checkSettingsOf: (jobId) => jobs.store.originOf(jobId).rules.settings,
    },
    texts,
  );
  /** @param gone a job that is being deleted */
  function forgetUnused(gone: string | null): void {
    const kept = jobs.store.all().filter(({ id }) => id !== gone);
    const begun = drafts.disk.store.all().map(({ plan }) => plan);
    fields.forgetUnused([...kept, ...begun].map(({ campaignCode }) => campaignCode));
  }
  const startProgress = (callId: string | undefined) =>
    callProgress(services.clock, (rows, rowsTotal) => {
      if (callId !== undefined) services.emit('import:startProgress', { callId, rows, rowsTotal });
    });
  const starts = new StartImport(services, session, drafts, jobs);
  const compared = new HeldIds('This draft is being compared with its campaign. Wait until that ends, or cancel it.');
  return {
    session,
    team: look,
    fields,
    outlook: jobs,
    forgetUnused: () => forgetUnused(null),
    forTeam: () => {
      fields.tellTeam();
      return importsForTeam(jobs);
    },
    ofResult: (sample) => {
      const job = jobOfResult(jobs.store, sample);
      return job === null ? null : { name: job.name, mapping: job.mapping, plan: planAfter(job) };
    },
    templateBasis: (jobId) => {
      const job = jobs.job(jobId);
      const { rules, duplicates } = jobs.store.originOf(jobId);
      return templateBasisOf({
        ...job,
        country: rules.settings.country ?? countryIn(job.mapping),
        settings: rules.settings,
        duplicates,
        plan: planAfter(job),
        zone: knownZone(session.account.dialect.timeZone),
        namedAt: job.createdAt,
      });
    },
    sentAs: (fileHash) => {
      const job = jobs.store.latestOf(fileHash);
      if (job === null) return null;
      const { created, refused, unknown, waiting } = jobs.summary(job.id).counts;
      return { jobId: job.id, campaignCode: job.campaignCode, at: job.createdAt, created, refused, unknown, waiting };
    },
    namesInImports: (leadIds, signal) => inSlices(namesOfLeads(jobs.store, leadIds), { signal }),
    createdLeads: (jobId) => {
      const job = jobs.job(jobId);
      return { name: job.fileName, leadIds: jobs.store.lists.createdLeads(jobId) };
    },
    handlers: {
      ...jobs.handlers,
      'job:delete': async (args, context) => {
        const answer = await jobs.handlers['job:delete'](args, context);
        await resultPaths.forget(args.jobId);
        return answer;
      },
      'import:lookUpFields': async ({ campaignCode, callId }, context) => fields.lookUp(campaignCode, callId, context),
      'import:compareCampaign': async ({ draftId, key, callId }, { signal }) => {
        const target = drafts.target(draftId);
        if (target.campaignCode === '') throw invalid('Name the campaign first: its leads are compared with the rows.');
        compared.refuse(draftId);
        using _comparing = compared.hold(draftId);
        const onProgress = fields.lookUpProgress(callId);
        const found = await compareWithCampaign(target, key, {
          api: session.api,
          clock: services.clock,
          signal,
          pause: letOtherWorkRun,
          seal: () => drafts.seal(drafts.disk.find(draftId)),
          onProgress,
          knownLeads: (campaignCode) => knownLeadsIn(session.journal, campaignCode),
          ownLeads: (campaignCode) => jobs.store.lists.leadsIn(campaignCode),
        });
        drafts.touched(draftId);
        return found;
      },
      'job:duplicate': ({ jobId }, context) => drafts.readings.openCopy(copyOf(jobs.store, jobs.job(jobId)), context),
      'job:correctCampaign': async ({ jobId, campaignCode, longest }, context) => {
        using held = await jobs.hold(jobId);
        return await drafts.readings.goOn(held.openRows(campaignCode, longest), context);
      },
      'import:start': async ({ draftId, callId, account: shown, ...word }, { signal }) => {
        refuseOther(session.account, shown);
        compared.refuse(draftId);
        return starts.start(draftId, { ...word, signal, onProgress: startProgress(callId) });
      },
      'import:startQueue': async ({ queueId, drafts: agreed, callId, account: shown }, { signal }) => {
        refuseOther(session.account, shown);
        for (const { draftId } of agreed) compared.refuse(draftId);
        const check = async (draftId: string) => {
          const { rows, standing, country } = await drafts.handlers['check:run'](
            { draftId, callId: undefined },
            { signal },
          );
          return { rows: rows - standing.leftOut, phoneCountry: country.value };
        };
        return { jobs: await starts.startQueue(queueId, agreed, { check, signal, onProgress: startProgress(callId) }) };
      },
    },
    [Symbol.asyncDispose]: () => jobs[Symbol.asyncDispose](),
  };
}

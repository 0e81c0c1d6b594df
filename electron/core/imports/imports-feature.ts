import { DatabaseSync } from 'node:sqlite';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { JobSummary } from '../../../shared/contract/jobs/jobs.ts';
import type { ColumnProfile } from '../../../shared/contract/imports/reading.ts';
import { invalid, notFound } from '../foundation/failure.ts';
import { fileFailure } from '../files/foundation/file-trouble.ts';
import { openStaged } from '../files/staging/staging.ts';
import type { ActiveAccount, FeatureServices, OpenFeature } from '../sessions/feature.ts';
import type { AccountSession } from '../sessions/session.ts';
import { takeLease } from '../storage/lease.ts';
import { type AccountFields, openAccountFields } from './fields/account-fields.ts';
import { attachDraftRows } from './check/draft-rows.ts';
import { layerTrouble } from './check/layer-file.ts';
import { createDrafts, type DraftChannel, type Drafts } from './drafts/drafts.ts';
import type { DraftRecord } from './drafts/draft-store.ts';
import { type JobChannel, openJobs } from './jobs/jobs.ts';
import { createSavedMappings, type SavedMappingChannel } from './fields/saved-mappings.ts';
import { NOTHING_KNOWN } from './fields/field-knowledge.ts';

/** What an account has open of its imports. */
export interface AccountImports extends OpenFeature<JobChannel | 'import:start' | 'import:lookUpFields'> {
  readonly session: AccountSession;
  readonly fields: AccountFields;
}

/** Drafts and saved mappings belong to the installation: a file is prepared without an account too. */
export interface Imports extends OpenFeature<DraftChannel | SavedMappingChannel> {
  open(session: AccountSession): AccountImports;
}

export interface ImportsOptions {
  samples(): Promise<readonly { name: string; description: string; bytes: Uint8Array }[]>;
  readonly account: ActiveAccount<AccountImports>;
  /** Jobs that ran when the program ended go on when their account is opened. */
  readonly resumeOnOpen: boolean;
}

/** Drafts become jobs, jobs send rows; both outlive the program. */
export function createImports(services: FeatureServices, options: ImportsOptions): Imports {
  const { account } = options;
  const drafts = createDrafts(services, {
    samples: options.samples,
    knowledge: () => account.find()?.fields.knowledge() ?? NOTHING_KNOWN,
    session: () => account.find()?.session ?? null,
  });

  const savedMappings = createSavedMappings(services, {
    store: () => account.get().fields.mappings,
    draft: (draftId) => {
      const draft = drafts.find(draftId);
      return { columns: columnsOf(drafts.store().stagedPath(draft)), campaignCode: draft.plan.campaignCode };
    },
  });

  return {
    open: (session) => openAccountImports(services, session, drafts, options),
    handlers: {
      ...drafts.handlers,
      ...savedMappings,
      'import:drafts': async (args, context) => {
        for (const draft of drafts.store().all()) if (hasStarted(services, draft)) forget(drafts, draft.id);
        return drafts.handlers['import:drafts'](args, context);
      },
    },
    [Symbol.asyncDispose]: () => drafts.close(),
  };
}

function openAccountImports(
  services: FeatureServices,
  session: AccountSession,
  drafts: Drafts,
  { resumeOnOpen }: ImportsOptions,
): AccountImports {
  const jobs = openJobs(services, session, { resumeOnOpen });
  const fields = openAccountFields(services, session, () => jobs.store.allAndSuccess());
  const starting = new Map<string, Promise<JobSummary>>();

  /**
   * A job carries the id of its draft, so that starting twice finds the first job. In order: the account is written into
   * the draft, the job with all its rows into the journal in one transaction, the draft is removed. A crash in between
   * leaves the draft, or the job and a draft that is known to be one.
   */
  async function start(draftId: string): Promise<JobSummary> {
    const known = jobs.store.find(draftId);
    if (known) {
      forget(drafts, draftId);
      return jobs.summary(draftId);
    }
    const asked = drafts.find(draftId);
    {
      using starting = takeLease(join(drafts.store().folderOf(draftId), 'start.sqlite'));
      if (starting === null) throw invalid('This import is being started at this moment. Look at the list of jobs.');
      refuseStarted(asked);
      refuseBeingRead(draftId);
      drafts.startable(asked);
      await jobs.start(draftId, () => createJob(asked));
    }
    forget(drafts, draftId);
    return jobs.summary(draftId);
  }

  /** The draft as it is now: what was saved while the leases were waited for is part of what is sent. */
  async function createJob(asked: DraftRecord): Promise<void> {
    try {
      await drafts.release(asked);
      const draft = drafts.find(asked.id);
      refuseBeingRead(draft.id);
      const { columns, mapping } = drafts.startable(draft);
      drafts.store().save({ ...draft, startedIn: session.account.id });
      const stagedPath = drafts.store().stagedPath(draft);
      const { id, fileName, fileSize, fileHash, plan } = draft;
      jobs.store.create(
        {
          id,
          name: fileName,
          fileName,
          fileSize,
          fileHash,
          columns,
          mapping,
          ...plan,
          createdAt: services.clock.wallNow(),
        },
        (journal) => attachDraftRows(journal, stagedPath),
      );
    } catch (error) {
      // Nothing was made of the draft: a file of it that is damaged is named, not called an error of ours.
      throw fileFailure(layerTrouble(error));
    }
  }

  function refuseBeingRead(draftId: string): void {
    if (drafts.isBeingRead(draftId))
      throw invalid('The file is being read again. Wait until it is there, or cancel that, and start then.');
  }

  /** A program that ended right after it had made the job could not remove the draft. */
  function refuseStarted(draft: DraftRecord): void {
    if (draft.startedIn === session.account.id || !hasStarted(services, draft)) return;
    forget(drafts, draft.id);
    throw notFound('This import was started in another account already. Open that account to see it.');
  }

  return {
    session,
    fields,
    handlers: {
      ...jobs.handlers,
      'import:lookUpFields': async ({ campaignCode, callId }, context) => fields.lookUp(campaignCode, callId, context),
      'import:start': async ({ draftId }) => {
        const again = starting.get(draftId);
        if (again) return again;
        const first = start(draftId).finally(() => starting.delete(draftId));
        starting.set(draftId, first);
        return first;
      },
    },
    [Symbol.asyncDispose]: () => jobs[Symbol.asyncDispose](),
  };
}

function forget(drafts: Drafts, draftId: string): void {
  if (drafts.store().find(draftId)) drafts.store().remove(draftId);
}

function hasStarted({ dataFolder }: FeatureServices, { startedIn, id }: DraftRecord): boolean {
  return startedIn !== null && hasJob(join(dataFolder, 'account', startedIn, 'journal.sqlite'), id);
}

function columnsOf(stagedPath: string): ColumnProfile[] {
  try {
    const staged = openStaged(stagedPath);
    try {
      return staged.reading.columns;
    } finally {
      staged.close();
    }
  } catch (error) {
    throw fileFailure(error);
  }
}

function hasJob(journalPath: string, jobId: string): boolean {
  if (!existsSync(journalPath)) return false;
  const journal = new DatabaseSync(journalPath, { readOnly: true });
  try {
    return journal.prepare('SELECT 1 FROM import_job WHERE id = ?').get(jobId) !== undefined;
  } finally {
    journal.close();
  }
}

import { DatabaseSync } from 'node:sqlite';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { JobSummary } from '../../../shared/contract/jobs/jobs.ts';
import type { ColumnProfile } from '../../../shared/contract/imports/reading.ts';
import { invalid, notFound } from '../foundation/failure.ts';
import { openStaged } from '../files/staging/staging.ts';
import type { AccountSession, Feature, FeatureServices } from '../sessions/session.ts';
import { acquireProcessLock } from '../storage/process-lock.ts';
import { createAccountFields } from './fields/account-fields.ts';
import { layerPathOf, layerTrouble } from './check/check-layer.ts';
import { createDrafts } from './drafts/drafts.ts';
import type { DraftRecord } from './drafts/draft-store.ts';
import { createJobs, type JobChannel } from './jobs/jobs.ts';
import { fileFailure } from './jobs/result-file.ts';
import { createSavedMappings, type SavedMappingChannel } from './fields/saved-mappings.ts';
import type { CoreChannelName } from '../../../shared/contract/channels.ts';

type ImportChannel =
  Extract<CoreChannelName, `import:${string}` | `check:${string}`> | JobChannel | SavedMappingChannel;

export interface ImportsOptions {
  samples(): Promise<readonly { name: string; description: string; bytes: Uint8Array }[]>;
  /** Jobs that ran when the program ended go on when their account is opened. */
  readonly resumeOnOpen: boolean;
}

/** Drafts become jobs, jobs send rows; both outlive the program. */
export function createImportsFeature(services: FeatureServices, options: ImportsOptions): Feature<ImportChannel> {
  const jobs = createJobs(services, { resumeOnOpen: options.resumeOnOpen });
  const starting = new Map<string, Promise<JobSummary>>();
  const fields = createAccountFields(services, (session) => jobs.store(session).allAndSuccess());
  const drafts = createDrafts(services, { samples: options.samples, fields });

  const savedMappings = createSavedMappings(services, {
    store: () => fields.mappings(),
    draft: (draftId) => {
      const draft = drafts.find(draftId);
      return { columns: columnsOf(drafts.store().stagedPath(draft)), campaignCode: draft.plan.campaignCode };
    },
  });

  /**
   * A job carries the id of its draft, so that starting twice finds the first job. In order: the account is written into
   * the draft, the job with all its rows into the journal in one transaction, the draft is removed. A crash in between
   * leaves the draft, or the job and a draft that is known to be one.
   */
  async function start(session: AccountSession, draftId: string): Promise<JobSummary> {
    const known = jobs.store(session).find(draftId);
    if (known) {
      forget(draftId);
      return jobs.summary(session, draftId);
    }
    const asked = drafts.find(draftId);
    const held = acquireProcessLock(join(drafts.store().folderOf(draftId), 'start.sqlite'));
    if (held === null) throw invalid('This import is being started at this moment. Look at the list of jobs.');
    try {
      refuseStarted(asked, session);
      refuseBeingRead(draftId);
      drafts.startable(asked);
      const lock = await jobs.lock(session, draftId);
      if (lock === null) throw invalid('This import is being started by another Lead Console on this computer.');
      try {
        await drafts.release(asked);
        // The draft as it is now: what was saved while the locks were waited for is part of what is sent.
        const draft = drafts.find(draftId);
        refuseBeingRead(draftId);
        const { columns, mapping } = drafts.startable(draft);
        drafts.store().save({ ...draft, startedIn: session.account.id });
        const stagedPath = drafts.store().stagedPath(draft);
        jobs.store(session).create(
          {
            id: draft.id,
            name: draft.fileName,
            fileName: draft.fileName,
            fileSize: draft.fileSize,
            fileHash: draft.fileHash,
            columns,
            mapping,
            campaignCode: draft.plan.campaignCode,
            poolName: draft.plan.poolName,
            stopAfterSameRefusal: draft.plan.stopAfterSameRefusal,
            createdAt: services.clock.wallNow(),
          },
          stagedPath,
          layerPathOf(stagedPath),
        );
      } catch (error) {
        lock.release();
        // Nothing was made of the draft: a file of it that is damaged is named, not called an error of ours.
        throw fileFailure(layerTrouble(error));
      }
      jobs.run(session, draftId, lock);
    } finally {
      held.release();
    }
    forget(draftId);
    return jobs.summary(session, draftId);
  }

  function forget(draftId: string): void {
    if (drafts.store().find(draftId)) drafts.store().remove(draftId);
  }

  function refuseBeingRead(draftId: string): void {
    if (drafts.isBeingRead(draftId))
      throw invalid('The file is being read again. Wait until it is there, or cancel that, and start then.');
  }

  /** A program that ended right after it had made the job could not remove the draft. */
  function refuseStarted(draft: DraftRecord, session: AccountSession): void {
    if (draft.startedIn === null || draft.startedIn === session.account.id) return;
    if (!hasJob(join(services.dataFolder, 'account', draft.startedIn, 'journal.sqlite'), draft.id)) return;
    forget(draft.id);
    throw notFound('This import was started in another account already. Open that account to see it.');
  }

  function hasStarted(draft: DraftRecord): boolean {
    if (draft.startedIn === null) return false;
    return hasJob(join(services.dataFolder, 'account', draft.startedIn, 'journal.sqlite'), draft.id);
  }

  return {
    handlers: {
      ...drafts.handlers,
      ...jobs.handlers,
      ...savedMappings,
      'import:drafts': async (args, context) => {
        for (const draft of drafts.store().all()) if (hasStarted(draft)) forget(draft.id);
        return drafts.handlers['import:drafts'](args, context);
      },
      'import:start': async ({ draftId }) => {
        const session = services.session();
        const key = `${session.account.id}\n${draftId}`;
        const again = starting.get(key);
        if (again) return again;
        const first = start(session, draftId).finally(() => starting.delete(key));
        starting.set(key, first);
        return first;
      },
    },
    sessionOpened: (session) => jobs.sessionOpened?.(session),
    sessionClosing: async (session) => {
      await jobs.sessionClosing?.(session);
      if (services.sessions().length <= 1) await drafts.close();
    },
  };
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

import { join } from 'node:path';
import type { CoreChannelName } from '../../../../shared/contract/channels.ts';
import type { CampaignField } from '../../../../shared/contract/imports/imports.ts';
import type { FeatureServices, Handlers } from '../../sessions/feature.ts';
import type { AccountSession } from '../../sessions/session.ts';
import type { DraftRecord } from '../drafts/draft-store.ts';
import type { CheckTarget } from './check-messages.ts';
import { setLayerAside } from './check-layer.ts';
import { createCheckThread } from './check-thread.ts';

type CheckChannel = Extract<CoreChannelName, `check:${string}`>;

export interface ChecksOptions {
  find(draftId: string): DraftRecord;
  stagedPath(draft: DraftRecord): string;
  /** Fields of the draft's campaign, as the page knows them. */
  fields(draft: DraftRecord): readonly CampaignField[];
  /** The session of the active account, if there is one. */
  session(): AccountSession | null;
}

export interface Checks {
  readonly handlers: Handlers<CheckChannel>;
  /** A person is on the way to the check. */
  prepare(): void;
  /** Lets go of a draft's files before they are removed or become a job; every change is on the disk then. */
  release(draft: DraftRecord): Promise<void>;
  close(): Promise<void>;
}

/** Progress is told at most so often. */
const PROGRESS_PAUSE = 100;

/** The check of drafts: the core's thread only passes questions on. */
export function createChecks(services: FeatureServices, options: ChecksOptions): Checks {
  const thread = createCheckThread();

  function targetOf(draft: DraftRecord): CheckTarget {
    return {
      draftId: draft.id,
      stagedPath: options.stagedPath(draft),
      mapping: draft.mapping,
      fields: options.fields(draft),
      campaignCode: draft.plan.campaignCode,
      journalPath: journalPath(),
    };
  }

  /** Preparing a file needs no account; without one nothing is compared with earlier imports. */
  function journalPath(): string | null {
    const session = options.session();
    return session === null ? null : join(session.folder, 'journal.sqlite');
  }

  function progressOf(callId: string | undefined) {
    if (callId === undefined) return undefined;
    let told = -Infinity;
    return (rows: number, rowsTotal: number) => {
      const now = services.clock.monotonicNow();
      if (now - told < PROGRESS_PAUSE && rows < rowsTotal) return;
      told = now;
      services.emit('check:progress', { callId, rows, rowsTotal });
    };
  }

  const target = (draftId: string) => targetOf(options.find(draftId));

  return {
    handlers: {
      'check:run': async ({ draftId, settings, callId }, { signal }) =>
        thread.ask('run', target(draftId), { settings }, { signal, onProgress: progressOf(callId) }),
      'check:rows': async ({ draftId, reasonId, filter, order, parameters, offset, limit }, { signal }) =>
        thread.ask('rows', target(draftId), { reasonId, filter, order, parameters, offset, limit }, { signal }),
      'check:next': async ({ draftId, reasonId, filter, order, row, index, direction }, { signal }) =>
        thread.ask('next', target(draftId), { reasonId, filter, order, row, index, direction }, { signal }),
      'check:values': async ({ draftId, reasonId, parameters, offset, limit }, { signal }) =>
        thread.ask('values', target(draftId), { reasonId, parameters, offset, limit }, { signal }),
      'check:groups': async ({ draftId, reasonId, offset, limit }, { signal }) =>
        thread.ask('groups', target(draftId), { reasonId, offset, limit }, { signal }),
      'check:fieldValues': async ({ draftId, field, offset, limit }, { signal }) =>
        thread.ask('fieldValues', target(draftId), { field, offset, limit }, { signal }),
      'check:typed': async ({ draftId, reasonId, parameters, edit }, { signal }) =>
        thread.ask('typed', target(draftId), { reasonId, parameters, edit }, { signal }),
      'check:edit': async ({ draftId, edits }, { signal }) =>
        thread.ask('edit', target(draftId), { edits }, { signal }),
      'check:repair': async ({ draftId, reasonId, parameters, values, callId }, { signal }) =>
        thread.ask(
          'repair',
          target(draftId),
          { reasonId, parameters, values },
          { signal, onProgress: progressOf(callId) },
        ),
      'check:leaveOut': async ({ draftId, choice, isOut }, { signal }) =>
        thread.ask('leaveOut', target(draftId), { choice, isOut }, { signal }),
      'check:dropChanges': async ({ draftId }) => {
        const draft = options.find(draftId);
        await thread.ask('close', targetOf(draft), {});
        setLayerAside(options.stagedPath(draft));
        return {};
      },
      'check:undo': async ({ draftId }, { signal }) => thread.ask('undo', target(draftId), {}, { signal }),
    },

    prepare: () => thread.prepare(),

    async release(draft) {
      if (thread.isStarted) await thread.ask('close', targetOf(draft), {});
    },

    close: () => thread.close(),
  };
}

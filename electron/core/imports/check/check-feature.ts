import { basename, join } from 'node:path';
import type { ChannelArgs, CoreChannelName } from '../../../../shared/contract/channels.ts';
import type { CheckSummary } from '../../../../shared/contract/check/check.ts';
import { invalid } from '../../foundation/failure.ts';
import { HeldIds } from '../../foundation/held-ids.ts';
import type { TeamLook } from '../../foundation/team-look.ts';
import { callProgress } from '../../foundation/progress.ts';
import type { CallContext, FeatureServices, Handlers } from '../../sessions/feature.ts';
import type { AccountSession } from '../../sessions/session.ts';
import { letOtherWorkRun } from '../../threads/thread-server.ts';
import { askTeam } from './team/ask-team.ts';
import type { ChangeKind, CheckAnswers, CheckQuestions, CheckTarget, PageQuestionKind } from './check-messages.ts';
import { createCheckThread } from './check-thread.ts';

type CheckChannel = Extract<CoreChannelName, `check:${string}`>;

export interface ChecksOptions {
  /** The session of the active account; without one nothing is compared with earlier imports. */
  session(): AccountSession | null;
  /** What colleagues of that account have sent; null: no account is open. */
  team(): TeamLook | null;
  /** The draft as its check needs it. Fails with `notFound` for an unknown draft. */
  target(draftId: string): Omit<CheckTarget, 'journalPath' | 'isInTeam'>;
  /** Called with the result after each check and each change. */
  onSummary(summary: CheckSummary): void;
  /** Rows or rules of the draft were changed. */
  onChange(draftId: string): void;
}

export type Checks = ReturnType<typeof createChecks>;

const SEALED =
  'This draft is being started, or compared with its campaign, at this moment. Nothing was changed. Wait until that ends.';

const READ_ANEW =
  'The file was read in another way since these rows were shown. Nothing was changed. Look at the rows as they are now.';

type Asked = {
  readonly draftId: string;
  readonly readingId?: string | undefined;
  readonly callId?: string | undefined;
  readonly settings?: unknown;
};

/** The check of drafts: questions pass to its thread, and the answers back. */
export function createChecks(services: FeatureServices, options: ChecksOptions) {
  const thread = createCheckThread(services.log);
  /** Drafts whose changes something else works with at this moment. */
  const sealed = new HeldIds(SEALED);
  /** By draft: what a person had changed at its last summary. */
  const known = new Map<string, string>();

  function progressOf(callId: string | undefined) {
    if (callId === undefined) return undefined;
    return callProgress(services.clock, (rows, rowsTotal) =>
      services.emit('check:progress', { callId, rows, rowsTotal }),
    );
  }

  function targetOf(draftId: string): CheckTarget {
    const session = options.session();
    const journalPath = session === null ? null : join(session.folder, 'journal.sqlite');
    const inTeam = options.team()?.isTeam === true ? ({ isInTeam: true } as const) : {};
    return { ...options.target(draftId), journalPath, ...inTeam };
  }

  /** A handler that puts this kind of question to the thread. */
  const asking =
    <Kind extends PageQuestionKind>(kind: Kind) =>
    async (
      { draftId, readingId, callId, ...question }: ChannelArgs<`check:${Kind}`> & Asked,
      { signal }: CallContext,
    ): Promise<CheckAnswers[Kind]> => {
      sealed.refuse(draftId);
      const target = targetOf(draftId);
      if (readingId !== undefined && readingId !== basename(target.stagedPath)) throw invalid(READ_ANEW);
      // `question` is the request without its ids; the compiler cannot see that for a generic `Kind`.
      const asked = question as unknown as CheckQuestions[Kind];
      return thread.ask(kind, target, asked, { signal, onProgress: progressOf(callId) });
    };

  /** Asks the team about the rows; without a team it only runs the check. */
  async function askedTeam({ draftId, callId }: Asked, context: CallContext): Promise<CheckSummary> {
    const team = options.team();
    const { isInTeam, campaignCode } = targetOf(draftId);
    if (team === null || isInTeam !== true || campaignCode === '') return asking('run')({ draftId, callId }, context);
    return askTeam(campaignCode, {
      team,
      ask: async (kind, question) => {
        sealed.refuse(draftId);
        return thread.ask(kind, targetOf(draftId), question as CheckQuestions[typeof kind], { signal: context.signal });
      },
      now: () => services.clock.wallNow(),
      pause: letOtherWorkRun,
      onProgress: progressOf(callId) ?? (() => undefined),
      signal: context.signal,
    });
  }

  /** A handler whose answer is what was found. */
  const summing = (kind: 'run' | 'askTeam' | ChangeKind) => {
    const ask = (kind === 'askTeam' ? askedTeam : asking(kind)) as (
      args: Asked,
      context: CallContext,
    ) => Promise<CheckSummary>;
    return async (args: Asked, context: CallContext): Promise<CheckSummary> => {
      const summary = await ask(args, context);
      options.onSummary(summary);
      services.emit('check:changed', { draftId: args.draftId, summary });
      const before = known.get(args.draftId);
      known.set(args.draftId, madeOf(summary));
      // Looking changes something only when it brings rules.
      const isLook = (kind === 'run' || kind === 'askTeam') && args.settings === undefined;
      if (!isLook && before !== madeOf(summary)) options.onChange(args.draftId);
      return summary;
    };
  };

  const handlers: Handlers<CheckChannel> = {
    'check:run': summing('run'),
    'check:rows': asking('rows'),
    'check:next': asking('next'),
    'check:values': asking('values'),
    'check:groups': asking('groups'),
    'check:fieldValues': asking('fieldValues'),
    'check:campaignRows': asking('campaignRows'),
    'check:typed': asking('typed'),
    'check:edit': summing('edit'),
    'check:repair': summing('repair'),
    'check:changeCells': summing('changeCells'),
    'check:readyColumn': asking('readyColumn'),
    'check:previewCells': asking('previewCells'),
    'check:leaveOut': summing('leaveOut'),
    'check:campaignChoice': summing('campaignChoice'),
    'check:askTeam': summing('askTeam'),
    'check:undo': summing('undo'),
    'check:redo': summing('redo'),
    'check:goTo': summing('goTo'),
    'check:history': asking('history'),
    'check:dropChanges': async ({ draftId }) => {
      sealed.refuse(draftId);
      const { stagedPath } = options.target(draftId);
      await thread.setLayerAside(draftId, stagedPath);
      known.delete(draftId);
      options.onChange(draftId);
      return {};
    },
  };
  return {
    handlers,
    /** Starts the thread early, when a person is about to open the check. */
    prepare: () => thread.prepare(),
    /** As `release`, and refuses every question about the draft until the answer is disposed of: something else works with its changes. */
    async seal(draftId: string): Promise<Disposable> {
      const unsealed = sealed.hold(draftId);
      try {
        await thread.letGo(draftId);
        // An import or a comparison follows, and can last for hours.
        await thread.rest();
      } catch (error) {
        unsealed[Symbol.dispose]();
        throw error;
      }
      return unsealed;
    },
    /** Closes a draft's files before they are removed or become a job; every change is on the disk then. */
    release: (draftId: string) => thread.letGo(draftId),
    close: () => thread.close(),
  };
}

/** Changes with every step of a person, with undo and redo, and with the rules. */
function madeOf({ undo, redo, settings }: CheckSummary): string {
  return JSON.stringify([undo, redo, settings]);
}

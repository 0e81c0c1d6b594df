import type { ChannelArgs, ChannelName, ChannelResult } from '../../../../shared/contract/channels.ts';
import type { CheckSummary } from '../../../../shared/contract/check/check.ts';
import type { CampaignField } from '../../../../shared/contract/imports/imports.ts';
import type { Mapping } from '../../../../shared/contract/imports/mapping.ts';
import type { AskedRow } from '../../foundation/team-look.ts';
import type { EarlierCountry } from '../fields/phone-country.ts';
import type { FoundRow, TeamAsked } from './team/rows-at-colleagues.ts';

/** The choices of a draft that decide how its rows are judged. */
export interface DraftTarget {
  readonly draftId: string;
  readonly stagedPath: string;
  readonly mapping: Mapping;
  readonly fields: readonly CampaignField[];
  /** Empty: nothing is compared with earlier imports. */
  readonly campaignCode: string;
  /** What the campaign remembers; missing: nothing. */
  readonly earlierCountry?: EarlierCountry | null;
}

/** A draft that stands before another one in its queue. `savedAt`: of its last change, also of a row; Unix milliseconds. */
export interface EarlierDraft extends DraftTarget {
  readonly fileName: string;
  readonly savedAt: number;
}

/** What stands before a draft in its queue: another draft, or the job that was one. */
export type EarlierFile = EarlierDraft | { readonly jobId: string };

/** Everything a check depends on beside the layer; a change of any of it makes a new check. */
export interface CheckTarget extends DraftTarget {
  /** Journal of the open account, or null. */
  readonly journalPath: string | null;
  /** The first one first; missing: the draft is in no queue. */
  readonly earlier?: readonly EarlierFile[];
  /** The account is in a team; missing: it is in none. */
  readonly isInTeam?: true;
}

/** What the check's thread is asked: what the page asks the core, without the ids of draft, reading and call. */
export type PageQuestionKind = Exclude<KindOf<ChannelName>, 'askTeam' | 'dropChanges'>;
type KindOf<Name> = Name extends `check:${infer Kind}` ? Kind : never;

/** Questions that change rows; the answer is what is found then. */
export type ChangeKind = 'edit' | 'repair' | 'changeCells' | 'leaveOut' | 'campaignChoice' | 'undo' | 'redo' | 'goTo';

/** What the core asks for the team: rows as they are sent, and to keep the answer about all of them. */
export interface TeamQuestions {
  readonly teamRows: { readonly offset: number; readonly limit: number };
  readonly teamAnswer: { readonly asked: TeamAsked; readonly found: readonly FoundRow[] };
}

export type CheckQuestionKind = PageQuestionKind | keyof TeamQuestions;

export type CheckQuestions = TeamQuestions & {
  readonly [Kind in PageQuestionKind]: Omit<ChannelArgs<`check:${Kind}`>, 'draftId' | 'callId' | 'readingId'>;
};

export type CheckAnswers = { readonly [Kind in PageQuestionKind]: ChannelResult<`check:${Kind}`> } & {
  readonly teamRows: {
    readonly total: number;
    readonly rows: readonly AskedRow[];
    readonly basis: string;
    readonly cellStep: number;
  };
  readonly teamAnswer: CheckSummary;
};

export type CheckRequest = {
  readonly [Kind in CheckQuestionKind]: {
    readonly kind: Kind;
    readonly target: CheckTarget;
    readonly question: CheckQuestions[Kind];
  };
}[CheckQuestionKind];

/** Asks the thread to close the draft's files. */
export interface LetGoRequest {
  readonly kind: 'letGo';
  readonly draftId: string;
  /** The staging file whose layer is set aside, in its turn among the edits; null leaves the layer. */
  readonly setAside: string | null;
}

export type CheckThreadRequest = CheckRequest | LetGoRequest;
export type CheckThreadAnswer = CheckAnswers[CheckQuestionKind] | null;

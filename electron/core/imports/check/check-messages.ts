import type { ChannelArgs, ChannelResult } from '../../../../shared/contract/channels.ts';
import type { CampaignField } from '../../../../shared/contract/imports/imports.ts';
import type { Mapping } from '../../../../shared/contract/imports/mapping.ts';
import type { EarlierCountry } from '../fields/phone-country.ts';

/** Everything a check depends on beside the layer; a change of any of it makes a new check. */
export interface CheckTarget {
  readonly draftId: string;
  readonly stagedPath: string;
  readonly mapping: Mapping;
  readonly fields: readonly CampaignField[];
  /** Empty: nothing is compared with earlier imports. */
  readonly campaignCode: string;
  /** Journal of the open account, or null. */
  readonly journalPath: string | null;
  /** What the campaign remembers; missing: nothing. */
  readonly earlierCountry?: EarlierCountry | null;
}

/** What the check's thread is asked: what the page asks the core, without the ids of the draft and of the call. */
export type CheckQuestionKind =
  | 'run'
  | 'rows'
  | 'next'
  | 'values'
  | 'groups'
  | 'fieldValues'
  | 'campaignRows'
  | 'typed'
  | 'history'
  | 'previewCells'
  | ChangeKind;

/** Questions that change rows; the answer is what is found then. */
export type ChangeKind = 'edit' | 'repair' | 'changeCells' | 'leaveOut' | 'campaignChoice' | 'undo' | 'redo' | 'goTo';

export type CheckQuestions = {
  readonly [Kind in CheckQuestionKind]: Omit<ChannelArgs<`check:${Kind}`>, 'draftId' | 'callId'>;
};

export type CheckAnswers = { readonly [Kind in CheckQuestionKind]: ChannelResult<`check:${Kind}`> };

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

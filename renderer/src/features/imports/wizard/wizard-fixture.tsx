import type { Draft } from '../../../../../shared/contract/imports/imports.ts';
import { draftAnswers } from '../../../testing/example-draft.ts';
import type { Answers } from '../../../testing/host.ts';
import { showPage } from '../../../testing/show.tsx';
import { Wizard } from './Wizard.tsx';

/** For specs: the page of a draft, at the step where it was left. */
export const showDraft = (draft: Draft, answers: Answers = {}) =>
  showPage(<Wizard draft={draft} />, { ...draftAnswers(draft), ...answers });

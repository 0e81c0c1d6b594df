import type { Answers } from '../../../testing/host.ts';
import { draftAnswers, exampleDraft } from '../../../testing/example-draft.ts';
import { showPage } from '../../../testing/show.tsx';
import { summary } from '../checking/check-fixture.ts';
import { Wizard } from '../wizard/Wizard.tsx';

/** For specs: the Plan step of a draft with four rows, none of which was sent before. */

export const draft = exampleDraft({ step: 'plan' });
export const standing = { leftOut: 0, problem: 0, repeated: 0, sentBefore: 0, ready: 4 };
export const compared = { campaignCode: 'DK-NORDLYS', compared: 9, rows: 0, leftOut: 0, jobs: [] };
export const clean = summary([], { draftId: draft.id, rows: 4, standing, rowsWithProblem: 0, sentBefore: compared });
export const open = (answers: Answers = {}) =>
  showPage(<Wizard draft={draft} />, { ...draftAnswers(draft), 'check:run': () => clean, ...answers });

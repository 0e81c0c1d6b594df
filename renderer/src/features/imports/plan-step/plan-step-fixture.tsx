import type { Answers } from '../../../testing/host.ts';
import { exampleDraft } from '../../../testing/example-draft.ts';
import { summary } from '../checking/check-fixture.ts';
import { showDraft } from '../wizard/wizard-fixture.tsx';

/** For specs: the Plan step of a draft with four rows, none of which was sent before. */

export const draft = exampleDraft({ step: 'plan' });
export const standing = { leftOut: 0, problem: 0, repeated: 0, sentBefore: 0, ready: 4 };
export const compared = { campaignCode: 'DK-NORDLYS', compared: 9, rows: 0, leftOut: 0, jobs: [] };
export const clean = summary([], { draftId: draft.id, rows: 4, standing, rowsWithProblem: 0, sentBefore: compared });

export async function open(answers: Answers = {}, shown = draft) {
  const opened = await showDraft(shown, { 'check:run': () => clean, ...answers });
  return { ...opened, start: opened.screen.getByRole('button', { name: 'Start, send 4 rows' }) };
}

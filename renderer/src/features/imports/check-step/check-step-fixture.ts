import type { Answers } from '../../../testing/host.ts';
import { exampleDraft } from '../../../testing/example-draft.ts';
import { checkedRow, reason, summary } from '../checking/check-fixture.ts';
import { showDraft } from '../wizard/wizard-fixture.tsx';

/** For specs: the Check step of a draft with four rows, of which two have a phone without an area code. */

export const draft = exampleDraft({ step: 'check' });
export const areaCode = reason({ columns: [1], field: 'Telefon1', count: 2, hasOddest: false });
export const standing = { leftOut: 0, problem: 2, repeated: 0, sentBefore: 0, ready: 2 };
const facts = { draftId: draft.id, rows: 4, standing, rowsWithProblem: 2, rowsWithWarning: 0 };
export const found = summary([areaCode], facts);
export const open = (answers: Answers = {}, shown = draft) =>
  showDraft(shown, {
    'check:run': () => found,
    'check:rows': () => ({ revision: 1, total: 1, rows: [checkedRow({ cells: ['Nordlys ApS', '11 22 33', ''] })] }),
    'check:values': () => ({ total: 0, values: [] }),
    ...answers,
  });

// Why: decision 0270.
import type { CheckSummary } from '../../../../../shared/contract/check/check.ts';
import { format, rowForms } from '../../../lib/format.ts';
import { startWork, toast } from '../../../ui/index.ts';
import { CHANGE_NOTE, IN_QUEUE, SENT_BEFORE, SENT_BY_TEAM } from './check-sum.ts';
import type { Check } from './use-check.ts';

/** What is said of changes of rows, with the way back: each step of the history has its name. */
export interface ChangeNotes {
  /** Announces a change that was made. */
  readonly announce: (title: string, answer: CheckSummary) => void;
  /** Leaves the rows of a reason out, or takes them back and so sends those that the program left out. */
  readonly choose: (reasonId: string, isOut: boolean, before: CheckSummary) => Promise<void>;
  readonly undo: () => Promise<void>;
  readonly redo: () => Promise<void>;
  /** Goes back or forward, so that this step of the history is the last that stands; 0: none does. */
  readonly goTo: (step: number) => Promise<void>;
}

export function changeNotes(check: Pick<Check, 'leaveOut' | 'undo' | 'redo' | 'goTo'>): ChangeNotes {
  function show(title: string, answer: CheckSummary, label: 'Undo' | 'Redo'): void {
    const [step, again] = label === 'Undo' ? [answer.undo, undo] : [answer.redo, redo];
    toast(title, standingWords(answer), {
      name: CHANGE_NOTE,
      ...(step === null ? {} : { action: { label, onClick: () => startWork(again) } }),
    });
  }

  async function choose(reasonId: string, isOut: boolean, before: CheckSummary): Promise<void> {
    const answer = await check.leaveOut({ choice: { reasonId, keep: null }, isOut });
    if (answer === null) return;
    const [rows, word] = [changedRows(before, answer), sentWord(reasonId)];
    const back = word === null ? `Took back ${rows}` : `${rows} will be sent ${word}`;
    show(isOut ? `Left out ${rows}` : back, answer, 'Undo');
  }

  async function undo(): Promise<void> {
    const answer = await check.undo();
    if (answer !== null && answer.redo !== null) show(`Undone: ${answer.redo.title}`, answer, 'Redo');
  }

  async function redo(): Promise<void> {
    const answer = await check.redo();
    if (answer !== null && answer.undo !== null) show(`Done again: ${answer.undo.title}`, answer, 'Undo');
  }

  async function goTo(step: number): Promise<void> {
    const answer = await check.goTo(step);
    if (answer === null) return;
    const last = answer.undo?.title ?? 'the rows as they were read';
    show(`Back to: ${last}`, answer, answer.redo === null ? 'Undo' : 'Redo');
  }

  return { announce: (title, answer) => show(title, answer, 'Undo'), choose, undo, redo, goTo };
}

/** How many rows a change left out or took back. */
export function changedRows(before: CheckSummary, after: CheckSummary): string {
  return format.count(Math.abs(after.standing.leftOut - before.standing.leftOut), rowForms);
}

export function standingWords({ rows, rowsWithProblem, standing: { leftOut } }: CheckSummary): string {
  return `${format.count(rows - leftOut, { one: '# row goes on', other: '# rows go on' })}, ${format.number(rowsWithProblem)} with problems.`;
}

const SENT_ANYWAY: ReadonlySet<string> = new Set(['inCampaign', 'answered', IN_QUEUE, SENT_BY_TEAM]);

/** Rows that the program leaves out are sent in spite of it; null: a person left them out, who takes them back. */
export function sentWord(reasonId: string): 'again' | 'anyway' | null {
  if (reasonId === SENT_BEFORE) return 'again';
  return SENT_ANYWAY.has(reasonId) ? 'anyway' : null;
}

import type { CellsChange, RepairParameters } from '../../../../../../shared/contract/check/check-acts.ts';
import type { CheckReason, CheckSummary } from '../../../../../../shared/contract/check/check.ts';
import type { CampaignChoice, CampaignGroup } from '../../../../../../shared/contract/check/campaign-rows.ts';
import { format, rowForms } from '../../../../lib/format.ts';
import { closeToast, startWork, toast } from '../../../../ui/index.ts';
import { changedRows, changeNotes, standingWords } from '../../checking/change-notes.ts';
import { CHANGE_NOTE } from '../../checking/check-sum.ts';
import type { Check } from '../../checking/use-check.ts';
import { choiceMade } from './campaign-words.ts';
import type { KeptRow } from './check-view.ts';

/** Everything that changes rows under Check. Each change can be undone, and a note says what it did. */
export interface Corrections {
  readonly repair: (reason: CheckReason, parameters: RepairParameters | undefined) => void;
  /** Replaces one value in every row of the reason. */
  readonly replace: (reason: CheckReason, from: string, to: string) => Promise<void>;
  /** `rows`: how many its preview counted. */
  readonly changeCells: (change: CellsChange, rows: number) => Promise<void>;
  readonly edit: (row: number, column: number, value: string) => void;
  readonly leaveRowOut: (row: number, isOut: boolean) => void;
  /** `kept`: which row of each group of duplicates stays; null: the reason has no groups. */
  readonly leaveReasonOut: (reasonId: string, title: string, kept: KeptRow | null) => void;
  /** What becomes of the rows of a group that the campaign holds. */
  readonly chooseInCampaign: (group: CampaignGroup, choice: CampaignChoice) => void;
  /** Sends one row that the campaign holds, or leaves it out. */
  readonly sendInCampaign: (row: number, isSent: boolean) => void;
  /** Takes back the rows that were left out for a reason, and so sends those that the program left out. */
  readonly takeBack: (reasonId: string) => void;
  readonly undo: () => void;
  readonly redo: () => void;
  /** Goes back or forward in the history, so that this step is the last that stands; 0: none does. */
  readonly goTo: (step: number) => void;
}

/** `say`: for people who hear the page, where no note appears. */
export function useCorrections(check: Check, summary: CheckSummary, say: (words: string) => void): Corrections {
  const { announce, choose, ...history } = changeNotes(check);

  async function repair(reason: CheckReason, parameters: RepairParameters | undefined): Promise<void> {
    const answer = await check.repair({
      reasonId: reason.id,
      ...(parameters === undefined ? {} : { parameters }),
    });
    if (answer === null) return;
    const repaired = reason.count - (answer.reasons.find((known) => known.id === reason.id)?.count ?? 0);
    // The Undo of a note would take back the change before.
    if (repaired === 0)
      toast(`No row was repaired: ${reason.title}`, 'The repair fits none of the values.', { name: CHANGE_NOTE });
    else announce(`Repaired ${format.count(repaired, rowForms)}: ${reason.title}`, answer);
  }

  async function replace(reason: CheckReason, from: string, to: string): Promise<void> {
    const answer = await check.repair({ reasonId: reason.id, values: [{ from, to }] });
    if (answer === null) return;
    if (answer.revision === summary.revision)
      toast(
        `No row was changed: ${reason.title}`,
        'No cell holds this value alone. Correct cells in the table, or the field under Columns.',
        { name: CHANGE_NOTE },
      );
    else announce(`Replaced “${from}” with “${to}”`, answer);
  }

  async function changeCells(change: CellsChange, rows: number): Promise<void> {
    const answer = await check.changeCells({ change });
    if (answer !== null) announce(`Changed ${format.count(rows, rowForms)}`, answer);
  }

  async function edit(row: number, column: number, value: string): Promise<void> {
    // The Undo of the note about an earlier change would undo this edit instead.
    closeToast(CHANGE_NOTE);
    const answer = await check.edit({ edits: [{ row, column, value }] });
    if (answer !== null) say(`Saved. ${standingWords(answer)}`);
  }

  async function leaveRowOut(row: number, isOut: boolean): Promise<void> {
    const answer = await check.leaveOut({ choice: { rows: [row] }, isOut });
    if (answer !== null) announce(isOut ? 'One row left out' : 'One row taken back', answer);
  }

  async function leaveReasonOut(reasonId: string, title: string, keep: KeptRow | null): Promise<void> {
    const answer = await check.leaveOut({ choice: { reasonId, keep }, isOut: true });
    if (answer === null) return;
    announce(`Left out ${changedRows(summary, answer)}: ${title}`, answer);
  }

  async function chooseInCampaign(group: CampaignGroup, choice: CampaignChoice): Promise<void> {
    const answer = await check.chooseInCampaign({ choice: { origin: group.origin, all: choice } });
    if (answer !== null) announce(choiceMade(group, choice), answer);
  }

  async function sendInCampaign(row: number, isSent: boolean): Promise<void> {
    const answer = await check.chooseInCampaign({ choice: { row, isSent } });
    if (answer !== null) announce(isSent ? 'One row will be sent anyway' : 'One row left out', answer);
  }

  return {
    repair: (reason, parameters) => startWork(() => repair(reason, parameters)),
    replace,
    changeCells,
    edit: (row, column, value) => startWork(() => edit(row, column, value)),
    leaveRowOut: (row, isOut) => startWork(() => leaveRowOut(row, isOut)),
    leaveReasonOut: (reasonId, title, kept) => startWork(() => leaveReasonOut(reasonId, title, kept)),
    chooseInCampaign: (group, choice) => startWork(() => chooseInCampaign(group, choice)),
    sendInCampaign: (row, isSent) => startWork(() => sendInCampaign(row, isSent)),
    takeBack: (reasonId) => startWork(() => choose(reasonId, false, summary)),
    undo: () => startWork(history.undo),
    redo: () => startWork(history.redo),
    goTo: (step) => startWork(() => history.goTo(step)),
  };
}

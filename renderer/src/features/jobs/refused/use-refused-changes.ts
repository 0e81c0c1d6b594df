import type { ChannelResult } from '../../../../../shared/contract/channels.ts';
import type { ShownRowChange } from '../../../../../shared/contract/jobs/jobs.ts';
import type { RefusedCellsChange } from '../../../../../shared/contract/jobs/repair-channels.ts';
import { useChannelMutation } from '../../../bridge/index.ts';
import { format, rowForms } from '../../../lib/format.ts';
import { showFailure, toast } from '../../../ui/index.ts';

export interface RefusedChanges {
  readonly isBusy: boolean;
  readonly edit: (row: number, column: number, value: string) => Promise<void>;
  /** Returns the check's objection to the value; empty when it passes, null when nothing was changed. */
  readonly replace: (column: number, from: string, to: string) => Promise<string | null>;
  readonly changeCells: (change: RefusedCellsChange) => Promise<void>;
  /** The fixed ones, or all of the reason. */
  readonly sendAgain: (onlyFixed: boolean) => Promise<void>;
  /** This row, or all of the reason. */
  readonly leaveOut: (row?: number) => Promise<void>;
  readonly undo: (change: ShownRowChange) => Promise<void>;
  readonly redo: (change: ShownRowChange) => Promise<void>;
}

/** What a person does with refused rows of a reason; null: of all reasons. Failures are shown. */
export function useRefusedChanges(jobId: string, reason: string | null): RefusedChanges {
  const repair = useChannelMutation('job:repair');
  const repairValue = useChannelMutation('job:repairValue');
  const manyCells = useChannelMutation('job:changeCells');
  const again = useChannelMutation('job:sendAgain');
  const leave = useChannelMutation('job:leaveOut');
  const takeBack = useChannelMutation('job:undoChange');
  const makeAgain = useChannelMutation('job:redoChange');
  const isBusy = [repair, repairValue, manyCells, again, leave, takeBack, makeAgain].some(({ isPending }) => isPending);
  const which = reason === null ? {} : { reason };

  async function doing<Value>(work: () => Promise<Value>): Promise<Value | null> {
    if (isBusy) return null;
    try {
      return await work();
    } catch (error) {
      showFailure(error);
      return null;
    }
  }

  return {
    isBusy,
    async edit(row, column, value) {
      // Not refused while another call is on its way: what was typed must not be lost.
      const done = await repair.mutateAsync({ jobId, edits: [{ row, column, value }] }).catch(showFailure);
      if (done?.changed === 0) toast('The row is not refused any more', 'The value was not changed.', { tone: 'info' });
    },
    async replace(column, from, to) {
      const done = await doing(() => repairValue.mutateAsync({ jobId, column, from, to, ...which }));
      if (done === null) return null;
      const rows = format.count(done.changed, rowForms);
      if (done.problem === '') toast(`Repaired ${rows}`, readyWords(done.changed));
      return done.problem;
    },
    async changeCells(change) {
      const done = await doing(() => manyCells.mutateAsync({ jobId, change }));
      if (done === null) return;
      const left = done.changed - done.fixed;
      toast(
        `Changed ${format.count(done.changed, rowForms)}`,
        left === 0
          ? readyWords(done.changed)
          : `${format.count(left, { one: '# still has', other: '# still have' })} a problem: ${done.problem}`,
      );
    },
    async sendAgain(onlyFixed) {
      const done = await doing(() => again.mutateAsync({ jobId, onlyFixed, ...which }));
      if (done !== null) toast(`${format.count(done.changed, rowForms)} in the queue again`, waitsWords(done));
    },
    async leaveOut(row) {
      const chosen = row === undefined ? which : { rows: [row] };
      const done = await doing(() => leave.mutateAsync({ jobId, ...chosen }));
      if (done !== null && row === undefined) toast(`Left out ${format.count(done.changed, rowForms)}`);
    },
    async undo(change) {
      // A change that comes too late is not asked for.
      const done =
        change.open === 0
          ? { changed: 0, stayed: change.rows }
          : await doing(() => takeBack.mutateAsync({ jobId, change: change.id }));
      if (done === null) return;
      if (done.changed === 0) toast(tooLateWords(done.stayed), null, { name: HISTORY_NOTE, tone: 'info' });
      else toast(`Undone: ${change.words}`, stayedWords(done.stayed), { name: HISTORY_NOTE });
    },
    async redo(change) {
      const done = await doing(() => makeAgain.mutateAsync({ jobId, change: change.id }));
      if (done !== null) toast(`Done again: ${change.words}`, stayedWords(done.stayed), { name: HISTORY_NOTE });
    },
  };
}

/** Two such notes share a name, because only the last one is true. */
const HISTORY_NOTE = 'refused-history';

/** "Too late: both rows were already sent." */
function tooLateWords(rows: number): string {
  if (rows === 1) return 'Too late: the row was already sent.';
  return rows === 2
    ? 'Too late: both rows were already sent.'
    : `Too late: all ${format.number(rows)} rows were already sent.`;
}

function stayedWords(rows: number): string | null {
  if (rows === 0) return null;
  return format.count(rows, {
    one: '# row was sent meanwhile and was not changed.',
    other: '# rows were sent meanwhile and were not changed.',
  });
}

function readyWords(rows: number): string {
  return `Send ${rows === 1 ? 'it' : 'them'} again when you are ready.`;
}

function waitsWords({ changed, summary }: ChannelResult<'job:sendAgain'>): string {
  const subject = changed === 1 ? 'It is' : 'They are';
  return `${subject} sent ${summary.state === 'running' ? 'now' : 'when the job goes on'}.`;
}

import { Button } from '@mantine/core';
import { useRef, useState } from 'react';
import type { Draft } from '../../../../../shared/contract/imports/imports.ts';
import type { Mapping } from '../../../../../shared/contract/imports/mapping.ts';
import { format } from '../../../lib/format.ts';
import { FailureNote, Note, startWork, toast } from '../../../ui/index.ts';
import { CHANGE_NOTE, rowForms, SENT_BEFORE, sumOf } from '../checking/check-sum.ts';
import { UnfitMappingNote } from '../checking/UnfitMappingNote.tsx';
import type { Check } from '../checking/use-check.ts';
import { type KnownRows, knownRows, sentAgainWords, someOf, strangeFields } from './plan-notes.ts';
import classes from './PlanStep.module.css';
import { UnseenCampaign } from './UnseenCampaign.tsx';

interface PlanNotesProps {
  readonly draft: Draft;
  readonly mapping: Mapping;
  readonly campaignCode: string;
  readonly check: Check;
  /** The rows are being compared with this campaign. */
  readonly isComparing: boolean;
  readonly onColumns: () => void;
}

/** What should be known before rows go to this campaign: rows it has already, and fields it may not have. */
export function PlanNotes({ draft, mapping, campaignCode, check, isComparing, onColumns }: PlanNotesProps) {
  const unfit = <UnfitMappingNote draft={draft} mapping={mapping} onColumns={onColumns} />;
  if (campaignCode === '') return <div className={classes['notes']}>{unfit}</div>;
  const rows = isComparing ? null : knownRows(check.state.summary, campaignCode);
  // What is known of the fields comes with the draft, a moment after the code was typed.
  const strange = draft.campaignCode === campaignCode ? strangeFields(mapping, draft) : [];
  return (
    <div className={classes['notes']}>
      {unfit}
      {draft.campaignCode === campaignCode && <UnseenCampaign key={`unseen ${campaignCode}`} draft={draft} />}
      {check.state.changeFailure !== null && (
        <FailureNote failure={check.state.changeFailure} title="The change was not saved. The rows are as before." />
      )}
      {!isComparing && check.state.failure !== null && (
        <FailureNote
          failure={check.state.failure}
          title={`The rows were not compared with the leads sent to ${campaignCode}.`}
          retryLabel="Compare again"
          onRetry={() => check.run()}
        />
      )}
      {!isComparing && check.state.wasCancelled && (
        <Note
          tone="warning"
          role="status"
          title={`The rows were not compared with the leads sent to ${campaignCode}.`}
          actions={
            <Button size="xs" variant="default" onClick={() => check.run()}>
              Compare again
            </Button>
          }
        >
          The check was stopped. Rows that were sent before would be sent a second time.
        </Note>
      )}
      {rows !== null && (rows.again > 0 || rows.leftOut > 0) && (
        <KnownRowsNote key={campaignCode} rows={rows} campaignCode={campaignCode} check={check} />
      )}
      {strange.length > 0 && (
        <Note
          tone="warning"
          role="status"
          title={`${format.number(strange.length)} of ${format.count(mapping.length, { one: '# field', other: '# fields' })} ${strange.length === 1 ? 'is' : 'are'} not known in ${campaignCode}.`}
          actions={
            <Button size="xs" variant="default" onClick={onColumns}>
              Back to Columns
            </Button>
          }
        >
          {someOf(strange)}. The service may refuse or ignore {strange.length === 1 ? 'it' : 'them'}.
        </Note>
      )}
    </div>
  );
}

interface KnownRowsNoteProps {
  readonly rows: KnownRows;
  readonly campaignCode: string;
  readonly check: Check;
}

function KnownRowsNote({ rows, campaignCode, check }: KnownRowsNoteProps) {
  const [isAccepted, setIsAccepted] = useState(false);
  const main = useRef<HTMLButtonElement>(null);
  const isOut = rows.again === 0;

  async function leaveOut(isNowOut: boolean): Promise<void> {
    // A disabled button would lose the focus, which the next choice needs.
    if (check.state.changing > 0) return;
    const before = check.state.summary?.standing.leftOut ?? 0;
    const answer = await check.leaveOut({ choice: { reasonId: SENT_BEFORE, keep: null }, isOut: isNowOut });
    if (answer === null) return;
    setIsAccepted(false);
    const changed = format.count(Math.abs(answer.standing.leftOut - before), rowForms);
    const { goOn } = sumOf(answer.rows, answer);
    toast(
      isNowOut ? `Left out ${changed}` : `Took back ${changed}`,
      format.count(goOn, { one: '# row goes on.', other: '# rows go on.' }),
      {
        name: CHANGE_NOTE,
        ...(answer.undo === null ? {} : { action: { label: 'Undo', onClick: () => startWork(() => check.undo()) } }),
      },
    );
  }

  return (
    <Note
      tone={isOut || isAccepted ? 'info' : 'warning'}
      role="status"
      title={
        isOut
          ? `${format.count(rows.leftOut, { one: '# row was', other: '# rows were' })} sent before and ${rows.leftOut === 1 ? 'is' : 'are'} left out.`
          : sentAgainWords(rows, campaignCode)
      }
      actions={
        <>
          <Button ref={main} size="xs" variant="default" onClick={() => startWork(() => leaveOut(!isOut))}>
            {isOut ? `Take back ${format.number(rows.leftOut)}` : `Leave out ${format.number(rows.again)}`}
          </Button>
          {!isOut && !isAccepted && (
            <Button
              size="xs"
              variant="subtle"
              onClick={() => {
                setIsAccepted(true);
                // This button disappears; the other one offers the way back.
                main.current?.focus();
              }}
            >
              Send again
            </Button>
          )}
        </>
      }
    >
      {isOut
        ? 'After a change of the campaign, take them back: they are compared with the new one.'
        : isAccepted
          ? 'They are sent again, as you chose.'
          : 'Sent again, each becomes a second lead, and the same people are called twice.'}
    </Note>
  );
}

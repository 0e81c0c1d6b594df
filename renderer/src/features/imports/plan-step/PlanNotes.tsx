import type { CheckSummary } from '../../../../../shared/contract/check/check.ts';
import type { Draft } from '../../../../../shared/contract/imports/imports.ts';
import type { Mapping } from '../../../../../shared/contract/imports/mapping.ts';
import { format } from '../../../lib/format.ts';
import { FailureNote, Note, SmallButton, startWork } from '../../../ui/index.ts';
import { changeNotes } from '../checking/change-notes.ts';
import { sendable, SENT_BEFORE } from '../checking/check-sum.ts';
import { SameFileNote } from '../checking/SameFileNote.tsx';
import { UnfitMappingNote } from '../checking/UnfitMappingNote.tsx';
import type { Check } from '../checking/use-check.ts';
import { someOf, strangeFields } from '../mapping-model/strange-fields.ts';
import { type KnownRows, knownRows, sentBeforeWords } from './plan-notes.ts';
import classes from './PlanStep.module.css';
import { TeamNotes } from './TeamNotes.tsx';
import { UnseenCampaign } from './UnseenCampaign.tsx';

interface PlanNotesProps {
  readonly draft: Draft;
  readonly mapping: Mapping;
  readonly campaignCode: string;
  readonly check: Check;
  /** The rows are being compared with this campaign. */
  readonly isComparing: boolean;
  readonly onColumns: () => void;
  readonly onCheck: () => void;
}

/** What should be known before rows go to this campaign: rows it has already, and fields it may not have. */
export function PlanNotes({ draft, mapping, campaignCode, check, isComparing, onColumns, onCheck }: PlanNotesProps) {
  const unfit = <UnfitMappingNote isLine={false} draft={draft} mapping={mapping} onColumns={onColumns} />;
  if (campaignCode === '') return <div className={classes['notes']}>{unfit}</div>;
  const rows = isComparing ? null : knownRows(check.state.summary, campaignCode);
  // The known fields come with the draft, a moment after the code was typed.
  const strange = draft.campaignCode === campaignCode ? strangeFields(mapping, draft) : [];
  return (
    <div className={classes['notes']}>
      {unfit}
      {draft.campaignCode === campaignCode && <UnseenCampaign key={`unseen ${campaignCode}`} draft={draft} />}
      <FailureNote failure={check.state.changeFailure} title="The change was not saved. The rows are as before." />
      <FailureNote
        failure={isComparing ? null : check.state.failure}
        title={`The rows were not compared with the leads sent to ${campaignCode}.`}
        retryLabel="Compare again"
        onRetry={() => check.run()}
      />
      {!isComparing && check.state.wasCancelled && (
        <Note
          tone="warning"
          role="status"
          title={`The rows were not compared with the leads sent to ${campaignCode}.`}
          actions={<SmallButton onClick={() => check.run()}>Compare again</SmallButton>}
        >
          The check was stopped. Rows that were sent before would be sent a second time.
        </Note>
      )}
      {rows !== null && (rows.again > 0 || rows.leftOut > 0) && (
        <KnownRowsNote key={campaignCode} rows={rows} campaignCode={campaignCode} check={check} />
      )}
      {!isComparing && <NoCountryNote summary={check.state.summary} onCheck={onCheck} />}
      <SameFileNote draft={draft} />
      {!isComparing && <TeamNotes campaignCode={campaignCode} check={check} />}
      {strange.length > 0 && (
        <Note
          tone="warning"
          role="status"
          title={`${format.number(strange.length)} of ${format.count(mapping.length, { one: '# field', other: '# fields' })} ${strange.length === 1 ? 'is' : 'are'} not known in ${campaignCode}.`}
          actions={<SmallButton onClick={onColumns}>Back to Columns</SmallButton>}
        >
          {someOf(strange)}. The service may refuse or ignore {strange.length === 1 ? 'it' : 'them'}.
        </Note>
      )}
    </div>
  );
}

/** A campaign that is named here may have another country than the file: then no phone is cleaned any more. */
function NoCountryNote({ summary, onCheck }: { readonly summary: CheckSummary | null; readonly onCheck: () => void }) {
  if (summary === null || summary.country.value !== null || summary.unprefixedPhones === 0) return null;
  const phones = format.count(summary.unprefixedPhones, {
    one: '# phone without a country prefix is sent as it is written.',
    other: '# phones without a country prefix are sent as they are written.',
  });
  return (
    <Note
      tone="warning"
      role="status"
      title={phones}
      actions={<SmallButton onClick={onCheck}>Back to Check</SmallButton>}
    >
      {summary.country.reason} You can choose the country under Check.
    </Note>
  );
}

interface KnownRowsNoteProps {
  readonly rows: KnownRows;
  readonly campaignCode: string;
  readonly check: Check;
}

/** Rows that were sent before: they are left out, and sending them is one decision that can be undone. */
function KnownRowsNote({ rows, campaignCode, check }: KnownRowsNoteProps) {
  const { again, leftOut } = rows;
  const { summary } = check.state;
  const more = summary === null ? 0 : sendable(summary, SENT_BEFORE);
  return (
    <Note
      tone={again === 0 ? 'info' : 'warning'}
      role="status"
      title={sentBeforeWords(rows, campaignCode)}
      actions={
        summary !== null && (again > 0 || more > 0) ? (
          <SmallButton onClick={() => startWork(() => changeNotes(check).choose(SENT_BEFORE, again > 0, summary))}>
            {again > 0 ? `Leave out ${format.number(again)}` : `Send ${format.number(more)} again`}
          </SmallButton>
        ) : undefined
      }
    >
      {again === 0
        ? `${leftOut === 1 ? 'It is' : 'They are'} left out and not sent again.`
        : `${format.count(again, { one: '# is', other: '# are' })} sent again, as you chose. Each becomes a second lead, and the same people may be called twice.`}
    </Note>
  );
}

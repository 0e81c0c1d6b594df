import { IconCircleCheck, IconEraser, IconRowRemove } from '@tabler/icons-react';
import { useDebouncedValue } from '@mantine/hooks';
import type { Ref } from 'react';
import type { CheckFilter } from '../../../../../../shared/contract/check/check-acts.ts';
import type { CheckSummary } from '../../../../../../shared/contract/check/check.ts';
import { format } from '../../../../lib/format.ts';
import { Changes, EmptyState, SecondaryButton } from '../../../../ui/index.ts';
import { useOwnTask } from '../../../../ui/layout/use-own-task.ts';
import { IN_QUEUE, SENT_BEFORE, SENT_BY_TEAM, TEAM_CONTACT } from '../../checking/check-sum.ts';
import { QueuedHead, SentBeforeHead, SentByTeamHead, TeamContactHead } from '../campaign/KnownHeads.tsx';
import { CheckGrid, type CheckGridHandle } from './CheckGrid.tsx';
import classes from './CheckRows.module.css';
import { judgedColumns, mappedColumns, namingColumn, needsNothing, toldColumns } from '../model/check-model.ts';
import { Headline, HeadSentence } from '../Headline.tsx';
import { useCheckStep } from '../model/check-step-context.ts';
import { ReasonHead } from './ReasonHead.tsx';
import { RowsBar } from './RowsBar.tsx';

/** Milliseconds after a key: every look goes through all rows. */
const TYPING_PAUSE = 200;

/** The chosen reason with its repair, and the rows it is about. */
export function CheckRows({ ref }: { readonly ref: Ref<CheckGridHandle> }) {
  const { summary, view, show, found } = useCheckStep();
  const empty = emptyWords(view.filter, summary);
  const isGridDue = useOwnTask();
  return (
    <>
      <Changes>
        <RowsHead />
      </Changes>
      <RowsBar />
      {empty === null && found === 0 && view.look.find.trim() !== '' && (
        <p className="rigid padLine breaks text2" role="status">
          No row here has “{view.look.find.trim()}” in it.
        </p>
      )}
      {empty === null && isGridDue && (
        <Changes>
          <RowsTable ref={ref} />
        </Changes>
      )}
      {empty !== null && (
        <EmptyState
          icon={empty.icon}
          title={empty.title}
          action={
            <SecondaryButton onClick={() => show({ kind: 'filterChosen', filter: 'all' })}>
              Look at all rows
            </SecondaryButton>
          }
        >
          {empty.text}
        </EmptyState>
      )}
    </>
  );
}

function RowsHead() {
  const { reason } = useCheckStep().chosen;
  if (reason === null) return <AllHead />;
  if (reason.kind === SENT_BEFORE) return <SentBeforeHead reason={reason} />;
  if (reason.kind === IN_QUEUE) return <QueuedHead reason={reason} />;
  if (reason.kind === SENT_BY_TEAM) return <SentByTeamHead reason={reason} />;
  if (reason.kind === TEAM_CONTACT) return <TeamContactHead reason={reason} />;
  return <ReasonHead key={reason.id} reason={reason} />;
}

function RowsTable({ ref }: { readonly ref: Ref<CheckGridHandle> }) {
  const { draft, mapping, check, summary, view, show, chosen, corrections, setFound } = useCheckStep();
  const [find] = useDebouncedValue(view.look.find, TYPING_PAUSE);
  return (
    <CheckGrid
      ref={ref}
      draftId={draft.id}
      columns={{
        all: draft.reading.columns,
        lastLine: draft.reading.lastDataLine.value,
        naming: namingColumn(mapping, draft.fields),
        mapped: mappedColumns(mapping),
        told: toldColumns(draft.reading.columns.map(({ header }) => header)),
        isFolded: view.isFolded,
      }}
      marked={{
        reason: chosen.reason,
        judged: judgedColumns(chosen.reason, mapping, draft.fields),
        parameters: chosen.parameters,
      }}
      list={{ filter: view.filter, order: view.order, look: { ...view.look, find } }}
      revision={`${summary.revision} ${check.state.failedChanges}`}
      changes={corrections}
      onFocusRow={(row, index) => show({ kind: 'rowFocused', row, index })}
      onSort={(sort) => show({ kind: 'sortChosen', sort })}
      onRows={setFound}
    />
  );
}

function AllHead() {
  const { summary } = useCheckStep();
  const { rowsWithProblem, rowsWithWarning, rows } = summary;
  return (
    <div className={classes['head']}>
      <Headline title="All rows" rows={rows} />
      <HeadSentence>
        {needsNothing(summary)
          ? 'Nothing was found that keeps a row from being sent. Every cell can still be changed.'
          : `${format.count(rowsWithProblem, { one: '# row has a problem', other: '# rows have a problem' })}, ${format.count(rowsWithWarning, { one: '# is', other: '# are' })} worth a look. Choose a reason on the left to correct its rows at once.`}
      </HeadSentence>
    </div>
  );
}

function emptyWords(filter: CheckFilter, summary: CheckSummary) {
  if (filter === 'repaired' && summary.editedRows === 0)
    return { icon: IconEraser, title: 'Nothing repaired yet', text: 'Rows with a repair or an edit are listed here.' };
  if (filter === 'leftOut' && summary.standing.leftOut === 0)
    return { icon: IconRowRemove, title: 'No row is left out', text: 'Rows that are not sent are listed here.' };
  if (filter === 'problem' && needsNothing(summary))
    return {
      icon: IconCircleCheck,
      title: 'Nothing to correct',
      text: 'Every row can be sent as it is. Go on to the plan, or look through the rows.',
    };
  if (filter === 'problem' && summary.rowsWithProblem === 0)
    return {
      icon: IconCircleCheck,
      title: 'No row has a problem',
      text: 'Rows that are worth a look are listed on the left.',
    };
  return null;
}

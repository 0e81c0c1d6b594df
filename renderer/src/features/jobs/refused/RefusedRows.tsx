import { SegmentedControl } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useState } from 'react';
import type { JobDetail } from '../../../../../shared/contract/jobs/jobs.ts';
import { format } from '../../../lib/format.ts';
import { Card, Changes, SmallButton, startWork, StatusTitle, TextButton } from '../../../ui/index.ts';
import classes from '../parts/JobPage.module.css';
import { ChangeHistory } from './ChangeHistory.tsx';
import { reasonGroups } from './reason-groups.ts';
import { columnOfReason } from './refused-model.ts';
import { RefusedCells } from './RefusedCells.tsx';
import { RefusedGrid } from './RefusedGrid.tsx';
import { RefusedValues } from './RefusedValues.tsx';
import refusedClasses from './RefusedRows.module.css';
import { useRefusedChanges } from './use-refused-changes.ts';

type View = 'rows' | 'values';

/** Rows the service refused, grouped by its reason: repaired row by row or value by value, sent again, or left out. */
export function RefusedRows({ detail: read }: { readonly detail: JobDetail }) {
  const [reason, setReason] = useState<string | null>(null);
  const [view, setView] = useState<View>('rows');
  // Values are fixed reason by reason: one that is wrong for one reason may be right in a row that has another. The reason stays
  // while values are typed, whichever becomes the most frequent meanwhile.
  const [begunWith, setBegunWith] = useState(read.refusals[0]?.reason ?? null);
  const wanted = reason ?? (view === 'values' ? begunWith : null);
  const isGone = wanted !== null && !read.refusals.some((refusal) => refusal.reason === wanted);
  // A reason stays when no row has it any more: the buttons would send and leave out rows of others.
  const detail = isGone ? { ...read, refusals: [...read.refusals, { reason: wanted, count: 0, fixed: 0 }] } : read;
  const { summary, refusals, filled } = detail;
  const chosen = refusals.find((refusal) => refusal.reason === wanted) ?? null;
  const changes = useRefusedChanges(summary.id, chosen?.reason ?? null);
  const column = columnOfReason(chosen?.reason ?? begunWith, filled);
  const fixed = chosen?.fixed ?? refusals.reduce((sum, refusal) => sum + refusal.fixed, 0);
  const { refused } = summary.counts;
  const inList = chosen?.count ?? refused;

  return (
    <Card
      className={classes['refused']}
      title={<StatusTitle status="refused">Refused rows</StatusTitle>}
      context={<span className="tabular">{format.number(refused)}</span>}
      actions={
        fixed > 0 ? (
          <Changes>
            <SmallButton
              icon={IconRefresh}
              aria-disabled={changes.isBusy}
              onClick={() => startWork(() => changes.sendAgain(true))}
            >
              Send {format.number(fixed)} fixed again
            </SmallButton>
          </Changes>
        ) : undefined
      }
      flush
    >
      {refused > 0 && (
        <div className={classes['reasons']} role="group" aria-label="Reasons">
          {reasonGroups(refusals).map(({ head, reasons }) => (
            <span key={head ?? reasons[0]?.words} className={classes['reasonGroup']}>
              {head !== null && <bdi className={classes['reasonHead']}>{head}</bdi>}
              {reasons.map(({ refusal, words }) => (
                <button
                  key={refusal.reason}
                  type="button"
                  className={classes['reason']}
                  title={refusal.reason}
                  aria-label={`${refusal.reason} ${format.number(refusal.count)}`}
                  aria-pressed={chosen?.reason === refusal.reason}
                  onClick={() =>
                    setReason(view === 'rows' && chosen?.reason === refusal.reason ? null : refusal.reason)
                  }
                >
                  <bdi>{words}</bdi>
                  <strong className="tabular">{format.number(refusal.count)}</strong>
                </button>
              ))}
            </span>
          ))}
        </div>
      )}
      <div className={refusedClasses['bar']}>
        {refused > 0 && (
          <SegmentedControl
            aria-label="How to repair"
            value={view}
            onChange={(next) => {
              setView(next as View);
              setBegunWith(refusals[0]?.reason ?? null);
            }}
            data={[
              { value: 'rows', label: 'Row by row' },
              { value: 'values', label: 'Fix by value' },
            ]}
          />
        )}
        <Changes>
          <ChangeHistory detail={detail} changes={changes} />
          {inList > 0 && (
            <span className="flexWrap justifyEnd gap4 atEnd">
              <RefusedCells detail={detail} reason={chosen?.reason ?? null} column={column} changes={changes} />
              <TextButton
                aria-disabled={changes.isBusy}
                title="Sends the rows as they are now, repaired or not. The service may refuse them again."
                onClick={() => startWork(() => changes.sendAgain(false))}
              >
                {inList === 1 ? 'Send it again' : `Send all ${format.number(inList)} again`}
              </TextButton>
              <TextButton aria-disabled={changes.isBusy} onClick={() => startWork(() => changes.leaveOut())}>
                Leave all out
              </TextButton>
            </span>
          )}
        </Changes>
      </div>
      {refused === 0 ? (
        <p className={classes['nothing']}>No row is refused now.</p>
      ) : view === 'rows' || column === null ? (
        <Changes>
          <RefusedGrid detail={detail} reason={chosen?.reason ?? null} changes={changes} />
        </Changes>
      ) : (
        <RefusedValues
          key={`${chosen?.reason ?? ''} ${column}`}
          detail={detail}
          reason={chosen?.reason ?? null}
          judged={column}
          changes={changes}
        />
      )}
    </Card>
  );
}

import { SegmentedControl } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import type { CampaignOrigin, CampaignRow } from '../../../../../../shared/contract/check/campaign-rows.ts';
import { leadClosure, leadStatus } from '../../../../../../shared/domain/service/leads/lead-status.ts';
import { momentText } from '../../../../../../shared/domain/service/leads/moment-text.ts';
import { useChannel } from '../../../../bridge/index.ts';
import { format } from '../../../../lib/format.ts';
import { CopyButton, FailureNote, IconButton, Skeleton, TableHead } from '../../../../ui/index.ts';
import { useCheckStep } from '../model/check-step-context.ts';
import { CampaignBox } from './CampaignBox.tsx';
import side from '../panels/SidePanel.module.css';
import classes from './Campaign.module.css';

/** The chosen row beside the lead that the campaign holds, field by field. */
export function LeadPanel({ origin }: { readonly origin: CampaignOrigin }) {
  return (
    <>
      <CampaignBox />
      <ChosenLead origin={origin} />
    </>
  );
}

function ChosenLead({ origin }: { readonly origin: CampaignOrigin }) {
  const { draft, view, summary, goTo } = useCheckStep();
  const index = view.focused?.index ?? 0;
  const { data, error } = useChannel(
    'check:campaignRows',
    { draftId: draft.id, origin, shares: view.shares, offset: index, limit: 1 },
    { keepPrevious: true },
  );
  if (error !== null) return <FailureNote failure={error} />;
  if (data === undefined) return <Skeleton lines={8} label="The lead is loading" />;
  const row = data.rows[0];
  if (row === undefined) return null;
  return (
    <>
      <div className={side['rowHead']}>
        <h3>Line {format.number(row.line)}</h3>
        <span>
          <IconButton
            label="Previous row (Alt+Up)"
            icon={IconChevronLeft}
            disabled={index === 0}
            onClick={() => goTo(index - 1)}
          />
          <IconButton
            label="Next row (Alt+Down)"
            icon={IconChevronRight}
            disabled={index >= data.total - 1}
            onClick={() => goTo(index + 1)}
          />
        </span>
      </div>
      <PairTable row={row} />
      <LeadFacts row={row} />
      <RowChoice key={`${row.row} ${row.isLeftOut} ${summary.revision}`} row={row} />
    </>
  );
}

function PairTable({ row }: { readonly row: CampaignRow }) {
  const shown = row.fields.filter(({ inFile, inCampaign }) => inFile !== '' || (inCampaign ?? '') !== '');
  return (
    <table className={classes['pairs']} aria-label={`Line ${row.line} beside its lead`}>
      <TableHead names={['Field', 'Campaign', 'This file']} />
      <tbody>
        {shown.map(({ field, inFile, inCampaign, match }) => (
          <tr key={field} data-match={match}>
            <th scope="row" title={field}>
              {field}
            </th>
            <td>{inCampaign === null ? <em>not shown</em> : inCampaign === '' ? <em>empty</em> : inCampaign}</td>
            <td>{inFile === '' ? <em>empty</em> : inFile}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function LeadFacts({ row: { lead, leads } }: { readonly row: CampaignRow }) {
  const { id, status, closure, pool, uploaded, uploadedBy, sentBy } = lead;
  const put = [uploadedBy, uploaded === null ? null : momentText(uploaded)].filter((part) => part !== null).join(', ');
  const facts: [string, string | null][] = [
    ['Put there by', put === '' ? null : put],
    ['Import', sentBy],
    ['Lead pool', pool],
    ['Status', status === null ? null : (leadStatus(status)?.label ?? status)],
    ['Closure', closure === null ? null : (leadClosure(closure)?.label ?? closure)],
  ];
  return (
    <>
      <dl className={classes['facts']}>
        {facts.map(
          ([name, value]) =>
            value !== null && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
        {id !== null && (
          <div>
            <dt>Lead id</dt>
            <dd className={classes['withCopy']}>
              {id}
              <CopyButton compact text={id} label="Copy the lead id" />
            </dd>
          </div>
        )}
      </dl>
      {leads > 1 && (
        <p className="quiet">
          {format.count(leads - 1, { one: '# other lead shares', other: '# other leads share' })} something with this
          row. The first one is shown.
        </p>
      )}
    </>
  );
}

function RowChoice({ row: { row, isLeftOut, otherReason } }: { readonly row: CampaignRow }) {
  const { corrections } = useCheckStep();
  return (
    <div className="flexColumn gap6">
      <SegmentedControl
        fullWidth
        aria-label="What becomes of this row"
        data={[
          { value: 'out', label: 'Leave out' },
          { value: 'send', label: 'Send anyway' },
        ]}
        defaultValue={isLeftOut ? 'out' : 'send'}
        onChange={(value) => corrections.sendInCampaign(row, value === 'send')}
      />
      <p className="quiet">
        {isLeftOut
          ? otherReason === null
            ? 'Not sent. The campaign keeps the lead that it has.'
            : `Not sent: ${otherReason}.`
          : 'Sent, it becomes a second lead. The service cannot change the one that is there.'}
      </p>
    </div>
  );
}

// Why: decision 0610.
import { useEffect, useRef, useState } from 'react';
import type { JobSummary } from '../../../../../shared/contract/jobs/jobs.ts';
import type { TrialField, TrialLead, TrialReading } from '../../../../../shared/contract/jobs/trial.ts';
import { startRefetch, useChannel, useChannelMutation } from '../../../bridge/index.ts';
import { format, rowForms } from '../../../lib/format.ts';
import { navigate } from '../../../lib/navigation.ts';
import { useNow } from '../../../lib/use-now.ts';
import {
  Card,
  Changes,
  couldNot,
  FailureNote,
  Skeleton,
  SmallButton,
  StatusTitle,
  StatusWord,
} from '../../../ui/index.ts';
import { rowTitle } from '../../../lib/row-title.ts';
import { findingWords, matchWords, shortenable, worstOf } from './trial-model.ts';
import classes from './TrialCard.module.css';

const COST = '1 request';

/** The leads of the trial rows beside what was sent. They are read back once by themselves; again only when asked. */
export function TrialCard({ job }: { readonly job: JobSummary }) {
  const jobId = job.id;
  const { data, error, refetch } = useChannel('job:trial', { jobId });
  const { mutate, ...read } = useChannelMutation('job:readTrial');
  const hasBegun = useRef(false);
  const mustRead = data !== undefined && !data.isTried && job.counts.created > 0;
  useEffect(() => {
    if (!mustRead || hasBegun.current) return;
    hasBegun.current = true;
    mutate({ jobId });
  }, [mustRead, mutate, jobId]);
  const now = useNow(60_000);
  const reading = data?.reading ?? null;
  const readNow = () => mutate({ jobId });
  return (
    <Card
      className="rigid"
      title={title(job.counts.created)}
      context={
        <span className="tabular">
          {read.isPending
            ? `being read back, ${COST}`
            : reading !== null && `read back ${format.moment(reading.at, now)} with ${COST}`}
        </span>
      }
      actions={
        reading !== null && (
          <SmallButton loading={read.isPending} onClick={readNow}>
            Read again ({COST})
          </SmallButton>
        )
      }
      flush
    >
      <FailureNote failure={error} onRetry={() => startRefetch(refetch)} />
      <FailureNote failure={read.error} onRetry={readNow} retryLabel={`Try again (${COST})`} />
      {reading !== null && <Reading reading={reading} job={job} />}
      {reading === null && (
        <Unread job={job} isBusy={read.isPending} hasFailed={read.error !== null} onRead={readNow} />
      )}
    </Card>
  );
}

function title(created: number): string {
  return created === 1
    ? 'The created lead, as the service shows it'
    : `The ${format.number(created)} created leads, as the service shows them`;
}

interface UnreadProps {
  readonly job: JobSummary;
  readonly isBusy: boolean;
  readonly hasFailed: boolean;
  readonly onRead: () => void;
}

function Unread({ job, isBusy, hasFailed, onRead }: UnreadProps) {
  if (job.counts.created === 0)
    return <p className={classes['unread']}>The trial created no lead, so there is nothing to read back.</p>;
  if (isBusy) return <Skeleton lines={6} label="The leads are being read back" />;
  return (
    <div className={classes['unread']}>
      <p>The leads were not read back. Whether all values arrived is not known.</p>
      {!hasFailed && (
        <Changes>
          <SmallButton onClick={onRead}>Read them back ({COST})</SmallButton>
        </Changes>
      )}
    </div>
  );
}

function Reading({ reading, job }: { readonly reading: TrialReading; readonly job: JobSummary }) {
  const { waiting } = job.counts;
  const [chosen, setChosen] = useState<number | null>(null);
  const findings = findingWords(reading, waiting);
  const worst = reading.findings.find(({ match }) => match !== 'same' && match !== 'form')?.row;
  const lead = reading.leads.find(({ row }) => row === (chosen ?? worst)) ?? reading.leads[0];
  return (
    <>
      <ul className={classes['findings']} aria-label="What was found">
        {findings.map(({ status, title: head, meaning }) => (
          <li key={head} className={classes['finding']} data-status={status}>
            <strong>
              <StatusTitle status={status}>{head}</StatusTitle>
            </strong>
            <span>{meaning}</span>
          </li>
        ))}
      </ul>
      {reading.created > reading.leads.length && (
        <p className={classes['note']}>
          {format.number(reading.created)} leads were created;{' '}
          {reading.leads.length === 1 ? 'the first is' : `the first ${format.number(reading.leads.length)} are`}{' '}
          compared.
        </p>
      )}
      <div className={classes['pair']}>
        <div className="shrinks">
          <p className={classes['leadsHead']} aria-hidden>
            <span>Line</span>
            <span>Lead</span>
            <span>Found</span>
          </p>
          <ul className={classes['leads']} aria-label="Leads of the trial">
            {reading.leads.map((one) => (
              <li key={one.row}>
                <LeadButton lead={one} isChosen={one === lead} onChoose={() => setChosen(one.row)} />
              </li>
            ))}
          </ul>
        </div>
        {lead !== undefined && <PairTable lead={lead} />}
      </div>
      {waiting > 0 && <WaysOn reading={reading} job={job} />}
    </>
  );
}

/** What changing the mapping leaves as it is, and the way to rows whose end would be lost. */
function WaysOn({ reading, job }: { readonly reading: TrialReading; readonly job: JobSummary }) {
  const goOn = useChannelMutation('job:correctCampaign');
  const { id: jobId, campaignCode } = job;
  return (
    <div className={classes['waysOn']}>
      <p>
        {format.count(job.counts.created, {
          one: 'Changing the mapping keeps this lead as it is.',
          other: 'Changing the mapping keeps these # leads as they are.',
        })}
      </p>
      <Changes>
        {shortenable(reading).map(({ field, characters, rows }) => (
          <SmallButton
            key={field}
            disabled={goOn.isPending}
            title={`The rows that wait go on as a new draft. Check shows what is longer than ${format.number(characters)} characters, with the repair.`}
            onClick={() =>
              goOn.mutate(
                { jobId, campaignCode, longest: { field, characters } },
                { ...couldNot, onSuccess: (draft) => navigate('import', draft.id, { part: 'check' }) },
              )
            }
          >
            Shorten {field} in {format.count(rows, rowForms)}…
          </SmallButton>
        ))}
      </Changes>
    </div>
  );
}

interface LeadButtonProps {
  readonly lead: TrialLead;
  readonly isChosen: boolean;
  readonly onChoose: () => void;
}

function LeadButton({ lead, isChosen, onChoose }: LeadButtonProps) {
  const worst = worstOf(lead);
  const { status, text } =
    worst === null ? { status: 'warning' as const, text: 'not found' } : { ...matchWords(worst), ...LEAD_WORDS[worst] };
  const { name } = rowTitle(sentOf(lead));
  return (
    <button type="button" className={classes['lead']} aria-pressed={isChosen} onClick={onChoose}>
      <span className="tabular text2">{format.number(lead.line)}</span>
      <bdi className="truncate" title={name}>
        {name}
      </bdi>
      <StatusWord status={status}>{text}</StatusWord>
    </button>
  );
}

/** A lead with cut values in several fields has no one number of characters. */
const LEAD_WORDS: Readonly<Record<string, { text: string }>> = {
  cut: { text: 'cut' },
  form: { text: 'as sent' },
  unseen: { text: 'partly shown' },
};

function sentOf({ fields }: TrialLead): Record<string, string> {
  return Object.fromEntries(fields.filter(({ isPool }) => !isPool).map(({ field, sent }) => [field, sent]));
}

function PairTable({ lead }: { readonly lead: TrialLead }) {
  const isFound = lead.foundBy !== null;
  return (
    <div className={classes['tableBox']}>
      <table className={classes['table']} aria-label={`Line ${format.number(lead.line)}, sent and stored`}>
        <thead>
          <tr>
            <th scope="col">Line {format.number(lead.line)}</th>
            <th scope="col">Sent</th>
            <th scope="col">
              Service{lead.leadId === null ? '' : `, lead ${lead.leadId}`}
              {lead.foundBy === 'values' && ' (found by its values)'}
            </th>
            <th scope="col">Compared</th>
          </tr>
        </thead>
        <tbody>
          {lead.fields.map((field) => (
            <FieldRow key={`${String(field.isPool)} ${field.field}`} field={field} isFound={isFound} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function FieldRow({ field, isFound }: { readonly field: TrialField; readonly isFound: boolean }) {
  const { match, sent, stored } = field;
  const { status, text } = matchWords(match, sent, stored);
  const isDifferent = status === 'warning';
  return (
    <tr data-different={isDifferent || undefined}>
      <th scope="row">{field.field}</th>
      <td>
        <bdi title={sent}>{match === 'cut' ? <CutValue sent={sent} stored={stored ?? ''} /> : sent}</bdi>
      </td>
      <td>
        {stored === null || stored === '' ? (
          <span className="text2">{!isFound ? 'lead not found' : match === 'unseen' ? 'not shown' : 'nothing'}</span>
        ) : (
          <bdi title={stored}>{stored}</bdi>
        )}
      </td>
      <td>
        <StatusWord status={status}>{text}</StatusWord>
      </td>
    </tr>
  );
}

/** The lost end is marked. Spaces that the service changed move the place by a few characters. */
function CutValue({ sent, stored }: { readonly sent: string; readonly stored: string }) {
  if (!sent.startsWith(stored)) return sent;
  return (
    <>
      {stored}
      <del className={classes['lost']}>{sent.slice(stored.length)}</del>
    </>
  );
}

import { Button, Select } from '@mantine/core';
import { IconFileDownload } from '@tabler/icons-react';
import { useState } from 'react';
import type { JobDetail } from '../../../../../shared/contract/jobs/jobs.ts';
import type { OutcomeGroup, Outcomes } from '../../../../../shared/contract/jobs/outcomes.ts';
import {
  call,
  endCall,
  isCancelled,
  newCallId,
  useActiveAccount,
  useChannel,
  useChannelMutation,
  useSave,
} from '../../../bridge/index.ts';
import { MINUTE } from '../../../../../shared/domain/time/time.ts';
import { format } from '../../../lib/format.ts';
import { savedFileWords } from '../../../lib/saved-file-words.ts';
import { useNow } from '../../../lib/use-now.ts';
import { Card, Changes, FailureNote, startWork, toast } from '../../../ui/index.ts';
import { certaintyWords, groupFigures, outcomeLines } from './outcome-model.ts';
import classes from './OutcomeCard.module.css';

const leadForms = { one: '# lead', other: '# leads' };

/** What became of the leads that an import created, by how their calls ended and by a column of the file. */
export function OutcomeCard({ detail }: { readonly detail: JobDetail }) {
  const { id, campaignCode, fileName, counts } = detail.summary;
  const [by, setBy] = useState<number | null>(null);
  const [callId, setCallId] = useState('');
  const { data, isPlaceholderData } = useChannel('job:outcomes', { jobId: id, by }, { keepPrevious: true });
  const read = useChannelMutation('job:readOutcomes');
  const { saving, save } = useSave();
  const zone = useActiveAccount()?.dialect.timeZone;
  const now = useNow(MINUTE);
  const outcomes = data?.outcomes ?? null;
  const failure = isCancelled(read.error) ? null : read.error;

  function readNow(): void {
    if (read.isPending) return;
    const next = newCallId();
    setCallId(next);
    // What fails is said in the card.
    read.mutate({ jobId: id, by, callId: next });
  }

  async function saveRows(): Promise<void> {
    const name = `${fileName.replace(/\.[^.]*$/, '')}-outcomes.csv`;
    const saved = await save(name, ({ token }) => call('job:saveOutcomes', { jobId: id, token }));
    if (saved === null) return;
    const words = savedFileWords(saved, { one: '# row', other: '# rows' });
    toast(words.title, words.check);
  }

  return (
    <Card
      className={classes['card']}
      title="What became of the leads"
      context={
        outcomes === null ? undefined : (
          <span className="tabular">
            as of {format.moment(outcomes.at, now, zone)}; {format.count(outcomes.looked, leadForms)} of the campaign
            read
          </span>
        )
      }
      actions={
        <Changes>
          {read.isPending && (
            <Button size="xs" variant="subtle" onClick={() => endCall(callId)}>
              Cancel
            </Button>
          )}
          {outcomes !== null && (
            <Button
              size="xs"
              variant="default"
              leftSection={<IconFileDownload size={14} stroke={1.75} aria-hidden />}
              disabled={saving !== null}
              onClick={() => startWork(saveRows, 'The file was not saved.')}
            >
              Save…
            </Button>
          )}
          <Button size="xs" variant="default" loading={read.isPending} onClick={readNow}>
            {outcomes === null ? 'Read outcomes' : 'Read again'}
          </Button>
        </Changes>
      }
      flush={outcomes !== null}
    >
      {failure !== null && (
        <div className={outcomes === null ? undefined : classes['failure']}>
          <FailureNote failure={failure} />
        </div>
      )}
      {outcomes === null && failure === null && (
        <p className={classes['quiet']} role="status">
          {read.isPending
            ? `The leads of ${campaignCode} are being read.`
            : `One lead search of ${campaignCode} tells how the calls of these ${format.count(counts.created, leadForms)} ended. Nothing is changed or sent.`}
        </p>
      )}
      {outcomes !== null && (
        <div className={classes['body']}>
          <Ends outcomes={outcomes} />
          <section aria-label="By a column of the file">
            <div className={classes['groupHead']}>
              <Select
                aria-label="By column"
                placeholder="By a column of the file"
                size="xs"
                clearable
                searchable
                nothingFoundMessage="No such column"
                data={detail.columns.map((label, index) => ({
                  value: String(index),
                  label: label || `Column ${index + 1}`,
                }))}
                value={by === null ? null : String(by)}
                onChange={(value) => setBy(value === null ? null : Number(value))}
              />
            </div>
            {by === null ? (
              <p className={classes['quiet']}>
                Choose a column, such as a supplier or a city, to see which of its values were worth their calls.
              </p>
            ) : (
              !isPlaceholderData && <Groups groups={outcomes.groups} joined={outcomes.joined} />
            )}
          </section>
        </div>
      )}
    </Card>
  );
}

function Ends({ outcomes }: { readonly outcomes: Outcomes }) {
  const { created } = outcomes;
  const certainty = certaintyWords(outcomes, format.number);
  return (
    <section aria-label="How they ended">
      <table className={`${classes['table'] ?? ''} ${classes['ends'] ?? ''}`}>
        <thead>
          <tr>
            <th scope="col">Outcome</th>
            <th scope="col">Leads</th>
            <th scope="col">Share</th>
          </tr>
        </thead>
        <tbody>
          {outcomeLines(outcomes).map(({ outcome, words, note, rows }) => (
            <tr key={outcome}>
              <th scope="row" title={note === '' ? words : `${words}: ${note}`}>
                {words}
              </th>
              <td>{format.number(rows)}</td>
              <td>
                <span className={classes['share']}>
                  <span className={classes['bar']}>
                    <span className={classes['fill']} style={{ width: `${(rows / created) * 100}%` }} />
                  </span>
                  {format.percent(rows, created)}
                </span>
              </td>
            </tr>
          ))}
          <tr>
            <th scope="row">Created by this import</th>
            <td>{format.number(created)}</td>
            <td>{format.percent(created, created)}</td>
          </tr>
        </tbody>
      </table>
      {certainty !== '' && <p className={classes['quiet']}>{certainty}</p>}
    </section>
  );
}

function Groups({ groups, joined }: Pick<Outcomes, 'groups' | 'joined'>) {
  return (
    <div className={classes['scroll']} role="group" aria-label="Values of the column" tabIndex={0}>
      <table className={`${classes['table'] ?? ''} ${classes['groups'] ?? ''}`}>
        <thead>
          <tr>
            <th scope="col">Value</th>
            <th scope="col">Leads</th>
            <th scope="col">Closed by an agent</th>
            <th scope="col">Success</th>
            <th scope="col">Invalid or failed</th>
            <th scope="col">Open</th>
            <th scope="col">Not known</th>
          </tr>
        </thead>
        <tbody>
          {groups.map((group) => (
            <GroupLine key={group.value ?? 'joined'} group={group} joined={joined} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function GroupLine({ group, joined }: { readonly group: OutcomeGroup; readonly joined: number }) {
  const { value, rows } = group;
  const { closed, success, invalid, open, unknown } = groupFigures(group);
  const name = value === null ? format.count(joined, { one: '# rarer value', other: '# rarer values' }) : value;
  return (
    <tr>
      <th scope="row" title={name}>
        {name === '' ? 'empty' : name}
      </th>
      <td>{format.number(rows)}</td>
      <td>{format.percent(closed, rows)}</td>
      <td className={classes['success']}>{format.percent(success, rows)}</td>
      <td>{format.percent(invalid, rows)}</td>
      <td>{format.percent(open, rows)}</td>
      <td>{format.percent(unknown, rows)}</td>
    </tr>
  );
}

import { Button, Drawer, SegmentedControl, TextInput } from '@mantine/core';
import { IconDownload, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { PAGE_LIMIT } from '../../../../shared/contract/primitives.ts';
import type { RequestLogEntry } from '../../../../shared/contract/quota/quota.ts';
import { call, startRefetch, useChannel, useSave } from '../../bridge/index.ts';
import { format } from '../../lib/format.ts';
import { Card, FailureNote, Skeleton, startWork, StatusWord, toast } from '../../ui/index.ts';
import { foundRequests, isTrouble, type LogFilter, outcomeWord } from './log-words.ts';
import classes from './RequestLogCard.module.css';

/** The last requests of this connection, newest first, as they are sent; a line opens its headers and refusal. */
export function RequestLogCard({ zone }: { readonly zone: string }) {
  const log = useChannel('quota:log', { offset: 0, limit: PAGE_LIMIT }, { staleTime: 0 });
  const [filter, setFilter] = useState<LogFilter>('all');
  const [words, setWords] = useState('');
  const [opened, setOpened] = useState<RequestLogEntry | null>(null);
  const { saving, save } = useSave();
  const entries = log.data?.entries ?? [];
  const shown = foundRequests(entries, filter, words);

  async function saveShown(): Promise<void> {
    const saved = await save('requests.csv', (args) =>
      call('account:saveLog', { ...args, entryIds: shown.map(({ id }) => id) }),
    );
    if (saved !== null)
      toast(`Saved ${format.number(saved.rows)} requests as ${saved.name}.`, 'Without headers and bodies.');
  }

  return (
    <Card
      title="Request log"
      context={`${format.number(shown.length)} of the last ${format.number(entries.length)}, kept until Lead Console closes`}
      actions={
        <Button
          size="xs"
          variant="default"
          disabled={shown.length === 0 || saving !== null}
          leftSection={<IconDownload size={14} stroke={1.75} aria-hidden />}
          onClick={() => startWork(saveShown)}
        >
          Save as CSV
        </Button>
      }
      flush
    >
      <div className={classes['tools']}>
        <SegmentedControl
          aria-label="Which requests"
          value={filter}
          onChange={setFilter}
          data={[
            { value: 'all', label: 'All' },
            { value: 'trouble', label: 'Refused or not answered' },
            { value: 'changes', label: 'Changes' },
          ]}
        />
        <TextInput
          size="xs"
          aria-label="Find in the requests"
          placeholder="Path, lane, status"
          leftSection={<IconSearch size={14} stroke={1.75} aria-hidden />}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      </div>
      {log.error === null ? null : <FailureNote failure={log.error} onRetry={() => startRefetch(log.refetch)} />}
      {log.isPending ? (
        <div className={classes['pad']}>
          <Skeleton lines={5} label="The log is loading" />
        </div>
      ) : shown.length === 0 ? (
        <p className={classes['pad']}>
          {entries.length === 0 ? 'No request has been sent since the program started.' : 'No requests match.'}
        </p>
      ) : (
        <LogTable entries={shown} zone={zone} onOpen={setOpened} />
      )}
      <Drawer
        opened={opened !== null}
        onClose={() => setOpened(null)}
        position="right"
        size={520}
        title={opened === null ? '' : `${opened.method} ${opened.path}`}
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {opened === null ? null : <RequestDetail entry={opened} zone={zone} />}
      </Drawer>
    </Card>
  );
}

interface LogTableProps {
  readonly entries: readonly RequestLogEntry[];
  readonly zone: string;
  readonly onOpen: (entry: RequestLogEntry) => void;
}

function LogTable({ entries, zone, onOpen }: LogTableProps) {
  return (
    <div className={classes['scroll']} tabIndex={0} role="region" aria-label="Requests, newest first">
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Request</th>
            <th scope="col">Lane</th>
            <th scope="col">Answer</th>
            <th scope="col">Units</th>
            <th scope="col">Took</th>
            <th scope="col">Left</th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td>{format.timeWithSeconds(entry.at, zone)}</td>
              <th scope="row">
                <button type="button" className={classes['open']} onClick={() => onOpen(entry)}>
                  {entry.method} {entry.path}
                </button>
              </th>
              <td>{entry.lane}</td>
              <td>
                {isTrouble(entry) ? (
                  <StatusWord status={entry.status === null ? 'unknown' : 'refused'} size="small">
                    {answerWords(entry)}
                  </StatusWord>
                ) : (
                  answerWords(entry)
                )}
              </td>
              <td>{format.number(entry.units)}</td>
              <td>{format.duration(entry.milliseconds)}</td>
              <td>{entry.remaining === null ? '–' : format.number(entry.remaining)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function answerWords(entry: RequestLogEntry): string {
  return entry.status === null ? outcomeWord(entry) : `${entry.status} ${outcomeWord(entry)}`;
}

function RequestDetail({ entry, zone }: { readonly entry: RequestLogEntry; readonly zone: string }) {
  const { data, error } = useChannel('account:logEntry', { entryId: entry.id }, { staleTime: Infinity });
  const detail = data?.detail ?? null;
  return (
    <div className={classes['detail']}>
      <p>
        {answerWords(entry)} at {format.timeWithSeconds(entry.at, zone)}, {format.duration(entry.milliseconds)},{' '}
        {format.number(entry.units)} {entry.units === 1 ? 'unit' : 'units'}, lane {entry.lane}.
      </p>
      {error === null ? null : <FailureNote failure={error} />}
      {data === undefined ? null : detail === null ? (
        <p className={classes['quiet']}>No headers are kept: no answer came, or the request is too old.</p>
      ) : (
        <>
          <Headers title="Sent headers" headers={detail.sent} />
          <Headers title="Answered headers" headers={detail.answered} />
          {detail.body === null ? (
            <p className={classes['quiet']}>
              No body is kept: Lead Console keeps the words of refusals only, at most 4 KB, without secrets, until it
              closes.
            </p>
          ) : (
            <section aria-label="What the service said">
              <h3>What the service said</h3>
              <pre className={classes['body']} tabIndex={0}>
                {detail.body === '' ? '(nothing)' : detail.body}
              </pre>
            </section>
          )}
        </>
      )}
    </div>
  );
}

interface HeadersProps {
  readonly title: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
}

function Headers({ title, headers }: HeadersProps) {
  return (
    <section aria-label={title}>
      <h3>{title}</h3>
      <dl className={classes['headers']}>
        {headers.map(({ name, value }) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

import { SegmentedControl, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import type { RequestLogEntry } from '../../../../../shared/contract/quota/quota.ts';
import { PAGE_LIMIT } from '../../../../../shared/contract/primitives.ts';
import { startRefetch, useChannel } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { Card, CopyButton, FailureNote, Skeleton, StatusWord } from '../../../ui/index.ts';
import { asText, filtered, isTrouble, outcomeWord, type LogFilter } from './log-model.ts';
import classes from './RequestLog.module.css';

/** The last requests, newest first; without personal data, as the core keeps them. */
export function RequestLog({ zone }: { readonly zone: string }) {
  const log = useChannel('quota:log', { offset: 0, limit: PAGE_LIMIT }, { staleTime: 0 });
  const [filter, setFilter] = useState<LogFilter>('all');
  const [words, setWords] = useState('');
  const entries = log.data?.entries ?? [];
  const shown = filtered(entries, filter, words);
  return (
    <Card
      title="Last requests"
      context={log.data === undefined ? null : countWords(shown.length, log.data.total, zone)}
      actions={<CopyButton text={asText(shown, zone)} label="Copy" />}
      flush
    >
      <div className={classes['toolbar']}>
        <SegmentedControl
          aria-label="Which requests"
          value={filter}
          onChange={(value) => setFilter(value)}
          data={[
            { value: 'all', label: 'All' },
            { value: 'trouble', label: 'Not answered or refused' },
          ]}
        />
        <TextInput
          size="xs"
          className={classes['find'] ?? ''}
          aria-label="Find in the requests"
          placeholder="Find"
          leftSection={<IconSearch size={15} stroke={1.75} aria-hidden />}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      </div>
      {log.error === null ? null : (
        <div className={classes['pad']}>
          <FailureNote failure={log.error} onRetry={() => startRefetch(log.refetch)} />
        </div>
      )}
      {log.isPending ? (
        <div className={classes['pad']}>
          <Skeleton lines={5} label="The log is loading" />
        </div>
      ) : shown.length === 0 ? (
        <p className={classes['none']}>
          {entries.length === 0 ? 'No request has been sent yet.' : 'No requests match.'}
        </p>
      ) : (
        <LogTable entries={shown} zone={zone} />
      )}
    </Card>
  );
}

function countWords(shown: number, total: number, zone: string): string {
  const count = shown === total ? format.number(total) : `${format.number(shown)} of ${format.number(total)}`;
  return `${count}, times in ${format.zoneName(zone, Date.now())}`;
}

function LogTable({ entries, zone }: { readonly entries: readonly RequestLogEntry[]; readonly zone: string }) {
  return (
    <div className={classes['scroll']} tabIndex={0} role="region" aria-label="Requests, newest first">
      <table className={classes['table']}>
        <thead>
          <tr>
            <th scope="col">Time</th>
            <th scope="col">Request</th>
            <th scope="col">Lane</th>
            <th scope="col">Answer</th>
            <th scope="col" className={classes['number']}>
              Units
            </th>
            <th scope="col" className={classes['number']}>
              Took
            </th>
            <th scope="col" className={classes['number']}>
              Left
            </th>
          </tr>
        </thead>
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td className="tabular">{format.timeWithSeconds(entry.at, zone)}</td>
              <td className={classes['path']} title={`${entry.method} ${entry.path}`}>
                {entry.method} {entry.path}
              </td>
              <td>
                <span className={classes['lane']} data-lane={entry.lane} aria-hidden />
                {entry.lane}
              </td>
              <td className={classes['answer']} title={outcomeWord(entry)}>
                <Answer entry={entry} />
              </td>
              <td className={classes['number']}>{format.number(entry.units)}</td>
              <td className={classes['number']}>{format.duration(entry.milliseconds)}</td>
              <td className={classes['number']}>{entry.remaining === null ? '–' : format.number(entry.remaining)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Answer({ entry }: { readonly entry: RequestLogEntry }) {
  const words = entry.status === null ? outcomeWord(entry) : `${entry.status} ${outcomeWord(entry)}`;
  if (!isTrouble(entry)) return words;
  return (
    <StatusWord status={entry.status === null ? 'unknown' : 'refused'} size="small">
      {words}
    </StatusWord>
  );
}

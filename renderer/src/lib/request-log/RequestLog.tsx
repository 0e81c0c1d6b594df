import { SegmentedControl, TextInput } from '@mantine/core';
import { IconDownload, IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { PAGE_LIMIT } from '../../../../shared/contract/primitives.ts';
import type { RequestLogEntry } from '../../../../shared/contract/quota/quota.ts';
import { call, startRefetch, useChannel, useSave } from '../../bridge/index.ts';
import {
  Card,
  CopyButton,
  Drawer,
  FailureNote,
  Skeleton,
  SmallButton,
  startWork,
  StatusWord,
  TableHead,
  toast,
} from '../../ui/index.ts';
import { format, requestForms } from '../format.ts';
import { useNow } from '../use-now.ts';
import { answerWords, asText, filtered, isTrouble, type LogFilter } from './log-model.ts';
import { RequestDetail } from './RequestDetail.tsx';
import classes from './RequestLog.module.css';

/** The last requests of this connection, newest first, as they are sent; a line opens its headers and refusal. */
export function RequestLog() {
  const log = useChannel('quota:log', { offset: 0, limit: PAGE_LIMIT }, { staleTime: 0 });
  const [filter, setFilter] = useState<LogFilter>('all');
  const [words, setWords] = useState('');
  const [opened, setOpened] = useState<RequestLogEntry | null>(null);
  const { saving, save } = useSave();
  const entries = log.data?.entries ?? [];
  const shown = filtered(entries, filter, words);

  async function saveShown(): Promise<void> {
    const saved = await save('requests.csv', (args) =>
      call('account:saveLog', { ...args, entryIds: shown.map(({ id }) => id) }),
    );
    if (saved !== null)
      toast(`Saved ${format.count(saved.rows, requestForms)} as ${saved.name}.`, 'Without headers and bodies.');
  }

  return (
    <Card
      title="Last requests"
      context={log.data === undefined ? null : countWords(shown.length, log.data.total)}
      actions={
        <>
          <CopyButton text={asText(shown)} label="Copy" />
          <SmallButton
            disabled={shown.length === 0 || saving !== null}
            icon={IconDownload}
            onClick={() => startWork(saveShown)}
          >
            Save as CSV
          </SmallButton>
        </>
      }
      flush
    >
      <div className={classes['toolbar']}>
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
          className={classes['find'] ?? ''}
          aria-label="Find in the requests"
          placeholder="Path, lane, status"
          leftSection={<IconSearch size={14} stroke={1.75} aria-hidden />}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
      </div>
      <FailureNote className="pad16" failure={log.error} onRetry={() => startRefetch(log.refetch)} />
      {log.isPending ? (
        <Skeleton className="pad16" lines={5} label="The log is loading" />
      ) : log.data === undefined ? null : shown.length === 0 ? (
        <p className={classes['none']}>
          {entries.length === 0
            ? 'No request yet. Those of a connection test stand with its points on Account.'
            : 'No requests match.'}
        </p>
      ) : (
        <LogTable entries={shown} onOpen={setOpened} />
      )}
      <Drawer
        opened={opened !== null}
        onClose={() => setOpened(null)}
        position="right"
        size={520}
        title={opened === null ? '' : `${opened.method} ${opened.path}`}
      >
        {opened === null ? null : <RequestDetail entry={opened} />}
      </Drawer>
    </Card>
  );
}

function countWords(shown: number, total: number): string {
  const count = shown === total ? format.number(total) : `${format.number(shown)} of ${format.number(total)}`;
  return `${count}, times in ${format.zoneName(Date.now())}, kept until Lead Console closes`;
}

interface LogTableProps {
  readonly entries: readonly RequestLogEntry[];
  readonly onOpen: (entry: RequestLogEntry) => void;
}

function LogTable({ entries, onOpen }: LogTableProps) {
  const today = format.date(useNow(60_000));
  return (
    <div className={classes['scroll']} tabIndex={0} role="region" aria-label="Requests, newest first">
      <table className={classes['table']}>
        <TableHead
          names={['Time', 'Request', 'Lane', 'Answer']}
          figures={['Units', 'Took', 'Left']}
          figureClass={classes['number']}
        />
        <tbody>
          {entries.map((entry) => (
            <tr key={entry.id}>
              <td className="tabular">
                {format.date(entry.at) === today ? '' : `${format.dayAndMonth(entry.at)} `}
                {format.timeWithSeconds(entry.at)}
              </td>
              <th scope="row" title={`${entry.method} ${entry.path}`}>
                <button type="button" className={classes['open']} onClick={() => onOpen(entry)}>
                  {entry.method} {entry.path}
                </button>
              </th>
              <td>
                <span
                  className={classes['lane']}
                  style={{ background: `var(--lc-lane-${entry.lane}, var(--lc-lane-other))` }}
                  data-lane={entry.lane}
                  aria-hidden
                />
                {entry.lane}
              </td>
              <td className={classes['answer']} title={answerWords(entry)}>
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
  const words = answerWords(entry);
  if (!isTrouble(entry)) return words;
  return <StatusWord status={entry.status === null ? 'unknown' : 'refused'}>{words}</StatusWord>;
}

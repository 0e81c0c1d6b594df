import { SegmentedControl, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconChevronLeft, IconChevronRight } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { ChannelResult } from '../../../../../shared/contract/channels.ts';
import type { Draft } from '../../../../../shared/contract/imports/imports.ts';
import { useChannel } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { CopyButton, FailureNote, IconButton, Skeleton, StatusWord } from '../../../ui/index.ts';
import { specialRow, type SpecialRow } from '../mapping-model/columns-model.ts';
import classes from './SentRowPanel.module.css';

const CHOICES: { readonly value: SpecialRow; readonly label: string }[] = [
  { value: 'first', label: 'First' },
  { value: 'longest', label: 'Longest' },
  { value: 'emptiest', label: 'Emptiest' },
  { value: 'oddest', label: 'Oddest' },
];

/** One row of the file as the service would get it: what goes where, and the exact request. */
export function SentRowPanel({ draft }: { readonly draft: Draft }) {
  const [row, setRow] = useState(1);
  const [kind, setKind] = useState<SpecialRow | null>('first');
  const { data: preview } = useChannel('import:rows', { draftId: draft.id, offset: 0, limit: 100 });
  const { data: sent, error } = useChannel(
    'import:sentRow',
    { draftId: draft.id, row },
    { keepPrevious: true, enabled: draft.reading.rows > 0 },
  );

  function choose(chosen: SpecialRow): void {
    setKind(chosen);
    const sent = new Set(draft.mapping.flatMap(({ source }) => (source.kind === 'columns' ? source.columns : [])));
    const columns = draft.reading.columns.filter(({ index }) => sent.has(index));
    setRow(specialRow(preview?.rows ?? [], chosen, columns) ?? 1);
  }

  function step(by: number): void {
    setKind(null);
    setRow((known) => Math.max(1, Math.min(draft.reading.rows, known + by)));
  }

  return (
    <>
      <div className={classes['head']}>
        <h2 className={classes['title']}>As it will be sent</h2>
        <IconButton
          label="Previous row"
          icon={IconChevronLeft}
          size={24}
          disabled={row <= 1}
          onClick={() => step(-1)}
        />
        <span className={`${classes['line'] ?? ''} tabular`}>
          {sent === undefined ? '' : `line ${format.number(sent.line)}`}
        </span>
        <IconButton
          label="Next row"
          icon={IconChevronRight}
          size={24}
          disabled={row >= draft.reading.rows}
          onClick={() => step(1)}
        />
      </div>
      <div className={classes['choices']}>
        <SegmentedControl
          fullWidth
          aria-label="Which of the first 100 rows"
          data={CHOICES.map((choice) => ({ ...choice }))}
          value={kind ?? ''}
          onChange={(chosen) => choose(chosen as SpecialRow)}
        />
      </div>
      <div className={classes['row']}>
        <FailureNote failure={error} />
        {sent === undefined && error === null && <Skeleton lines={8} label="The row is loading" />}
        {sent !== undefined && (
          <>
            <SentFields fields={sent.fields} />
            <ExactRequest body={sent.body} />
          </>
        )}
      </div>
    </>
  );
}

function SentFields({ fields }: { readonly fields: ChannelResult<'import:sentRow'>['fields'] }) {
  return (
    <dl className={classes['fields']}>
      {fields.map(({ field, value, inFile, doubt }) => (
        <div key={field}>
          <dt title={field}>{field}</dt>
          <dd>
            <span className={classes['value']}>{value === '' ? <span className="text3">empty</span> : value}</span>
            {inFile !== value && inFile !== '' && <span className={classes['inFile']}>in the file: {inFile}</span>}
            {doubt !== '' && (
              <span className={classes['doubt']}>
                <StatusWord status="warning">{doubt}</StatusWord>
              </span>
            )}
          </dd>
        </div>
      ))}
      {fields.length === 0 && <p className="text2 pad12">No field yet. Choose one for a column.</p>}
    </dl>
  );
}

function ExactRequest({ body }: { readonly body: string }) {
  const [isShown, setIsShown] = useState(false);
  const requestId = useId();
  const Icon = isShown ? IconChevronDown : IconChevronRight;
  return (
    <>
      <div className={classes['request']}>
        <UnstyledButton
          className={classes['fold'] ?? ''}
          aria-expanded={isShown}
          aria-controls={requestId}
          onClick={() => setIsShown(!isShown)}
        >
          <Icon size={15} aria-hidden />
          Exact request for this row
        </UnstyledButton>
        {isShown && <CopyButton text={body} label="Copy request" compact />}
      </div>
      {isShown && (
        <pre id={requestId} className={classes['bodyText']} tabIndex={0}>
          {`POST /leads\n${pretty(body)}`}
        </pre>
      )}
    </>
  );
}

function pretty(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2);
  } catch {
    return body;
  }
}

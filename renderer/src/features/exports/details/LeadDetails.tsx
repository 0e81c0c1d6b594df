import { Checkbox, CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import { plainWords, spanWords } from '../../../../../shared/domain/service/leads/column-words.ts';
import { meaningOf, valueKind } from '../../../../../shared/domain/service/leads/lead-status.ts';
import { momentText } from '../../../../../shared/domain/service/leads/moment-text.ts';
import { foldText } from '../../../../../shared/domain/words/fold-text.ts';
import { shownDirections } from '../../../../../shared/domain/words/visible-marks.ts';
import { helpAddress } from '../../../lib/help.ts';
import { placeHref } from '../../../lib/navigation.ts';
import { CopyButton } from '../../../ui/index.ts';
import type { LeadRow } from '../grid/lead-rows.ts';
import type { ViewColumn } from '../view/page-view.ts';
import { prettyJson } from './pretty-json.ts';
import classes from './LeadDetails.module.css';

interface LeadDetailsProps {
  readonly row: LeadRow;
  readonly columns: readonly ViewColumn[];
  readonly onClose: () => void;
}

/** All fields of one lead, with their whole text. The grid keeps the keyboard: Up and Down show the next lead. */
export function LeadDetails({ row, columns, onClose }: LeadDetailsProps) {
  const [find, setFind] = useState('');
  const [withEmpty, setWithEmpty] = useState(false);
  const panel = useRef<HTMLElement>(null);
  useEffect(() => {
    // Nothing may be returned: newer Chromium answers a promise, which React would take for a function that cleans up.
    panel.current?.querySelector('[data-details]')?.scrollTo({ top: 0 });
  }, [row.number]);
  const wanted = foldText(find.trim());
  const fields = columns
    .map((column) => ({ ...column, value: row.cells[column.index] ?? '' }))
    .filter(({ value }) => withEmpty || value !== '')
    .filter(({ title, value }) => wanted === '' || foldText(`${title}\n${value}`).includes(wanted));
  const whole = JSON.stringify(
    Object.fromEntries(columns.map(({ index, title }) => [title, row.cells[index] ?? null])),
    null,
    2,
  );
  return (
    <aside
      ref={panel}
      className={classes['panel']}
      aria-label={`Lead ${row.number}`}
      data-pane
      data-side-panel
      tabIndex={-1}
    >
      <div className={classes['head']}>
        <h3 className={`${classes['title'] ?? ''} tabular`}>Lead {row.number}</h3>
        <CopyButton text={whole} label="Copy the lead as JSON" compact />
        <CloseButton aria-label="Close the details" onClick={onClose} />
      </div>
      <div className={classes['tools']}>
        <TextInput
          size="xs"
          aria-label="Search the fields"
          placeholder="Search the fields"
          leftSection={<IconSearch size={14} aria-hidden />}
          value={find}
          onChange={(event) => setFind(event.currentTarget.value)}
        />
        <Checkbox
          label="Empty ones too"
          checked={withEmpty}
          onChange={(event) => setWithEmpty(event.currentTarget.checked)}
        />
      </div>
      <dl className={classes['fields']} data-details tabIndex={0} aria-label="Fields of the lead">
        {fields.map(({ index, path, title, value }) => (
          <div key={index} className={classes['field']}>
            <dt title={path}>{title}</dt>
            <dd>
              <Value path={path} value={value} />
            </dd>
          </div>
        ))}
      </dl>
      {fields.length === 0 && <p className="text2 padLine">No field matches.</p>}
    </aside>
  );
}

function Value({ path, value }: { readonly path: string; readonly value: string }) {
  if (value === '') return <span className="text2">empty</span>;
  const known = meaningOf(path, value);
  const kind = valueKind(path);
  if (known !== null && kind !== null) {
    return (
      <>
        {known.label}
        <span className={classes['meaning']}>
          {known.meaning} <a href={placeHref('help', helpAddress(kind, known.name))}>Life cycle</a>
        </span>
      </>
    );
  }
  const span = spanWords(path, value);
  if (span !== null) {
    return (
      <>
        {span}
        <span className={classes['meaning']}>{value}</span>
      </>
    );
  }
  const json = prettyJson(value);
  if (json !== null) return <pre className={classes['json']}>{shownDirections(json)}</pre>;
  const words = plainWords(value);
  return words === value ? (
    value
  ) : (
    <>
      {words}
      {momentText(value) !== value && <span className={classes['meaning']}>{value}</span>}
    </>
  );
}

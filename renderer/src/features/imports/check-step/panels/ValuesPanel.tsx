import { TextInput } from '@mantine/core';
import { IconArrowRight, IconPencil } from '@tabler/icons-react';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import type { CheckReason, DistinctValue } from '../../../../../../shared/contract/check/check.ts';
import { PAGE_LIMIT } from '../../../../../../shared/contract/primitives.ts';
import { useChannel } from '../../../../bridge/index.ts';
import { format, rowForms } from '../../../../lib/format.ts';
import { FailureNote, IconButton, Skeleton, SmallButton, startWork } from '../../../../ui/index.ts';
import { useCheckStep } from '../model/check-step-context.ts';
import classes from './SidePanel.module.css';

/** Lines that are quick to draw; the rest is shown on demand. */
const SHOWN = 40;

/** Different values of a reason, the most frequent first; one correction serves all rows that share it. */
export function ValuesPanel({ reason }: { readonly reason: CheckReason }) {
  const { draft, chosen } = useCheckStep();
  const { parameters, replace } = chosen;
  const [shown, setShown] = useState(SHOWN);
  const { data, error } = useChannel(
    'check:values',
    {
      draftId: draft.id,
      reasonId: reason.id,
      ...(parameters === undefined ? {} : { parameters }),
      offset: 0,
      limit: shown,
    },
    { keepPrevious: true },
  );
  const [opened, setOpened] = useState<string | null>(null);
  if (error !== null) return <FailureNote failure={error} />;
  if (data === undefined) return <Skeleton lines={8} label="The values are being counted" />;
  if (data.total === 0) {
    return (
      <p className="quiet">
        {reason.distinct === null
          ? `There are more than ${format.number(100_000)} different values, too many to count. Correct them in the table, or in the file before the import.`
          : 'These rows have no value in this field.'}
      </p>
    );
  }
  return (
    <>
      <p className="quiet">
        {data.total === 1
          ? 'One value. A correction here changes every row with it.'
          : `${format.number(data.total)} different values, the most frequent first. A correction here changes every row with that value.`}
      </p>
      <ul className={classes['values']} aria-label="Different values">
        {data.values.map((entry) => (
          <ValueItem
            key={entry.value}
            entry={entry}
            isOpen={opened === entry.value}

            onOpen={() => setOpened(opened === entry.value ? null : entry.value)}
            onReplace={async (to) => {
              setOpened(null);
              await replace(entry.value, to);
            }}
          />
        ))}
      </ul>
      {data.total > data.values.length && shown < PAGE_LIMIT && (
        <SmallButton onClick={() => setShown(PAGE_LIMIT)}>
          Show {format.number(Math.min(PAGE_LIMIT, data.total) - data.values.length)} more
        </SmallButton>
      )}
      {data.total > data.values.length && shown === PAGE_LIMIT && (
        <p className="quiet">
          {format.count(data.total - data.values.length, { one: '# value more', other: '# values more' })}, rarer than
          these, in the table.
        </p>
      )}
    </>
  );
}

interface ValueItemProps {
  readonly entry: DistinctValue;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly onReplace: (to: string) => Promise<void>;
}

function ValueItem({ entry, isOpen, onOpen, onReplace }: ValueItemProps) {
  const { value, count, after } = entry;
  const name = value === '' ? 'empty' : value;
  return (
    <li className={classes['value']}>
      <div className={classes['valueLine']}>
        <span className={classes['valueText']} title={value}>
          {value === '' ? <em>empty</em> : value}
        </span>
        <span className="text2 tabular">{format.number(count)}</span>
        <IconButton
          label={isOpen ? `Close the correction of ${name}` : `Correct ${name}`}
          icon={IconPencil}
          size={24}
          onClick={onOpen}
        />
      </div>
      {after !== null && !isOpen && (
        <div className={classes['valueAfter']}>
          <IconArrowRight size={13} stroke={1.75} role="img" aria-label="becomes" />
          <span className={classes['valueText']} title={after}>
            {after === '' ? <em>empty</em> : after}
          </span>
        </div>
      )}
      {isOpen && <Replacement value={value} proposal={after ?? value} count={count} onReplace={onReplace} />}
    </li>
  );
}

interface ReplacementProps {
  readonly value: string;
  readonly proposal: string;
  readonly count: number;
  readonly onReplace: (to: string) => Promise<void>;
}

function Replacement({ value, proposal, count, onReplace }: ReplacementProps) {
  const [text, setText] = useState(proposal);
  const field = useRef<HTMLInputElement>(null);
  // Opened to be typed into.
  useEffect(() => field.current?.select(), []);
  function submit(event: SubmitEvent<HTMLFormElement>): void {
    event.preventDefault();
    if (text !== value) startWork(() => onReplace(text));
  }
  return (
    <form className={classes['replacement']} onSubmit={submit}>
      <TextInput
        aria-label={`In place of ${value === '' ? 'empty' : value}`}
        value={text}
        ref={field}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <SmallButton type="submit" disabled={text === value}>
        Replace in {format.count(count, rowForms)}
      </SmallButton>
    </form>
  );
}

import { NumberInput, Select } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import type { Certainty, Reading, ReadingChoices } from '../../../../shared/contract/reading.ts';
import classes from './GuessStrip.module.css';
import {
  CERTAINTY_WORDS,
  delimiterChoices,
  delimiterName,
  encodingChoices,
  encodingName,
  headerChoices,
} from './reading-model.ts';

const NO_HEADER = 'none';

interface GuessProps {
  readonly label: string;
  readonly certainty: Certainty;
  readonly reason: string;
  readonly children: (ids: { readonly label: string; readonly reason: string }) => ReactNode;
}

function Guess({ label, certainty, reason, children }: GuessProps) {
  const labelId = useId();
  const reasonId = useId();
  return (
    <div className={classes['guess']}>
      <div className={classes['head']}>
        <span id={labelId} className={classes['label']}>
          {label}
        </span>
        <span className={classes['certainty']}>{CERTAINTY_WORDS[certainty]}</span>
      </div>
      {children({ label: labelId, reason: reasonId })}
      <p id={reasonId} className={classes['reason']} title={reason}>
        {reason}
      </p>
    </div>
  );
}

/** The five guesses about a file. Each can be changed, and the file is read again at once. */
export function GuessStrip({
  reading,
  onChoose,
}: {
  readonly reading: Reading;
  readonly onChoose: (change: ReadingChoices) => void;
}) {
  const isText = reading.format === 'csv';
  const sheets = reading.sheets.map((sheet) => ({
    value: sheet.name,
    label:
      sheet.rows === null
        ? sheet.name
        : `${sheet.name} (${sheet.rows.toLocaleString()} rows${sheet.hidden ? ', hidden' : ''})`,
  }));
  return (
    <section className={classes['strip']} aria-label="How the file is read">
      <Guess label="Encoding" certainty={reading.encoding.certainty} reason={reading.encoding.reason}>
        {(ids) => (
          <Select
            aria-labelledby={ids.label}
            aria-describedby={ids.reason}
            data={encodingChoices(reading).map((value) => ({ value, label: encodingName(value) }))}
            value={reading.encoding.value}
            disabled={!isText}
            allowDeselect={false}
            searchable
            onChange={(encoding) => encoding !== null && onChoose({ encoding })}
          />
        )}
      </Guess>
      <Guess label="Separator" certainty={reading.delimiter.certainty} reason={reading.delimiter.reason}>
        {(ids) => (
          <Select
            aria-labelledby={ids.label}
            aria-describedby={ids.reason}
            data={delimiterChoices(reading).map((value) => ({ value, label: delimiterName(value) }))}
            value={reading.delimiter.value === '' ? null : reading.delimiter.value}
            placeholder={isText ? '' : 'None in a workbook'}
            disabled={!isText}
            allowDeselect={false}
            onChange={(delimiter) => delimiter !== null && onChoose({ delimiter })}
          />
        )}
      </Guess>
      <Guess label="Sheet" certainty={reading.sheet.certainty} reason={reading.sheet.reason}>
        {(ids) => (
          <Select
            aria-labelledby={ids.label}
            aria-describedby={ids.reason}
            data={sheets}
            value={reading.sheet.value}
            placeholder="Only sheet"
            disabled={sheets.length < 2}
            allowDeselect={false}
            onChange={(sheet) => sheet !== null && onChoose({ sheet })}
          />
        )}
      </Guess>
      <Guess label="Header" certainty={reading.headerLine.certainty} reason={reading.headerLine.reason}>
        {(ids) => (
          <Select
            aria-labelledby={ids.label}
            aria-describedby={ids.reason}
            data={headerChoices(reading).map((line) =>
              line === null ? { value: NO_HEADER, label: 'No header' } : { value: String(line), label: `Line ${line}` },
            )}
            value={reading.headerLine.value === null ? NO_HEADER : String(reading.headerLine.value)}
            allowDeselect={false}
            onChange={(line) => line !== null && onChoose({ headerLine: line === NO_HEADER ? null : Number(line) })}
          />
        )}
      </Guess>
      <Guess label="First data line" certainty={reading.firstDataLine.certainty} reason={reading.firstDataLine.reason}>
        {(ids) => (
          <FirstLine
            key={reading.firstDataLine.value}
            value={reading.firstDataLine.value}
            ids={ids}
            onChoose={(firstDataLine) => onChoose({ firstDataLine })}
          />
        )}
      </Guess>
    </section>
  );
}

interface FirstLineProps {
  readonly value: number;
  readonly ids: { readonly label: string; readonly reason: string };
  readonly onChoose: (line: number) => void;
}

/** Typed digits are not a choice until the field is left or Enter is pressed: each would read the file again. */
function FirstLine({ value, ids, onChoose }: FirstLineProps) {
  const [typed, setTyped] = useState<number | string>(value);
  const commit = (next: number | string) => {
    const line = Number(next);
    if (Number.isInteger(line) && line >= 1 && line !== value) onChoose(line);
    else setTyped(value);
  };
  return (
    <NumberInput
      aria-labelledby={ids.label}
      aria-describedby={ids.reason}
      min={1}
      allowDecimal={false}
      value={typed}
      onChange={setTyped}
      onBlur={() => commit(typed)}
      onKeyDown={(event) => event.key === 'Enter' && commit(typed)}
    />
  );
}

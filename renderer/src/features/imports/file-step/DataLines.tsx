import { NumberInput } from '@mantine/core';
import { useState } from 'react';
import classes from './GuessStrip.module.css';
import type { DataLines as Lines } from './reading-model.ts';

interface DataLinesProps {
  readonly first: number;
  readonly last: number;
  readonly describedBy: string;
  readonly disabled: boolean;
  /** Sentence about lines that cannot be; null: none. */
  readonly troubleWith: (change: Lines) => string | null;
  readonly onTrouble: (trouble: string | null) => void;
  readonly onChoose: (change: Lines) => void;
}

/** First and last line of the data. Give it a key of both: it keeps what is typed until it is a choice. */
export function DataLines({ first, last, describedBy, disabled, troubleWith, onTrouble, onChoose }: DataLinesProps) {
  const choose = (change: Lines) => {
    const trouble = troubleWith(change);
    onTrouble(trouble);
    if (trouble === null) onChoose(change);
    return trouble === null;
  };
  return (
    <div className={classes['lines']}>
      <LineInput
        label="First data line"
        value={first}
        describedBy={describedBy}
        disabled={disabled}
        onCommit={(firstDataLine) => choose({ firstDataLine })}
      />
      <span className="text2">to</span>
      <LineInput
        label="Last data line"
        value={last}
        describedBy={describedBy}
        disabled={disabled}
        onCommit={(lastDataLine) => choose({ lastDataLine })}
      />
    </div>
  );
}

interface LineInputProps {
  readonly label: string;
  readonly value: number;
  readonly describedBy: string;
  readonly disabled: boolean;
  /** False: it cannot be; what was typed stays to be corrected. */
  readonly onCommit: (line: number) => boolean;
}

/** Typed digits are not a choice until the field is left or Enter is pressed: each would read the file again. */
function LineInput({ label, value, describedBy, disabled, onCommit }: LineInputProps) {
  const [typed, setTyped] = useState<number | string>(value);
  const [isWrong, setIsWrong] = useState(false);

  function commit(): void {
    const line = Number(typed);
    if (typed === '' || !Number.isInteger(line) || line < 1) {
      setTyped(value);
      setIsWrong(false);
    } else if (line !== value) setIsWrong(!onCommit(line));
    else setIsWrong(false);
  }

  return (
    <NumberInput
      aria-label={label}
      attributes={{ input: { 'aria-describedby': describedBy } }}
      min={1}
      allowDecimal={false}
      hideControls
      value={typed}
      error={isWrong}
      disabled={disabled}
      onChange={setTyped}
      onBlur={commit}
      onKeyDown={(event) => {
        if (event.key === 'Enter') commit();
      }}
    />
  );
}

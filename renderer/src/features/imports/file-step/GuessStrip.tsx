import { Select } from '@mantine/core';
import { type ReactNode, useId, useState } from 'react';
import type { Certainty, Reading, ReadingChoices } from '../../../../../shared/contract/imports/reading.ts';
import { format, rowForms } from '../../../lib/format.ts';
import { CutPlaces } from './CutPlaces.tsx';
import { DataLines } from './DataLines.tsx';
import { GuessReason } from './GuessReason.tsx';
import classes from './GuessStrip.module.css';
import {
  CERTAINTY_WORDS,
  type ChoiceName,
  delimiterChoices,
  delimiterName,
  encodingGroups,
  hasEncodings,
  headerChoices,
  lineTrouble,
  withChoice,
  withoutChoice,
} from './reading-model.ts';
import { hasLines } from './text-model.ts';

const NO_HEADER = 'none';

/** Elements that name a guess's control and say why it was guessed. */
interface ControlIds {
  readonly label: string;
  readonly reason: string;
}

interface GuessProps {
  readonly label: string;
  readonly certainty: Certainty;
  readonly reason: string;
  readonly trouble?: string | null;
  /** Takes back what a person chose; null: nothing was chosen. */
  readonly onUseGuess: (() => void) | null;
  readonly children: (ids: ControlIds) => ReactNode;
}

function Guess({ label, certainty, reason, trouble = null, onUseGuess, children }: GuessProps) {
  const labelId = useId();
  const reasonId = useId();
  return (
    <div className={classes['guess']}>
      <div className={classes['head']}>
        <span id={labelId} className="fine medium">
          {label}
        </span>
        {onUseGuess === null ? (
          <span className={classes['certainty']}>{CERTAINTY_WORDS[certainty]}</span>
        ) : (
          <span className={classes['certainty']}>
            yours
            <button type="button" className="linkButton" aria-label={`Use the guess for ${label}`} onClick={onUseGuess}>
              Use the guess
            </button>
          </span>
        )}
      </div>
      {children({ label: labelId, reason: reasonId })}
      <GuessReason id={reasonId} label={label} reason={reason} trouble={trouble} />
    </div>
  );
}

interface GuessStripProps {
  readonly reading: Reading;
  /** What the person chose; while the file is read again, what it is being read with. */
  readonly choices: ReadingChoices;
  /** The choices are not those of `reading` yet. */
  readonly isPending: boolean;
  readonly disabled: boolean;
  readonly onChoose: (choices: ReadingChoices) => void;
}

/** A reading and the choices it is being changed by; what every guess needs to be shown, chosen and taken back. */
interface Guesses extends Omit<GuessStripProps, 'onChoose'> {
  /** What was chosen shows at once, before it has been read. */
  readonly shown: <Name extends ChoiceName, Value>(name: Name, read: Value) => Value;
  readonly choose: (change: ReadingChoices) => void;
  /** Takes back choices; null: nothing was chosen. */
  readonly back: (...names: ChoiceName[]) => (() => void) | null;
  readonly reasonOf: (name: ChoiceName, guess: { readonly reason: string }) => string;
}

/** The five guesses about a file. Each can be changed and taken back, and the file is read again at once. */
export function GuessStrip({ onChoose, ...props }: GuessStripProps) {
  const { choices, isPending, disabled } = props;
  const [trouble, setTrouble] = useState<string | null>(null);

  function pass(next: ReadingChoices): void {
    setTrouble(null);
    onChoose(next);
  }

  const isNew = (name: ChoiceName) => isPending && choices[name] !== undefined;
  const guesses: Guesses = {
    ...props,
    shown: <Name extends ChoiceName, Value>(name: Name, read: Value) => (isNew(name) ? (choices[name] as Value) : read),
    choose: (change) => pass(withChoice(choices, change)),
    back: (...names) =>
      disabled || names.every((name) => choices[name] === undefined)
        ? null
        : () => pass(withoutChoice(choices, ...names)),
    reasonOf: (name, { reason }) => (isNew(name) ? 'You chose it. The file is being read this way.' : reason),
  };
  return (
    <section
      className={classes['strip']}
      aria-label="How the file is read"
      data-text={hasEncodings(props.reading) || undefined}
    >
      <EncodingGuess {...guesses} />
      <DelimiterGuess {...guesses} />
      <SheetGuess {...guesses} />
      <HeaderGuess {...guesses} />
      <DataLinesGuess {...guesses} trouble={trouble} onTrouble={setTrouble} />
    </section>
  );
}

function EncodingGuess({ reading, disabled, shown, choose, back, reasonOf }: Guesses) {
  const isOpen = hasEncodings(reading);
  return (
    <Guess
      label="Encoding"
      certainty={reading.encoding.certainty}
      reason={reasonOf('encoding', reading.encoding)}
      onUseGuess={isOpen ? back('encoding') : null}
    >
      {(ids) => (
        <Select
          aria-labelledby={ids.label}
          attributes={{ input: { 'aria-describedby': ids.reason } }}
          data={encodingGroups(reading)}
          value={shown('encoding', reading.encoding.value)}
          disabled={!isOpen || disabled}
          searchable
          nothingFoundMessage="No encoding of this name"
          onChange={(encoding) => encoding !== null && choose({ encoding })}
        />
      )}
    </Guess>
  );
}

function DelimiterGuess({ reading, disabled, shown, choose, back, reasonOf }: Guesses) {
  const isText = hasLines(reading);
  const cuts = shown('cuts', reading.cuts);
  return (
    <Guess
      label="Separator"
      certainty={reading.delimiter.certainty}
      reason={reasonOf(reading.cuts === undefined ? 'delimiter' : 'cuts', reading.delimiter)}
      onUseGuess={isText ? back('delimiter', 'cuts') : null}
    >
      {(ids) => (
        <>
          <Select
            aria-labelledby={ids.label}
            attributes={{ input: { 'aria-describedby': ids.reason } }}
            data={delimiterChoices(reading).map((value) => ({ value, label: delimiterName(value) }))}
            value={reading.delimiter.value === '' ? null : shown('delimiter', reading.delimiter.value)}
            placeholder={isText ? 'None: fixed width' : 'None in a workbook'}
            disabled={!isText || disabled}
            onChange={(delimiter) => delimiter !== null && choose({ delimiter })}
          />
          {cuts !== undefined && (
            <CutPlaces
              key={cuts.join(' ')}
              cuts={cuts}
              describedBy={ids.reason}
              disabled={disabled}
              onChoose={(places) => choose({ cuts: places })}
            />
          )}
        </>
      )}
    </Guess>
  );
}

function SheetGuess({ reading, disabled, shown, choose, back, reasonOf }: Guesses) {
  return (
    <Guess
      label="Sheet"
      certainty={reading.sheet.certainty}
      reason={reasonOf('sheet', reading.sheet)}
      onUseGuess={back('sheet')}
    >
      {(ids) => (
        <Select
          aria-labelledby={ids.label}
          attributes={{ input: { 'aria-describedby': ids.reason } }}
          data={reading.sheets.map((sheet) => ({ value: sheet.name, label: sheetLabel(sheet) }))}
          value={shown('sheet', reading.sheet.value)}
          placeholder={hasLines(reading) ? 'None' : 'Only sheet'}
          disabled={reading.sheets.length < 2 || disabled}
          onChange={(sheet) => sheet !== null && choose({ sheet })}
        />
      )}
    </Guess>
  );
}

function sheetLabel({ name, rows, hidden }: Reading['sheets'][number]): string {
  if (rows === null) return name;
  return `${name} (${format.count(rows, rowForms)}${hidden ? ', hidden' : ''})`;
}

function HeaderGuess({ reading, disabled, shown, choose, back, reasonOf }: Guesses) {
  const headerLine = shown('headerLine', reading.headerLine.value);
  return (
    <Guess
      label="Header"
      certainty={reading.headerLine.certainty}
      reason={reasonOf('headerLine', reading.headerLine)}
      onUseGuess={back('headerLine')}
    >
      {(ids) => (
        <Select
          aria-labelledby={ids.label}
          attributes={{ input: { 'aria-describedby': ids.reason } }}
          data={headerChoices(reading).map((line) =>
            line === null
              ? { value: NO_HEADER, label: 'No header' }
              : { value: String(line), label: `Line ${format.number(line)}` },
          )}
          value={headerLine === null ? NO_HEADER : String(headerLine)}
          disabled={disabled}
          onChange={(line) => line !== null && choose({ headerLine: line === NO_HEADER ? null : Number(line) })}
        />
      )}
    </Guess>
  );
}

interface DataLinesGuessProps extends Guesses {
  readonly trouble: string | null;
  readonly onTrouble: (trouble: string | null) => void;
}

function DataLinesGuess(props: DataLinesGuessProps) {
  const { reading, choices, isPending, disabled, shown, choose, back, trouble, onTrouble } = props;
  const first = shown('firstDataLine', reading.firstDataLine.value);
  // A line beyond the end is answered by the last one there is.
  const last = isPending
    ? Math.min(reading.lastDataLine.value, choices.lastDataLine ?? Infinity)
    : reading.lastDataLine.value;
  return (
    <Guess
      label="Data lines"
      certainty={reading.firstDataLine.certainty}
      reason={dataLinesReason(reading)}
      trouble={trouble}
      onUseGuess={back('firstDataLine', 'lastDataLine')}
    >
      {(ids) => (
        <DataLines
          key={`${first} ${last}`}
          first={first}
          last={last}
          describedBy={ids.reason}
          disabled={disabled}
          troubleWith={(change) => lineTrouble(reading, choices, change)}
          onTrouble={onTrouble}
          onChoose={choose}
        />
      )}
    </Guess>
  );
}

/** Why it begins there; and that something below was left out, where that was guessed. */
function dataLinesReason({ firstDataLine, lastDataLine }: Reading): string {
  if (lastDataLine.certainty !== 'likely') return firstDataLine.reason;
  return `${firstDataLine.reason} Below line ${format.number(lastDataLine.value)} are notes or totals.`;
}

import { Fragment } from 'react';
import { type TextPart, visibleParts } from './text-model.ts';
import classes from './VisibleText.module.css';

/** A line of nothing but marks would be thousands of elements. */
const MOST_PARTS = 400;
const CUT: TextPart = { kind: 'mark', text: '…', meaning: 'more follows than can be shown' };

interface VisibleTextProps {
  readonly text: string;
  /** Left out: the text is one cell. */
  readonly delimiter?: string;
  /** It begins inside a cell with quotation marks. */
  readonly isInCell?: boolean;
}

/** Text with everything invisible made visible, and delimiters set apart. */
export function VisibleText({ text, delimiter = '', isInCell = false }: VisibleTextProps) {
  const parts = visibleParts(text, delimiter, isInCell);
  const shown = parts.length > MOST_PARTS ? [...parts.slice(0, MOST_PARTS), CUT] : parts;
  return shown.map((part, index) =>
    part.kind === 'text' ? (
      // Parts have no id, and a text never changes in place.
      // oxlint-disable-next-line react/no-array-index-key
      <Fragment key={index}>{part.text}</Fragment>
    ) : (
      // oxlint-disable-next-line react/no-array-index-key
      <span key={index} className={classes[part.kind]} title={part.meaning}>
        {part.text}
      </span>
    ),
  );
}

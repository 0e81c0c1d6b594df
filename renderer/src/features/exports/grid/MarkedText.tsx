import { hitParts } from '../view/hits.ts';
import classes from './LeadGrid.module.css';

interface MarkedTextProps {
  readonly text: string;
  /** Folded and not empty. */
  readonly needle: string;
  readonly isCurrent: boolean;
}

/** A text with its hits marked. */
export function MarkedText({ text, needle, isCurrent }: MarkedTextProps) {
  return hitParts(text, needle).map((part, index) =>
    part.isHit ? (
      // The parts of one text have no other name than their place.
      // oxlint-disable-next-line react/no-array-index-key
      <mark key={index} className={classes['hit']} data-current={isCurrent || undefined}>
        {part.text}
      </mark>
    ) : (
      part.text
    ),
  );
}

import { format, rowForms } from '../../lib/format.ts';
import { statusLook } from './status.tsx';
import classes from './Bar.module.css';

/** Fates of rows in the order the bar shows them. */
export const barParts = ['created', 'refused', 'unknown', 'skipped', 'waiting'] as const;
export type BarPart = (typeof barParts)[number];

/** Rows by fate. `excluded` rows are our choice too and stand with the skipped ones. */
export interface BarCounts {
  readonly created: number;
  readonly refused: number;
  readonly unknown: number;
  readonly skipped: number;
  readonly excluded?: number;
  readonly waiting: number;
}

export interface BarProps {
  readonly counts: BarCounts;
  /** Pixels. */
  readonly height?: 6 | 8 | 20;
}

function rowsOf(counts: BarCounts, part: BarPart): number {
  return part === 'skipped' ? counts.skipped + (counts.excluded ?? 0) : counts[part];
}

/** "Created 11,318, refused 214, … of 24,318 rows": the exact numbers behind the bar. */
function barSentence(counts: BarCounts): string {
  const total = barParts.reduce((sum, part) => sum + rowsOf(counts, part), 0);
  if (total === 0) return 'No rows';
  const parts = barParts
    .filter((part) => rowsOf(counts, part) > 0)
    .map((part) => `${statusLook[part].word} ${format.number(rowsOf(counts, part))}`);
  return `${parts.join(', ')}, of ${format.count(total, rowForms)}`;
}

/** All rows of a file in five colours; a part with any row at all stays visible. */
export function Bar({ counts, height = 6 }: BarProps) {
  return (
    <div className={classes['bar']} role="img" aria-label={barSentence(counts)} data-height={height} style={{ height }}>
      {barParts.map((part) => {
        const rows = rowsOf(counts, part);
        return rows === 0 ? null : (
          <div key={part} className={classes['part']} data-part={part} style={{ flexGrow: rows }} />
        );
      })}
    </div>
  );
}

/** A square in the part's colour and pattern, for legends; decoration only. */
export function Swatch({ part }: { readonly part: BarPart }) {
  return <span className={classes['swatch']} data-part={part} aria-hidden />;
}

/** The words for the bar's colours. */
export function BarLegend() {
  return (
    <ul className={classes['legend']} aria-label="Colours of the bars">
      {barParts.map((part) => (
        <li key={part}>
          <Swatch part={part} />
          {statusLook[part].word}
        </li>
      ))}
    </ul>
  );
}

import {
  IconBan,
  IconCircleCheck,
  IconClockOff,
  IconEyeOff,
  IconHelpCircle,
  IconRefresh,
  IconSparkles,
  IconTrash,
  IconUser,
  IconUserStar,
  IconUsers,
  type TablerIcon,
} from '@tabler/icons-react';
import type { ICellRendererParams } from 'ag-grid-community';
import { plainWords, spanWords } from '../../../../../shared/domain/service/leads/column-words.ts';
import {
  leadClosure,
  leadStatus,
  meaningOf,
  valueKind,
} from '../../../../../shared/domain/service/leads/lead-status.ts';
import { shownDirections } from '../../../../../shared/domain/words/visible-marks.ts';
import { helpAddress } from '../../../lib/help.ts';
import { hasHit } from '../view/hits.ts';
import type { GridContext, LeadRow } from './lead-rows.ts';
import classes from './LeadCells.module.css';
import gridClasses from './LeadGrid.module.css';
import { MarkedText } from './MarkedText.tsx';

const ICONS: Readonly<Record<string, TablerIcon>> = {
  New: IconSparkles,
  RedialAutomatic: IconRefresh,
  RedialManualCommon: IconUsers,
  RedialManualPrivate: IconUser,
  VIPRedial: IconUserStar,
  Unresolved: IconHelpCircle,
  UserProcessed: IconCircleCheck,
  Depleted: IconEyeOff,
  Abandoned: IconClockOff,
  Failed: IconBan,
  Expired: IconClockOff,
  Removed: IconTrash,
  Anonymized: IconEyeOff,
  DoNotCall: IconBan,
  GlobalDoNotCall: IconBan,
};

/** The context is missing in a grid where nothing is searched. */
type Params = ICellRendererParams<LeadRow, string, GridContext | undefined>;

/** A status that the specification does not know is shown as it came. */
export function StatusCell({ value, ...params }: Params) {
  const status = leadStatus(value);
  if (status === null) return <PlainCell value={value} {...params} />;
  const Icon = ICONS[status.name];
  return (
    <span className={classes['leadStatus']} data-help={helpAddress('status', status.name)}>
      {Icon !== undefined && <Icon size={15} stroke={1.75} aria-hidden />}
      <Words value={value} label={status.label} params={params} />
    </span>
  );
}

export function ClosureCell({ value, ...params }: Params) {
  const closure = leadClosure(value);
  if (closure === null) return <PlainCell value={value} {...params} />;
  return (
    <span className={classes['closure']} data-closure={closure.name} data-help={helpAddress('closure', closure.name)}>
      <Words value={value} label={closure.label} params={params} />
    </span>
  );
}

/** What a call left behind, and spans of time: the word, with the value as it came behind it. */
function WordCell({ value, path, ...params }: Params & { readonly path: string }) {
  const known = meaningOf(path, value);
  const kind = valueKind(path);
  const words = known?.label ?? spanWords(path, value ?? '');
  if (words === null) return <PlainCell value={value} {...params} />;
  return (
    <span
      title={known === null ? (value ?? undefined) : undefined}
      data-help={known === null || kind === null ? undefined : helpAddress(kind, known.name)}
    >
      <Words value={value} label={words} params={params} />
    </span>
  );
}

interface WordsProps {
  readonly value: string | null | undefined;
  readonly label: string;
  readonly params: Omit<Params, 'value'>;
}

/** The word for a value. A search looks in the value, so the whole word is marked when it is found there. */
function Words({ value, label, params }: WordsProps) {
  if (!hasHit(value ?? '', params.context?.needle ?? '')) return label;
  return (
    <mark className={gridClasses['hit']} data-current={isCurrent(params) || undefined}>
      {label}
    </mark>
  );
}

/** Text with its hits. */
function PlainCell({ value, ...params }: Params) {
  const needle = params.context?.needle ?? '';
  const text = plainWords(value ?? '');
  if (!hasHit(value ?? '', needle)) return text;
  // The found text may stand in the part of a moment that is not shown.
  const marked = hasHit(text, needle) ? text : shownDirections(value ?? '');
  return <MarkedText text={marked} needle={needle} isCurrent={isCurrent(params)} />;
}

function isCurrent({ data, colDef, context }: Omit<Params, 'value'>): boolean {
  const hit = context?.hit ?? null;
  return hit !== null && hit.number === data?.number && String(hit.column) === colDef?.colId;
}

const statusCell = { component: StatusCell };
const closureCell = { component: ClosureCell };
const markedCell = { component: PlainCell };

/** How a column shows its values. Text without a hit is left to the grid: a component in every cell takes its time. */
export function rendererFor(path: string) {
  const kind = valueKind(path);
  if (kind === 'status') return () => statusCell;
  if (kind === 'closure') return () => closureCell;
  const wordCell = { component: WordCell, params: { path } };
  if (kind !== null) return () => wordCell;
  return ({ value, context }: Params) => {
    if (value?.includes('P') === true && spanWords(path, value) !== null) return wordCell;
    return hasHit(value ?? '', context?.needle ?? '') ? markedCell : undefined;
  };
}

import { IconCircleMinus, IconCirclePlus, IconEqual, IconPencil, type TablerIcon } from '@tabler/icons-react';
import { type KeyboardEvent, useRef } from 'react';
import type { Comparison } from '../../../../../shared/contract/exports/compare.ts';
import type { ExportSummary } from '../../../../../shared/contract/exports/exports.ts';
import { format } from '../../../lib/format.ts';
import classes from './Compare.module.css';
import { type CompareView, doubtOf, type Part, resultOf } from './compare-model.ts';
import { capitalized } from '../../../../../shared/domain/words/format.ts';

interface PartsProps {
  readonly comparison: Comparison;
  readonly results: { readonly before: ExportSummary; readonly now: ExportSummary };
  readonly names: { readonly before: string; readonly now: string };
  readonly view: CompareView;
  readonly onShow: (view: CompareView) => void;
}

interface Tile {
  readonly part: Part;
  readonly title: string;
  readonly icon: TablerIcon;
  readonly meaning: string;
  readonly share: string;
  readonly count: number;
}

/** New, changed, gone and same: one choice, moved by the arrows. */
export function Parts({ comparison, results, names, view, onShow }: PartsProps) {
  const group = useRef<HTMLDivElement>(null);
  const tiles = tilesOf(comparison, results, names);

  function move(event: KeyboardEvent, index: number): void {
    const step = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    const next = tiles[(index + step + tiles.length) % tiles.length];
    if (step === 0 || next === undefined) return;
    event.preventDefault();
    onShow({ part: next.part, field: null, changes: [] });
    group.current?.querySelector<HTMLElement>(`[data-part="${next.part}"]`)?.focus();
  }

  return (
    <div className={classes['parts']} role="radiogroup" aria-label="Parts" ref={group}>
      {tiles.map(({ part, title, icon: Icon, meaning, share, count }, index) => (
        <button
          key={part}
          type="button"
          role="radio"
          className={classes['part']}
          data-part={part}
          aria-checked={view.part === part}
          tabIndex={view.part === part || (view.part === 'apart' && index === 0) ? 0 : -1}
          onKeyDown={(event) => move(event, index)}
          onClick={() => onShow({ part, field: null, changes: [] })}
        >
          <span className={classes['partTitle']}>
            <Icon size={15} stroke={1.75} aria-hidden /> {title}
          </span>
          <span className={`${classes['partFigures'] ?? ''} tabular`}>
            <strong className={classes['partCount']}>{format.number(count)}</strong>
            <span>{share}</span>
          </span>
          <span className="breaks">{meaning}</span>
        </button>
      ))}
    </div>
  );
}

/** Where a share of "before" would read oddly. */
const SHORT: Readonly<Record<string, string>> = { before: 'the earlier', now: 'the later' };

/** "0 % of 19:15" does not read as a share of a result: the place of the result replaces a time or a date. */
function inWords(name: string, side: 'before' | 'now'): string {
  return /\d/.test(name) ? side : name;
}

function tilesOf(
  { new: added, changed, gone, same, rows }: Comparison,
  { before, now }: PartsProps['results'],
  given: PartsProps['names'],
): Tile[] {
  const names = { before: inWords(given.before, 'before'), now: inWords(given.now, 'now') };
  const share = (part: number, side: 'before' | 'now') =>
    `${format.percent(part, rows[side])} of ${SHORT[names[side]] ?? names[side]}`;
  const doubt = doubtOf({ before, now });
  const only = (name: string) => `only in ${resultOf(name)}`;
  const perhaps = (part: string, partial: string) => `they may not be ${part}: ${resultOf(partial)} is partial`;
  return [
    {
      part: 'new',
      title: doubt.new ? capitalized(only(names.now)) : 'New',
      icon: IconCirclePlus,
      count: added,
      share: share(added, 'now'),
      meaning: doubt.new ? perhaps('new', names.before) : only(names.now),
    },
    {
      part: 'changed',
      title: 'Changed',
      icon: IconPencil,
      count: changed,
      share: share(changed, 'before'),
      meaning: 'at least one field differs',
    },
    {
      part: 'gone',
      title: doubt.gone ? capitalized(only(names.before)) : 'Gone',
      icon: IconCircleMinus,
      count: gone,
      share: share(gone, 'before'),
      meaning: doubt.gone ? perhaps('gone', names.now) : `not in ${resultOf(names.now)}`,
    },
    {
      part: 'same',
      title: 'Same',
      icon: IconEqual,
      count: same,
      share: share(same, 'before'),
      meaning: 'every field equal',
    },
  ];
}

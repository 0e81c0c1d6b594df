import { IconArrowsDiff, IconPencil, IconTrash } from '@tabler/icons-react';
import { exportEnd } from '../../../../../shared/contract/exports/answered.ts';
import type { ExportSummary } from '../../../../../shared/contract/exports/exports.ts';
import { comparePlace } from '../../../lib/compare-place.ts';
import { format } from '../../../lib/format.ts';
import { placeHref } from '../../../lib/navigation.ts';
import { queryWords, SOURCE_WORDS } from '../../../lib/query-words.ts';
import { MenuEntry, MoreMenu } from '../../../ui/index.ts';
import side from '../view/SideList.module.css';
import classes from './PastResults.module.css';

interface PastResultProps {
  readonly result: ExportSummary;
  readonly isOpen: boolean;
  /** Why it is on the screen, in words; undefined: it is the page itself. */
  readonly mark: string | undefined;
  /** Whether it can be compared with another. */
  readonly hasOthers: boolean;
  /** When it was fetched, in words. */
  readonly when: string;
  readonly onChosen: (() => void) | undefined;
  readonly onRename: () => void;
  readonly onDelete: () => void;
}

export function PastResult(props: PastResultProps) {
  const { result, isOpen, mark, hasOthers, when, onChosen, onRename, onDelete } = props;
  const query = queryWords(result.query);
  const state = END_WORDS[exportEnd(result)];
  return (
    <li className={classes['item']} data-open={isOpen || undefined}>
      <a
        href={placeHref('export', result.id)}
        aria-current={isOpen && mark === undefined ? 'page' : undefined}
        title={`${result.name}\n${format.bytes(result.storedBytes)}\n${result.request}`}
        onClick={onChosen}
      >
        <span className={side['name']} dir="auto">
          {result.name}
        </span>
        <span className={`${classes['facts'] ?? ''} tabular`}>
          <span>{when}</span>
          <span>{format.number(result.rows)}</span>
        </span>
        {query !== SOURCE_WORDS.simple && <span className={classes['query']}>{query}</span>}
        {state !== '' && <span className={classes['state']}>{state}</span>}
        {mark !== undefined && <span className={classes['mark']}>{mark}</span>}
      </a>
      <span className={side['menu']}>
        <MoreMenu isSmall label={`More about the result ${result.name} of ${when}`}>
          {hasOthers && result.state !== 'running' && result.rows > 0 && (
            <MenuEntry
              icon={IconArrowsDiff}
              label="Compare"
              href={placeHref('export', comparePlace(result.id, null))}
              onClick={onChosen}
            />
          )}
          <MenuEntry icon={IconPencil} label="Rename…" onClick={onRename} />
          <MenuEntry icon={IconTrash} label="Delete…" onClick={onDelete} />
        </MoreMenu>
      </span>
    </li>
  );
}

const END_WORDS = {
  running: 'receiving',
  complete: '',
  moreThanAsked: 'more than asked',
  filtered: 'filtered here',
  partial: 'partial',
  failed: 'failed',
  cancelled: 'cancelled',
} as const;

import { IconFileOff } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import type { TextLine } from '../../../../../shared/contract/imports/file-text.ts';
import type { Draft } from '../../../../../shared/contract/imports/imports.ts';
import type { Reading } from '../../../../../shared/contract/imports/reading.ts';
import { format } from '../../../lib/format.ts';
import { splitSentences } from '../../../lib/sentences.ts';
import { EmptyState, FailureNote, Skeleton, SmallButton } from '../../../ui/index.ts';
import type { ShownPlace } from './preview-place.ts';
import classes from './TextView.module.css';
import { FIRST_LINES, lineRole, ROLE_WORDS } from './text-model.ts';
import { useTextLines } from './use-text-lines.ts';
import { VisibleText } from './VisibleText.tsx';

interface TextViewProps {
  readonly draft: Draft;
  /** Row to bring into view; null: none asked for. */
  readonly place: ShownPlace | null;
}

/** The file's own lines, with everything that cannot be seen made visible. Give it a key of the reading. */
export function TextView({ draft, place }: TextViewProps) {
  const { loaded, failure, isLoading, loadMore } = useTextLines(draft.id, place);
  const list = useRef<HTMLOListElement>(null);

  const wanted = place?.line ?? null;
  const first = loaded?.lines.find((line) => line.row === wanted);
  useEffect(() => {
    if (first === undefined) return;
    const element = list.current?.querySelector<HTMLElement>(`[data-line="${first.line}"]`);
    element?.scrollIntoView({ block: 'center' });
    element?.focus({ preventScroll: true });
  }, [first, place]);

  if (failure !== null && loaded === null) {
    const { first: title, rest } = splitSentences(failure.details.message);
    return (
      <EmptyState icon={IconFileOff} title={title}>
        {rest}
      </EmptyState>
    );
  }
  if (loaded === null) return <Skeleton lines={6} label="The text is loading" />;
  const { reading } = draft;
  const usual = usualEnd(loaded.lines);
  const hasOtherRows = loaded.lines.some((line) => line.row !== null && line.row !== line.line);
  return (
    // Without a focus of its own, the text could not be scrolled with the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes['scroll']} role="group" aria-label="Lines of the file" tabIndex={0}>
      <ol ref={list} className={classes['lines']} data-rows={hasOtherRows || undefined}>
        {loaded.lines.map((line, index) => (
          <Line
            key={`${line.line} ${index}`}
            line={line}
            above={loaded.lines[index - 1] ?? null}
            reading={reading}
            hasRows={hasOtherRows}
            isUsualEnd={line.end === usual}
            isChosen={wanted !== null && line.row === wanted}
          />
        ))}
      </ol>
      <div className={classes['foot']}>
        <FailureNote failure={failure} />
        {loaded.next === null ? (
          <span className="text2">End of the file</span>
        ) : (
          <SmallButton disabled={isLoading} onClick={loadMore}>
            Show more lines
          </SmallButton>
        )}
      </div>
    </div>
  );
}

interface LineProps {
  readonly line: TextLine;
  /** Null: it is the first one. */
  readonly above: TextLine | null;
  readonly reading: Reading;
  /** Rows and lines are numbered differently in this file: rows get their own column. */
  readonly hasRows: boolean;
  readonly isUsualEnd: boolean;
  readonly isChosen: boolean;
}

function Line({ line, above, reading, hasRows, isUsualEnd, isChosen }: LineProps) {
  const isSameRow = line.row !== null && above?.row === line.row;
  const role = lineRole(line, reading);
  return (
    <li
      className={classes['line']}
      data-line={line.line}
      data-role={role}
      data-chosen={isChosen || undefined}
      tabIndex={-1}
    >
      <span className={classes['number']}>{line.isContinued ? '' : format.number(line.line)}</span>
      {hasRows && (
        <span className={classes['row']}>{line.row === null || isSameRow ? '' : `row ${format.number(line.row)}`}</span>
      )}
      <span className={classes['role']}>{isSameRow ? '' : ROLE_WORDS[role]}</span>
      <code className={classes['text']} dir="ltr">
        <VisibleText text={line.text} delimiter={reading.delimiter.value} isInCell={isSameRow} />
        <LineEnd line={line} isUsual={isUsualEnd} />
      </code>
    </li>
  );
}

/** How most of the first lines end. */
function usualEnd(lines: readonly TextLine[]): TextLine['end'] {
  const counts = { LF: 0, CRLF: 0, CR: 0, none: 0, open: 0 };
  for (const { end } of lines.slice(0, FIRST_LINES)) counts[end] += 1;
  return counts.CRLF > Math.max(counts.LF, counts.CR) ? 'CRLF' : counts.CR > counts.LF ? 'CR' : 'LF';
}

/** How the line ends, where that is not how lines of this file end. */
function LineEnd({ line, isUsual }: { readonly line: TextLine; readonly isUsual: boolean }) {
  return (
    <>
      {line.hidden > 0 && (
        <span className={classes['rest']}>
          … and {format.count(line.hidden, { one: '# more character', other: '# more characters' })}
        </span>
      )}
      {line.end === 'open' && <span className={classes['rest']}>the line goes on</span>}
      {line.end !== 'open' && line.end !== 'none' && !isUsual && (
        <span className={classes['end']} title={END_WORDS[line.end]}>
          {line.end}
        </span>
      )}
    </>
  );
}

const END_WORDS = {
  LF: 'the line ends with a line feed',
  CRLF: 'the line ends with carriage return and line feed',
  CR: 'the line ends with a carriage return alone',
} as const;

import { Button } from '@mantine/core';
import { IconFileOff } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';
import type { Draft } from '../../../../../shared/contract/imports/imports.ts';
import type { TextCursor, TextLine } from '../../../../../shared/contract/imports/file-text.ts';
import { PAGE_LIMIT } from '../../../../../shared/contract/primitives.ts';
import { call, CallError } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { splitSentences } from '../../../lib/sentences.ts';
import { EmptyState, FailureNote, Skeleton } from '../../../ui/index.ts';
import type { ShownPlace } from './preview-place.ts';
import classes from './TextView.module.css';
import { lineRole, ROLE_WORDS, SEARCHED_LINES } from './text-model.ts';
import { VisibleText } from './VisibleText.tsx';

const FIRST_LINES = 100;

interface TextViewProps {
  readonly draft: Draft;
  /** Row to bring into view; null: none asked for. */
  readonly place: ShownPlace | null;
}

interface Loaded {
  readonly lines: readonly TextLine[];
  readonly next: TextCursor | null;
}

/** The file's own lines, with everything that cannot be seen made visible. Give it a key of the reading. */
export function TextView({ draft, place }: TextViewProps) {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  const [failure, setFailure] = useState<CallError | null>(null);
  const [isLoading, setIsLoading] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  const { id } = draft;

  async function load(known: Loaded | null, limit: number): Promise<Loaded | null> {
    const from = known?.next ?? undefined;
    const page = await call('import:text', { draftId: id, limit, ...(from === undefined ? {} : { from }) });
    return { lines: [...(known?.lines ?? []), ...page.lines], next: page.next };
  }

  /** Runs one loading at a time; what it fails with is shown. */
  async function guarded(work: () => Promise<Loaded | null>): Promise<void> {
    setIsLoading(true);
    setFailure(null);
    try {
      setLoaded(await work());
    } catch (error) {
      if (!(error instanceof CallError)) throw error;
      setFailure(error);
    } finally {
      setIsLoading(false);
    }
  }

  const wanted = place?.line ?? null;
  useEffect(() => {
    let isOver = false;
    async function untilWanted(): Promise<Loaded | null> {
      let known = loaded ?? (await load(null, FIRST_LINES));
      while (!isOver && wanted !== null && known !== null && known.next !== null && !reaches(known, wanted))
        known = await load(known, PAGE_LIMIT);
      return known;
    }
    void guarded(untilWanted);
    return () => {
      isOver = true;
    };
    // A new place asks; what was loaded before is where it goes on from.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [wanted, place]);

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
  if (loaded === null) return <Skeleton lines={6} label="The text is being read" />;
  const { reading } = draft;
  const usual = usualEnd(loaded.lines);
  const hasOtherRows = loaded.lines.some((line) => line.row !== null && line.row !== line.line);
  return (
    // Keyboards must be able to scroll what has nothing else to focus.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <div className={classes['scroll']} role="group" aria-label="Lines of the file" tabIndex={0}>
      <ol ref={list} className={classes['lines']} data-rows={hasOtherRows || undefined}>
        {loaded.lines.map((line, index) => {
          const above = loaded.lines[index - 1];
          const isSameRow = line.row !== null && above?.row === line.row;
          const role = lineRole(line, reading);
          return (
            <li
              key={`${line.line} ${index}`}
              className={classes['line']}
              data-line={line.line}
              data-role={role}
              data-chosen={(wanted !== null && line.row === wanted) || undefined}
              tabIndex={-1}
            >
              <span className={classes['number']}>{line.isContinued ? '' : format.number(line.line)}</span>
              {hasOtherRows && (
                <span className={classes['row']}>
                  {line.row === null || isSameRow ? '' : `row ${format.number(line.row)}`}
                </span>
              )}
              <span className={classes['role']}>{isSameRow ? '' : ROLE_WORDS[role]}</span>
              <code className={classes['text']} dir="ltr">
                <VisibleText text={line.text} delimiter={reading.delimiter.value} isInCell={isSameRow} />
                <LineEnd line={line} isUsual={line.end === usual} />
              </code>
            </li>
          );
        })}
      </ol>
      <div className={classes['foot']}>
        {failure !== null && <FailureNote failure={failure} />}
        {loaded.next === null ? (
          <span className="text2">End of the file</span>
        ) : (
          <Button
            size="xs"
            variant="default"
            disabled={isLoading}
            onClick={() => void guarded(() => load(loaded, PAGE_LIMIT))}
          >
            Show more lines
          </Button>
        )}
      </div>
    </div>
  );
}

function reaches({ lines }: Loaded, row: number): boolean {
  const last = lines.at(-1);
  // Rows that are not known cannot be found, and a very long way is not gone by itself.
  return last === undefined || last.row === null || last.row > row || lines.length > SEARCHED_LINES;
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

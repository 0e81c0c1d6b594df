import { IconAlertTriangle, IconCheck, IconInfoCircle } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { Draft } from '../../../../../shared/contract/imports/imports.ts';
import type { Problem, ReadingChoices } from '../../../../../shared/contract/imports/reading.ts';
import { format } from '../../../lib/format.ts';
import { StatusTitle } from '../../../ui/index.ts';
import classes from './FileStep.module.css';
import type { ShownPlace } from './preview-place.ts';
import { lookedFor, remedyFor, spacesAreRemoved, titleBesideCount } from './reading-model.ts';
import { hasLines, hasNoLine, shownIn } from './text-model.ts';
import { VisibleText } from './VisibleText.tsx';

interface NoticedPanelProps {
  readonly draft: Draft;
  readonly choices: ReadingChoices;
  /** The file cannot be read again. */
  readonly disabled: boolean;
  readonly onShow: (problem: Problem, place: ShownPlace) => void;
  readonly onChange: (change: ReadingChoices) => void;
  readonly onKeepSpaces: () => void;
}

/** Everything unusual in the file with its count, and what was checked and not found. Everything left out is listed. */
export function NoticedPanel({ draft, choices, disabled, onShow, onChange, onKeepSpaces }: NoticedPanelProps) {
  const { problems } = draft.reading;
  const isTrimmed = spacesAreRemoved(draft.choices);
  // Removed spaces cannot be found any more.
  const checkedFor = draft.reading.checkedFor.filter((kind) => !isTrimmed || kind !== 'onlySpaces');
  return (
    <>
      <div className={classes['panelHead']}>
        <h2 className={classes['title']}>What we noticed</h2>
        {problems.length === 0 ? (
          <StatusTitle status="ok">nothing</StatusTitle>
        ) : (
          <StatusTitle status="warning">{format.number(problems.length)}</StatusTitle>
        )}
      </div>
      <ul aria-label="Noticed in the file">
        {problems.map((problem) => (
          <ProblemItem
            key={`${problem.kind} ${problem.title}`}
            problem={problem}
            hasText={hasLines(draft.reading)}
            remedy={disabled ? null : remedyFor(problem, draft.reading)}
            onShow={(place) => onShow(problem, place)}
            onChange={onChange}
          />
        ))}
        {isTrimmed && (
          <li className={classes['problem']}>
            <IconInfoCircle size={16} stroke={1.75} aria-hidden />
            <span className="strong">Spaces around cells</span>
            <p className={classes['problemText']}>
              Removed when the file was read, as you chose. A cell with only spaces is empty.
            </p>
            {!disabled && (
              <div className={classes['problemActions']}>
                <button
                  type="button"
                  className={classes['lineButton']}
                  disabled={!spacesAreRemoved(choices)}
                  onClick={onKeepSpaces}
                >
                  Keep the spaces
                </button>
              </div>
            )}
          </li>
        )}
      </ul>
      {checkedFor.length > 0 && <NotFound looked={lookedFor(checkedFor)} />}
      <p className={classes['panelFoot']}>
        <span className={`${classes['panelFile'] ?? ''} truncate`} title={draft.fileName}>
          {draft.fileName}
        </span>
        {format.bytes(draft.fileSize)}, saved {format.date(draft.fileModifiedAt)} {format.time(draft.fileModifiedAt)}.
        Read in {format.duration(draft.readMilliseconds)} and kept unchanged.
      </p>
    </>
  );
}

/** Lines of what was looked for, until a person wants all: they say that nothing is wrong, and nobody reads twenty. */
const SHOWN = 8;

function NotFound({ looked }: { readonly looked: readonly string[] }) {
  const [isWhole, setIsWhole] = useState(false);
  const listId = useId();
  return (
    <section className={classes['checked']}>
      <h3>Checked, not found</h3>
      <ul id={listId}>
        {looked.slice(0, isWhole ? looked.length : SHOWN).map((words) => (
          <li key={words}>
            <IconCheck size={14} aria-hidden />
            {words}
          </li>
        ))}
      </ul>
      {looked.length > SHOWN && (
        <button
          type="button"
          className={classes['lineButton']}
          aria-expanded={isWhole}
          aria-controls={listId}
          onClick={() => setIsWhole(!isWhole)}
        >
          {isWhole ? 'Show fewer' : `Show all ${format.number(looked.length)}`}
        </button>
      )}
    </section>
  );
}

interface ProblemItemProps {
  readonly problem: Problem;
  readonly hasText: boolean;
  readonly remedy: ReturnType<typeof remedyFor>;
  readonly onShow: (place: ShownPlace) => void;
  readonly onChange: (change: ReadingChoices) => void;
}

function ProblemItem({ problem, hasText, remedy, onShow, onChange }: ProblemItemProps) {
  const [open, setOpen] = useState(false);
  const listId = useId();
  const { examples } = problem;
  const first = examples[0];
  const canShow = first !== undefined && shownIn(problem.kind, first.line, hasText) !== null;
  // One line that can be shown needs no list.
  const isListed = problem.count > 1 || !canShow;
  return (
    <li className={classes['problem']} data-kind={problem.kind}>
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
      <span className="strong">{titleBesideCount(problem.title)}</span>
      <strong className="tabular">{format.number(problem.count)}</strong>
      <p className={classes['problemText']}>
        {problem.message}
        {problem.kind === 'onlySpaces' && ' Nothing is sent for them; the result file keeps them as they are.'}
      </p>
      {(first !== undefined || remedy !== null) && (
        <div className={classes['problemActions']}>
          {first !== undefined && problem.kind !== 'macros' && (
            <button
              type="button"
              className={classes['lineButton']}
              aria-expanded={isListed ? open : undefined}
              aria-controls={isListed ? listId : undefined}
              onClick={() => {
                setOpen(!open && isListed);
                if (!open && canShow) onShow(first);
              }}
            >
              {open ? 'Hide' : 'Show'} {lineWord(problem)}
            </button>
          )}
          {remedy !== null && (
            <button type="button" className={classes['lineButton']} onClick={() => onChange(remedy.change)}>
              {remedy.label}
            </button>
          )}
        </div>
      )}
      {open && (
        <ul id={listId} className={classes['examples']}>
          {examples.map((example, index) => (
            // The same line may be named for several cells.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>
              <ExampleLine problem={problem} line={example.line} hasText={hasText} onShow={() => onShow(example)} />
              <span title={example.text}>
                {example.column === '' ? '' : `${example.column}: `}
                <VisibleText text={example.text} />
              </span>
            </li>
          ))}
          {examples.length < problem.count && (
            <li className="text2">and {format.number(problem.count - examples.length)} more</li>
          )}
        </ul>
      )}
    </li>
  );
}

function lineWord({ kind, count }: Problem): string {
  if (hasNoLine(kind)) return count === 1 ? 'name' : 'names';
  return count === 1 ? 'line' : 'lines';
}

interface ExampleLineProps {
  readonly problem: Problem;
  readonly line: number;
  readonly hasText: boolean;
  readonly onShow: () => void;
}

/** A line of the file: a way to it where the preview can show it. */
function ExampleLine({ problem, line, hasText, onShow }: ExampleLineProps) {
  if (hasNoLine(problem.kind)) return null;
  const words = `line ${format.number(line)}`;
  if (shownIn(problem.kind, line, hasText) === null) return <strong>{words}</strong>;
  return (
    <button
      type="button"
      className={classes['lineButton']}
      onClick={onShow}
      aria-label={`Show ${words} in the preview`}
    >
      {words}
    </button>
  );
}

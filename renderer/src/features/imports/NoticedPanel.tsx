import { IconAlertTriangle, IconCheck } from '@tabler/icons-react';
import { useId, useState } from 'react';
import type { Draft } from '../../../../shared/contract/imports.ts';
import type { Problem } from '../../../../shared/contract/reading.ts';
import { format } from '../../lib/format.ts';
import { StatusWord } from '../../ui/index.ts';
import classes from './FileStep.module.css';
import { lookedFor } from './reading-model.ts';

interface NoticedPanelProps {
  readonly draft: Draft;
  readonly onShowLine: (line: number) => void;
}

/** Everything unusual in the file, counted, and what was looked for in vain. Nothing is dropped in silence. */
export function NoticedPanel({ draft, onShowLine }: NoticedPanelProps) {
  const { problems, checkedFor } = draft.reading;
  return (
    <>
      <div className={classes['panelHead']}>
        <h2 className={classes['title']}>What we noticed</h2>
        {problems.length === 0 ? (
          <StatusWord status="ok">nothing</StatusWord>
        ) : (
          <StatusWord status="warning">{format.number(problems.length)}</StatusWord>
        )}
      </div>
      <ul className={classes['problems']} aria-label="Noticed in the file">
        {problems.map((problem) => (
          <ProblemItem key={`${problem.kind} ${problem.title}`} problem={problem} onShowLine={onShowLine} />
        ))}
      </ul>
      {checkedFor.length > 0 && (
        <section className={classes['checked']}>
          <h3>Looked for and not found</h3>
          <ul>
            {lookedFor(checkedFor).map((words) => (
              <li key={words}>
                <IconCheck size={14} aria-hidden />
                {words}
              </li>
            ))}
          </ul>
        </section>
      )}
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

function ProblemItem({
  problem,
  onShowLine,
}: {
  readonly problem: Problem;
  readonly onShowLine: (line: number) => void;
}) {
  const [open, setOpen] = useState(false);
  const listId = useId();
  const { examples } = problem;
  const shown = examples.length < problem.count ? `, first ${examples.length}` : '';
  return (
    <li className={classes['problem']}>
      <IconAlertTriangle size={16} stroke={1.75} aria-hidden />
      <span className={classes['problemTitle']}>{problem.title}</span>
      <strong className="tabular">{format.number(problem.count)}</strong>
      <p className={classes['problemText']}>{problem.message}</p>
      {examples.length > 0 && (
        <div className={classes['problemActions']}>
          <button
            type="button"
            className={classes['lineButton']}
            aria-expanded={open}
            aria-controls={listId}
            onClick={() => setOpen(!open)}
          >
            {open ? 'Hide lines' : `Show lines${shown}`}
          </button>
        </div>
      )}
      {open && (
        <ul id={listId} className={classes['examples']}>
          {examples.map((example, index) => (
            // The same line may be named for several cells.
            // oxlint-disable-next-line react/no-array-index-key
            <li key={index}>
              <button
                type="button"
                className={classes['lineButton']}
                onClick={() => onShowLine(example.line)}
                aria-label={`Show line ${example.line} in the preview`}
              >
                line {format.number(example.line)}
              </button>
              <span title={example.text}>
                {example.column === '' ? '' : `${example.column}: `}
                {example.text}
              </span>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}

import { useState } from 'react';
import type { KeptQuestion } from '../../../../../shared/contract/exports/kept-views.ts';
import { format } from '../../../lib/format.ts';
import { Skeleton } from '../../../ui/index.ts';
import type { ViewColumn } from '../view/page-view.ts';
import type { ViewArgs } from '../view/view-args.ts';
import { measureTitle, QuestionBar } from './QuestionBar.tsx';
import { askedQuestion } from './question-model.ts';
import { questionPicture } from './question-picture.ts';
import { answerFile, answerTable } from './question-table.ts';
import { type Picked, QuestionTable } from './QuestionTable.tsx';
import { type AnswerState, useAnswer } from './use-answer.ts';
import { SaveAnswer } from './SaveAnswer.tsx';
import classes from './Questions.module.css';

interface QuestionPanelProps {
  readonly question: KeptQuestion;
  /** Rows that are counted: the view without what was picked here. */
  readonly args: ViewArgs;
  /** Another value: rows are others than before. */
  readonly edition: string;
  readonly columns: readonly ViewColumn[];
  /** Name of the result. */
  readonly name: string;
  readonly picked: Picked | null;
  readonly onPick: (picked: Picked | null) => void;
  readonly onChange: (question: KeptQuestion | null) => void;
}

/** Groups up to this number open by themselves. */
const OPEN_GROUPS = 6;

/** The leads counted by the values of columns. Asks nothing of the service. */
export function QuestionPanel({
  question,
  args,
  edition,
  columns,
  name,
  picked,
  onPick,
  onChange,
}: QuestionPanelProps) {
  const [hasBars, setHasBars] = useState(true);
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set());
  const asked = askedQuestion(question, columns);
  const counted = useAnswer(args, asked, edition);
  const { answer } = counted;
  const change = (next: KeptQuestion | null) => {
    setTurned(new Set());
    onPick(null);
    onChange(next);
  };
  const titleOf = (path: string) => columns.find((column) => column.path === path)?.title ?? path;
  const groups = question.groups.map(({ path }) => titleOf(path));
  const measure = question.measure === null ? null : measureTitle(question.measure, columns);
  const opensFirst = (answer?.groups.length ?? 0) <= OPEN_GROUPS;
  const isOpen = (key: string) => opensFirst !== turned.has(key);
  // While another question is counted the answer of the last one stands.
  const shown = answer === null || counted.question === null ? null : { answer, asked: counted.question };
  const table = shown === null ? null : answerTable(shown.answer, { asked: shown.asked, columns }, isOpen);
  const title = `${groups.join(', ')}${question.across === null ? '' : ` by ${titleOf(question.across.path)}`}`;

  return (
    <section className={classes['panel']} aria-label="Count" data-pane tabIndex={-1}>
      <QuestionBar
        question={question}
        columns={columns}
        hasBars={hasBars}
        onChange={change}
        onBars={setHasBars}
        onClose={() => change(null)}
      />
      {asked === null && <p className={classes['foot']}>This result has no column {groups[0]}. Group by another.</p>}
      {counted.trouble !== '' && <p className={classes['foot']}>{counted.trouble}</p>}
      {asked !== null && table === null && counted.trouble === '' && (
        <Skeleton lines={4} label="The leads are being counted" />
      )}
      {table !== null && shown !== null && (
        <>
          <div className={classes['scroll']} aria-busy={counted.isCounting}>
            <QuestionTable
              table={table}
              heads={{ groups: groups.join(', '), measure }}
              hasBars={hasBars}
              picked={picked}
              isOpen={isOpen}
              onToggle={(key) =>
                setTurned((former) => {
                  const next = new Set(former);
                  if (!next.delete(key)) next.add(key);
                  return next;
                })
              }
              onPick={onPick}
            />
          </div>
          <div className={classes['foot']}>
            <span role="status">{countedWords(counted)}</span>
            <span className={classes['end']}>
              <SaveAnswer
                fileName={`${name}, ${title}`}
                table={() => answerFile(shown.answer, { asked: shown.asked, columns }, { groups, measure })}
                picture={() => questionPicture(table, title)}
              />
            </span>
          </div>
        </>
      )}
    </section>
  );
}

function countedWords({ isCounting, milliseconds }: AnswerState): string {
  if (isCounting) return 'Counting…';
  const time = milliseconds < 1000 ? 'under a second' : `${format.number(Math.round(milliseconds / 1000))} s`;
  return `Counted on this computer in ${time}, no request.`;
}

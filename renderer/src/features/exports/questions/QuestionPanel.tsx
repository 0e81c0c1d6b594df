import { useState } from 'react';
import type { KeptQuestion } from '../../../../../shared/contract/exports/kept-views.ts';
import type { Question } from '../../../../../shared/contract/exports/questions.ts';
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
  /** Changes when the rows change. */
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
  const opensFirst = (answer?.groups.length ?? 0) <= OPEN_GROUPS;
  const isOpen = (key: string) => opensFirst !== turned.has(key);
  // While another question is counted the answer of the last one stands, with its own heads.
  const shown = answer === null || counted.question === null ? null : { answer, asked: counted.question };
  const table = shown === null ? null : answerTable(shown.answer, { asked: shown.asked, columns }, isOpen);
  const heads = headsOf(shown?.asked ?? null, columns);

  return (
    <section className={classes['panel']} aria-label="Count" data-pane tabIndex={-1}>
      <QuestionBar
        question={question}
        columns={columns}
        hasBars={hasBars}
        onChange={change}
        onBars={setHasBars}
        onClose={() => change(null)}
      >
        {shown !== null && table !== null && (
          <>
            <span role="status" className={classes['said']}>
              {countedWords(counted)}
            </span>
            <SaveAnswer
              fileName={`${name}, ${heads.title}`}
              table={() => answerFile(shown.answer, { asked: shown.asked, columns }, heads)}
              picture={() => questionPicture(table, heads.title)}
            />
          </>
        )}
      </QuestionBar>
      {asked === null && (
        <p className={classes['note']}>This result has no column {question.groups[0]?.path}. Group by another.</p>
      )}
      {counted.trouble !== '' && <p className={classes['note']}>{counted.trouble}</p>}
      {asked !== null && table === null && counted.trouble === '' && (
        <Skeleton lines={4} label="The leads are being counted" />
      )}
      {table !== null && shown !== null && (
        <div className={classes['scroll']} aria-busy={counted.isCounting}>
          <QuestionTable
            table={table}
            heads={{ groups: heads.groups.join(', '), measure: heads.measure }}
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
      )}
    </section>
  );
}

function headsOf(asked: Question | null, columns: readonly ViewColumn[]) {
  const titleOf = (index: number) => columns.find((column) => column.index === index)?.title ?? `Column ${index + 1}`;
  const groups = (asked?.groups ?? []).map(({ column }) => titleOf(column));
  const across = asked?.across == null ? '' : ` by ${titleOf(asked.across.column)}`;
  const measure = asked?.measure == null ? null : measureTitle(asked.measure, titleOf(asked.measure.column));
  return { groups, measure, title: `${groups.join(', ')}${across}` };
}

function countedWords({ isCounting, milliseconds }: AnswerState): string {
  if (isCounting) return 'Counting…';
  const time = milliseconds < 1000 ? 'under a second' : `${format.number(Math.round(milliseconds / 1000))} s`;
  return `Counted in ${time}, no request`;
}

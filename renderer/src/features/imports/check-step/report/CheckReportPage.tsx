import { Checkbox } from '@mantine/core';
import { useState } from 'react';
import type { Draft } from '../../../../../../shared/contract/imports/imports.ts';
import { startRefetch, useChannel } from '../../../../bridge/index.ts';
import { format, rowForms } from '../../../../lib/format.ts';
import { placeHref } from '../../../../lib/navigation.ts';
import { paperClasses, PaperPage } from '../../../../lib/paper/index.ts';
import { TableHead } from '../../../../ui/index.ts';
import { fateWords, groupsOf } from '../model/check-model.ts';
import { exampleWords, leftOutTitle, phoneWords, type ReportFacts, reportText, sumWords } from './report-model.ts';

/** Steps of a person that the report lists; nobody reads more on paper. */
const STEPS = 200;

/** What the check found and what was decided, to print before anything is sent. */
export function CheckReportPage({ draft }: { readonly draft: Draft }) {
  const { data: summary, error, refetch } = useChannel('check:run', { draftId: draft.id }, { staleTime: 0 });
  const history = useChannel('check:history', { draftId: draft.id, offset: 0, limit: STEPS }, { staleTime: 0 });
  const [hasExamples, setHasExamples] = useState(true);
  const [now] = useState(() => Date.now());
  const decided = history.data?.steps.filter(({ stands }) => stands).toReversed() ?? [];
  const facts = summary === undefined || history.data === undefined ? null : { draft, summary, decided, hasExamples };
  return (
    <PaperPage
      title="Check report"
      parent={{ name: draft.fileName, href: placeHref('import', draft.id, 'check') }}
      failure={error ?? history.error}
      onRetry={() => {
        startRefetch(refetch);
        startRefetch(history.refetch);
      }}
      written={
        facts === null
          ? null
          : {
              content: <Report facts={facts} />,
              foot: (
                <>
                  <span>
                    Written {format.date(now)}, {format.time(now)} by Lead Console. Nothing was sent.
                  </span>
                  <span>{hasExamples ? 'Examples are values of the file.' : 'No value of the file on this page.'}</span>
                </>
              ),
              text: reportText(facts),
            }
      }
      side={{
        above: (
          <fieldset className={paperClasses['choices']}>
            <legend>On the page</legend>
            <Checkbox
              label="Values of the file as examples"
              checked={hasExamples}
              onChange={(event) => setHasExamples(event.currentTarget.checked)}
            />
          </fieldset>
        ),
        below: (
          <p className="text2">
            The page says what was found in the rows as they are now. A change under Check is on it when it is opened
            again.
          </p>
        ),
      }}
    />
  );
}

function Report({ facts }: { readonly facts: ReportFacts }) {
  const { draft, summary, decided, hasExamples } = facts;
  const goOn = summary.rows - summary.standing.leftOut;
  return (
    <>
      <header className={paperClasses['head']}>
        <div>
          <h2>Check of {draft.fileName}</h2>
          <p>Before sending</p>
        </div>
        <p className={paperClasses['number']}>
          <strong>{format.count(goOn, { one: '# row goes on', other: '# rows go on' })}</strong>
          <br />
          {format.number(summary.rowsWithProblem)} with problems
        </p>
      </header>
      <dl className={paperClasses['facts']}>
        <dt>File</dt>
        <dd>
          {draft.fileName}, {format.bytes(draft.fileSize)}
        </dd>
        <dt>Campaign</dt>
        <dd>{draft.plan.campaignCode === '' ? 'not chosen yet' : draft.plan.campaignCode}</dd>
        <dt>Changed</dt>
        <dd>
          {format.count(summary.editedCells, { one: '# cell', other: '# cells' })} in{' '}
          {format.count(summary.editedRows, rowForms)}
        </dd>
        <dt>Phones</dt>
        <dd>{phoneWords(summary)}</dd>
      </dl>
      <h3>{format.count(summary.rows, rowForms)} in the file, each counted once</h3>
      <p>{sumWords(summary)}</p>
      <h3>Reasons</h3>
      {summary.reasons.length === 0 ? (
        <p>Nothing was found.</p>
      ) : (
        <table>
          <TableHead
            names={['Reason', 'What becomes of the rows', 'First rows']}
            figures={['Rows']}
            figureClass={paperClasses['figure']}
          />
          <tbody>
            {summary.reasons.map((reason) => (
              <tr key={reason.id}>
                <td>{reason.title}</td>
                <td>{fateWords(reason, groupsOf(summary, reason))}</td>
                <td>{exampleWords(reason, hasExamples)}</td>
                <td className={paperClasses['figure']}>{format.number(reason.count)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <CountedLines
        title="Left out"
        lines={summary.leftOut.map((entry) => ({ title: leftOutTitle(entry), rows: entry.rows }))}
      />
      <CountedLines title="What was decided" lines={decided} />
    </>
  );
}

interface CountedLinesProps {
  readonly title: string;
  readonly lines: readonly { readonly title: string; readonly rows: number }[];
}

function CountedLines({ title, lines }: CountedLinesProps) {
  if (lines.length === 0) return null;
  return (
    <>
      <h3>{title}</h3>
      <table>
        <tbody>
          {lines.map((line, index) => (
            <tr key={`${index} ${line.title}`}>
              <td>{line.title}</td>
              <td className={paperClasses['figure']}>{format.count(line.rows, rowForms)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

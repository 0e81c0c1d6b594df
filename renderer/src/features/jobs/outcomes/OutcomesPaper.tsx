import type { Outcomes } from '../../../../../shared/contract/jobs/outcomes.ts';
import { startRefetch, useActiveAccount, useChannel } from '../../../bridge/index.ts';
import { format, leadForms } from '../../../lib/format.ts';
import { placeHref } from '../../../lib/navigation.ts';
import { paperClasses, PaperPage } from '../../../lib/paper/index.ts';
import { momentWords } from '../parts/moment-words.ts';
import {
  funnelOf,
  funnelWords,
  ageWords,
  groupFigures,
  importsOf,
  missingWords,
  movesWords,
  outcomeLines,
  type OutcomeScope,
  readingNotes,
  scopeHref,
  scopeWords,
} from './outcome-model.ts';
import { TableHead } from '../../../ui/index.ts';
import classes from './OutcomesPaper.module.css';

/** The outcomes of one import, to print. */
export function JobOutcomesPaper({ jobId }: { readonly jobId: string }) {
  const { data } = useChannel('job:get', { jobId });
  const name = data?.summary.name ?? 'Job';
  return <Paper jobs={[jobId]} about={`Import ${name}`} parent={{ name, href: placeHref('jobs', jobId) }} />;
}

/** The outcomes of several imports, to print. */
export function OutcomesPaper({ scope }: { readonly scope: OutcomeScope }) {
  const { data, error, refetch } = useChannel('job:list', {});
  const jobs = importsOf(data?.jobs ?? [], scope).map(({ id }) => id);
  const about = scopeWords(scope);
  const parent = { name: about, href: scopeHref(scope) };
  return data === undefined ? (
    <PaperPage
      title="Outcomes"
      parent={parent}
      failure={error}
      onRetry={() => startRefetch(refetch)}
      written={null}
      side={{ below: null }}
    />
  ) : (
    <Paper jobs={jobs} about={about} parent={parent} />
  );
}

interface PaperProps {
  readonly jobs: readonly string[];
  readonly about: string;
  readonly parent: { readonly name: string; readonly href: string };
}

function Paper({ jobs, about, parent }: PaperProps) {
  const { data, error, refetch } = useChannel(
    'job:outcomes',
    { jobs: [...jobs], by: null },
    { enabled: jobs.length > 0 },
  );
  const account = useActiveAccount();
  const outcomes = data?.outcomes ?? null;
  const isUnread = jobs.length === 0 || (data !== undefined && outcomes === null);
  return (
    <PaperPage
      title="Outcomes"
      parent={parent}
      failure={error}
      onRetry={() => startRefetch(refetch)}
      written={
        outcomes === null
          ? isUnread
            ? { content: <p>{NOTHING_READ}</p>, foot: null, text: NOTHING_READ }
            : null
          : {
              content: <Sheet outcomes={outcomes} about={about} address={account?.address ?? ''} />,
              foot: (
                <>
                  <span>Read {momentWords(outcomes.at)} by Lead Console</span>
                  <span>No lead’s data on this page.</span>
                </>
              ),
              text: textOf(outcomes, about),
            }
      }
      side={{
        below: (
          <p className="text2">The page holds counts only. The rows themselves are in the file that Save… writes.</p>
        ),
      }}
    />
  );
}

const NOTHING_READ = 'Nothing was read of these imports. Go back, and read what became of their leads first.';

interface SheetProps {
  readonly outcomes: Outcomes;
  readonly about: string;
  readonly address: string;
}

function Sheet({ outcomes, about, address }: SheetProps) {
  const { created, notRead, imports } = outcomes;
  const moved = movesWords(outcomes.moves);
  return (
    <>
      <header className={paperClasses['head']}>
        <div>
          <h2>{about}</h2>
          <p>{address}</p>
        </div>
        <p className={paperClasses['number']}>
          <strong>{format.count(imports, { one: '# import', other: '# imports' })}</strong>
          <br />
          as of {momentWords(outcomes.at)}
        </p>
      </header>
      <h3>{format.count(created, leadForms)} created, each with one outcome</h3>
      <table className={classes['figures']}>
        <tbody>
          {outcomeLines(outcomes).map(({ outcome, words, note, rows }) => (
            <tr key={outcome}>
              <td>{note === '' ? words : `${words}. ${note}`}</td>
              <FigureCells values={[format.number(rows), format.percent(rows, created)]} />
            </tr>
          ))}
          {notRead > 0 && (
            <tr>
              <td>In no reading yet</td>
              <FigureCells values={[format.number(notRead), format.percent(notRead, created)]} />
            </tr>
          )}
          <tr>
            <th scope="row">Created</th>
            <FigureCells values={[format.number(created), format.percent(created, created)]} />
          </tr>
        </tbody>
      </table>
      {readingNotes(outcomes, momentWords).map((note) => (
        <p key={note} className={paperClasses['words']}>
          {note}
        </p>
      ))}
      <h3>From created to success</h3>
      <table className={classes['figures']}>
        <tbody>
          {funnelOf(outcomes)
            // All created leads stand above.
            .slice(1)
            .map(({ words, rows }) => (
              <tr key={words}>
                <td>{words}</td>
                <FigureCells values={[format.number(rows), format.percent(rows, created)]} />
              </tr>
            ))}
        </tbody>
      </table>
      <p className={paperClasses['words']}>{funnelWords(outcomes)}</p>
      {outcomes.course.length > 0 && (
        <>
          <h3>Since the leads were created</h3>
          <table className={classes['figures']}>
            <TableHead
              names={['Age when read']}
              figures={['Leads', 'Closed by an agent', 'Success', 'Open']}
              figureClass={paperClasses['figure']}
            />
            <tbody>
              {outcomes.course.map((day) => (
                <tr key={day.day}>
                  <td>{[ageWords(day), missingWords(day)].filter((part) => part !== '').join('; ')}</td>
                  <FigureCells values={courseFigures(day)} />
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
      {moved !== '' && <p className={paperClasses['words']}>{moved}</p>}
    </>
  );
}

function FigureCells({ values }: { readonly values: readonly string[] }) {
  return values.map((value, index) => (
    <td key={index} className={`${paperClasses['figure'] ?? ''} tabular`}>
      {value}
    </td>
  ));
}

function courseFigures({ rows, counts }: Outcomes['course'][number]): string[] {
  if (rows === 0) return ['no reading', '', '', ''];
  const { closed, success, open } = groupFigures({ counts });
  return [format.number(rows), ...[closed, success, open].map((part) => format.percent(part, rows))];
}

function textOf(outcomes: Outcomes, about: string): string {
  const { created } = outcomes;
  return [
    `${about}, as of ${momentWords(outcomes.at)}`,
    ...outcomeLines(outcomes).map(
      ({ words, rows }) => `${words}: ${format.number(rows)} (${format.percent(rows, created)})`,
    ),
    `Created: ${format.number(created)}`,
    ...outcomes.course.map(
      (day) => `${ageWords(day)}: ${courseFigures(day).join(' / ')} (leads / closed / success / open)`,
    ),
    ...readingNotes(outcomes, momentWords),
  ].join('\n');
}

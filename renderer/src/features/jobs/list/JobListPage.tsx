import { Button, SegmentedControl, TextInput } from '@mantine/core';
import { IconChartBar, IconListCheck, IconPlus, IconSearch } from '@tabler/icons-react';
import { startRefetch, useChannel } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { useKeptState } from '../../../lib/kept-state.tsx';
import { placeHref } from '../../../lib/navigation.ts';
import { useStore } from '../../../lib/store.ts';
import { BarLegend, EmptyState, FailureNote, KeyCap, Page, SecondaryButton, Skeleton } from '../../../ui/index.ts';
import { DoubtNote } from '../doubt/DoubtNote.tsx';
import { type JobFilter, matchesFilter, matchesSearch } from '../parts/job-model.ts';
import { ColleagueJobs } from './ColleagueJobs.tsx';
import { JobGrid } from './JobGrid.tsx';
import { OUTCOMES_PLACE } from '../outcomes/outcome-model.ts';
import { UnreadNote } from '../outcomes/UnreadNote.tsx';
import classes from './JobListPage.module.css';

const FILTERS: { readonly value: JobFilter; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'active', label: 'Running or planned' },
  { value: 'needsYou', label: 'Needs you' },
  { value: 'finished', label: 'Finished' },
];

/** Which imports are shown, also after one of them was opened. */
interface Look {
  readonly chosen: JobFilter | 'colleagues';
  readonly wanted: string;
}

const EVERYTHING: Look = { chosen: 'all', wanted: '' };

const SEARCHED = 'Name, file, campaign, pool or person';

/** @param hasFound imports in other states match */
function emptyWords(wanted: string, hasFound: boolean): string {
  if (wanted.trim() === '') return 'No jobs are in this state.';
  return `No imports ${hasFound ? 'in this state ' : ''}match “${wanted.trim()}”.`;
}

/** Every import of the account with its state and its counts. */
export function JobListPage() {
  const { data, error, refetch } = useChannel('job:list', {});
  const look = useKeptState('jobs', EVERYTHING);
  const { chosen, wanted } = useStore(look);
  const jobs = data?.jobs ?? [];
  const isInTeam = data?.isInTeam === true;
  const areColleagues = isInTeam && (chosen === 'colleagues' || jobs.length === 0);
  const filter = chosen === 'colleagues' ? 'all' : chosen;
  const found = jobs.filter((job) => matchesSearch(job, wanted));
  const shown = found.filter((job) => matchesFilter(job, filter));
  const none = emptyWords(wanted, found.length > 0);
  const hasCreated = jobs.some(({ counts }) => counts.created > 0);
  const newImport = (
    <Button component="a" href={placeHref('import')} leftSection={<IconPlus size={15} aria-hidden />}>
      New import
    </Button>
  );

  return (
    <Page
      title="Jobs"
      context={data === undefined ? '' : format.count(jobs.length, { one: '# import', other: '# imports' })}
      actions={
        jobs.length === 0 ? null : (
          <>
            {hasCreated && (
              <SecondaryButton icon={IconChartBar} href={placeHref('jobs', OUTCOMES_PLACE)}>
                Outcomes
              </SecondaryButton>
            )}
            {newImport}
          </>
        )
      }
      layout="fill"
    >
      <FailureNote className="pad20" failure={error} onRetry={() => startRefetch(refetch)} />
      <div className={classes['doubt']}>
        <DoubtNote />
        {hasCreated && <UnreadNote />}
      </div>
      {data === undefined && error === null && <Skeleton className="pad20" lines={6} label="Jobs are loading" />}
      {data !== undefined && jobs.length === 0 && !isInTeam && (
        <EmptyState icon={IconListCheck} title="No imports yet" action={newImport}>
          An import becomes a job when you press Start. It continues in the background, even while this window is
          closed.
        </EmptyState>
      )}
      {(jobs.length > 0 || isInTeam) && (
        <>
          <div className={classes['bar']}>
            <SegmentedControl
              aria-label="Which jobs"
              value={areColleagues ? 'colleagues' : filter}
              onChange={(next) => look.set({ chosen: next as Look['chosen'], wanted })}
              data={[
                ...FILTERS.map(({ value, label }) => ({
                  value,
                  label: `${label} ${format.number(found.filter((job) => matchesFilter(job, value)).length)}`,
                })),
                ...(isInTeam ? [{ value: 'colleagues', label: 'Colleagues' }] : []),
              ]}
            />
            {!areColleagues && (
              <TextInput
                className={classes['search'] ?? ''}
                aria-label="Search imports"
                placeholder={SEARCHED}
                title={SEARCHED}
                leftSection={<IconSearch size={15} stroke={1.75} aria-hidden />}
                value={wanted}
                onChange={(event) => look.set({ chosen, wanted: event.currentTarget.value })}
              />
            )}
            <BarLegend />
          </div>
          {areColleagues ? (
            <ColleagueJobs />
          ) : shown.length > 0 ? (
            <JobGrid jobs={shown} />
          ) : (
            <EmptyState
              icon={IconListCheck}
              title={none}
              action={<SecondaryButton onClick={() => look.set(EVERYTHING)}>Show all imports</SecondaryButton>}
            >
              {format.count(jobs.length, { one: '# import is', other: '# imports are' })} in the list.
            </EmptyState>
          )}
          {!areColleagues && (
            <div className={classes['status']}>
              <span>
                <span className="visuallyHidden" role="status">
                  {shown.length === 0 ? none : ''}
                </span>
                {shown.length > 0 && 'Drop a result file here to continue what is still open.'}
              </span>
              <span className="flexCentred gap6">
                <KeyCap>Enter</KeyCap> open <KeyCap>Space</KeyCap> pause or resume
              </span>
            </div>
          )}
        </>
      )}
    </Page>
  );
}

import { IconArrowsDiff } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { ExportSummary } from '../../../../../shared/contract/exports/exports.ts';
import { useChannel } from '../../../bridge/index.ts';
import { comparePlace } from '../../../lib/compare-place.ts';
import { navigate, placeHref } from '../../../lib/navigation.ts';
import { EmptyState, FailureNote, Page, Pane, Panes } from '../../../ui/index.ts';
import { useIsAtLeast } from '../../../ui/layout/window-width.ts';
import { breakpoint } from '../../../ui/theme/tokens.ts';
import { PastResults } from '../past-results/PastResults.tsx';
import { RefreshButton } from '../refresh/RefreshButton.tsx';
import { RefreshNote } from '../refresh/RefreshNote.tsx';
import { editionOf } from '../view/known-at.ts';
import { proposedPair } from './compare-model.ts';
import { Compared } from './Compared.tsx';
import { ResultChoice } from './ResultChoice.tsx';
import { useComparison } from './use-comparison.ts';
import { Comparing } from './Comparing.tsx';
import classes from './Compare.module.css';

interface ComparePageProps {
  readonly before: string;
  /** Null: the other result is proposed. */
  readonly now: string | null;
}

/** Two results of this computer side by side. */
export function ComparePage({ before, now }: ComparePageProps) {
  const { data, error } = useChannel('export:list', {});
  const results = useMemo(() => data?.exports ?? [], [data]);
  const pair = now === null ? proposedPair(results, before) : { before, now };
  const find = (id: string | undefined) => results.find((result) => result.id === id);
  const chosen = { before: find(pair?.before), now: find(pair?.now) };
  const editions = [chosen.before, chosen.now].map((result) => (result === undefined ? '' : editionOf(result)));
  const known = useComparison(chosen.before?.id ?? null, chosen.now?.id ?? null, editions.join(' '));
  const isWide = useIsAtLeast(breakpoint.normal);
  const name = chosen.now?.name ?? chosen.before?.name ?? '';

  function choose(first: string, second: string): void {
    const place = first === '' || second === '' ? comparePlace(first + second, null) : comparePlace(first, second);
    navigate('export', place, { replace: true });
  }

  const head = data !== undefined && (
    <>
      <ResultChoice
        results={results}
        before={chosen.before}
        now={chosen.now}
        comparison={known.state === 'done' ? known.comparison : null}
        onChoose={choose}
      />
      {chosen.now?.refresh != null && (
        <div className={classes['notes']}>
          <RefreshNote key={chosen.now.id} summary={chosen.now} />
        </div>
      )}
    </>
  );

  return (
    <Page
      parent={{ name: 'Export', href: placeHref('export') }}
      title={name === '' ? 'Compare' : `${name}, compared`}
      windowTitle={`${name}, compared`}
      actions={<RefreshButton result={chosen.now ?? null} />}
      layout="fill"
    >
      <Panes>
        {isWide && (
          <Pane label="Results" width={200} ground="sunken">
            <PastResults openId={null} onChosen={undefined} marks={marksOf(chosen)} />
          </Pane>
        )}
        {known.state === 'done' && chosen.before !== undefined && chosen.now !== undefined ? (
          <Compared
            key={known.comparison.id}
            head={head}
            comparison={known.comparison}
            before={chosen.before}
            now={chosen.now}
          />
        ) : (
          <Pane label="Comparison" scroll={false}>
            <FailureNote className={classes['failure']} failure={error} />
            {head}
            {data !== undefined && (chosen.before === undefined || chosen.now === undefined) && <NothingToCompare />}
            {known.state !== 'done' && known.state !== 'none' && <Comparing known={known} />}
          </Pane>
        )}
      </Panes>
    </Page>
  );
}

function NothingToCompare() {
  return (
    <EmptyState icon={IconArrowsDiff} title="Choose two results">
      A comparison needs two results on this computer. It shows which leads are new, changed, gone or the same, and uses
      no request.
    </EmptyState>
  );
}

function marksOf({
  before,
  now,
}: {
  readonly before: ExportSummary | undefined;
  readonly now: ExportSummary | undefined;
}): ReadonlyMap<string, string> {
  const marks = new Map<string, string>();
  if (before !== undefined) marks.set(before.id, 'compared: before');
  if (now !== undefined) marks.set(now.id, 'compared: now');
  return marks;
}

import { Button } from '@mantine/core';
import { useState } from 'react';
import type { ExportSummary } from '../../../../../shared/contract/exports/exports.ts';
import { USUAL_RESULTS_LIMIT } from '../../../../../shared/contract/preferences/preferences.ts';
import { useChannel } from '../../../bridge/index.ts';
import { format } from '../../../lib/format.ts';
import { useNow } from '../../../lib/use-now.ts';
import { FailureNote } from '../../../ui/index.ts';
import { knownAt } from '../view/known-at.ts';
import { CleanUp } from './CleanUp.tsx';
import { DeleteResult } from './DeleteResult.tsx';
import { PastResult } from './PastResult.tsx';
import classes from './PastResults.module.css';
import { storedBytes } from './clean-up-model.ts';
import { RenameResult } from './RenameResult.tsx';

interface PastResultsProps {
  /** The result that is open; null: none. */
  readonly openId: string | null;
  readonly onChosen: (() => void) | undefined;
  /** Words on results that are on the screen together, by id. */
  readonly marks?: ReadonlyMap<string, string>;
}

const NO_MARKS: ReadonlyMap<string, string> = new Map();

interface Asked {
  readonly what: 'rename' | 'delete';
  readonly result: ExportSummary;
}

/** Earlier results. They are kept on this computer and open without a request. */
export function PastResults({ openId, onChosen, marks = NO_MARKS }: PastResultsProps) {
  const { data, error } = useChannel('export:list', {});
  const [asked, setAsked] = useState<Asked | null>(null);
  const now = useNow(60_000);
  const results = [...(data?.exports ?? [])].sort((one, other) => knownAt(other) - knownAt(one));
  const openIds = new Set([...(openId === null ? [] : [openId]), ...marks.keys()]);
  const close = () => setAsked(null);

  return (
    <section className={classes['results']} aria-label="Past results">
      <div className={classes['head']}>
        <h2>Past results</h2>
        {results.length > 0 && (
          <span className="aside" title="They are on this computer and open without a request">
            offline
          </span>
        )}
      </div>
      <FailureNote failure={error} />
      <ul>
        {results.map((result) => (
          <PastResult
            key={result.id}
            result={result}
            isOpen={openIds.has(result.id)}
            mark={marks.get(result.id)}
            hasOthers={results.length > 1}
            when={format.moment(knownAt(result), now)}
            onChosen={onChosen}
            onRename={() => setAsked({ what: 'rename', result })}
            onDelete={() => setAsked({ what: 'delete', result })}
          />
        ))}
      </ul>
      {data !== undefined && <Kept results={results} openIds={openIds} />}
      {asked?.what === 'rename' && <RenameResult result={asked.result} onClose={close} />}
      {asked?.what === 'delete' && <DeleteResult result={asked.result} onClose={close} />}
    </section>
  );
}

interface KeptProps {
  readonly results: readonly ExportSummary[];
  readonly openIds: ReadonlySet<string>;
}

/** How much room the results take, against what the person allows them. */
function Kept({ results, openIds }: KeptProps) {
  const { data } = useChannel('preferences:get', {});
  const [isCleaning, setIsCleaning] = useState(false);
  if (results.length === 0)
    return <p className={classes['note']}>Leads you fetch are kept here and open again without a request.</p>;
  const limit = data?.resultsLimit === undefined ? USUAL_RESULTS_LIMIT : data.resultsLimit;
  const stored = storedBytes(results);
  const isOver = limit !== null && stored > limit;
  return (
    <div className={classes['note']}>
      <p className={isOver ? classes['over'] : undefined}>
        {limit === null
          ? `Kept on this computer, ${format.bytes(stored)}.`
          : `Kept on this computer, ${format.bytes(stored)} of ${format.bytes(limit)}.`}
        {isOver && ' Nothing is deleted without you.'}
      </p>
      <Button size="xs" variant={isOver ? 'default' : 'subtle'} onClick={() => setIsCleaning(true)}>
        Clean up…
      </Button>
      {isCleaning && <CleanUp results={results} openIds={openIds} limit={limit} onClose={() => setIsCleaning(false)} />}
    </div>
  );
}

// Why: decision 0200.
import type { SavedDataset } from '../../../../../shared/contract/exports/datasets.ts';
import type { ExportSummary } from '../../../../../shared/contract/exports/exports.ts';
import { format as words, leadForms } from '../../../lib/format.ts';
import classes from './SaveDialog.module.css';

/** A dataset folder as the save dialog offers it. */
export interface FolderOffer {
  /** Leads that go into it: those that were asked for, whatever else came. */
  readonly rows: number;
  /** Why none can be written now, with what to do instead; null when one can. */
  readonly obstacle: string | null;
  /** What the command line makes the same dataset with. */
  readonly command: string;
  readonly onSave: () => Promise<void>;
}

/** Why a result cannot be put into a dataset; null when it can. `host`: undefined while it is not known. */
export function obstacleOf(
  { query, state }: Pick<ExportSummary, 'query' | 'state'>,
  host: 'desktop' | 'browser' | undefined,
): string | null {
  if (query.source === 'raw')
    return 'RawLeads show neither the campaign nor the upload time of a lead. Use a lead search.';
  if (state === 'running') return 'Leads are arriving. A dataset takes a complete result.';
  if (state !== 'complete') return 'Leads are missing in this result. A dataset takes a complete one.';
  if (host === 'desktop') return null;
  return 'A page in a browser cannot write into a folder of yours. The desktop app can, and so can the command line:';
}

const TREE = `folder/
  campaign=CODE/
    day=2026-11-16/leads.parquet
    day=2026-11-17/leads.parquet
  manifest.json`;

export function DatasetOptions({ obstacle, command }: Pick<FolderOffer, 'obstacle' | 'command'>) {
  if (obstacle !== null)
    return (
      <>
        <p className={classes['hint']}>{obstacle}</p>
        {obstacle.endsWith(':') && <pre className={classes['command']}>{command}</pre>}
      </>
    );
  return (
    <>
      <pre className={classes['tree']}>{TREE}</pre>
      <p className={classes['hint']}>
        Each lead is in it once, in its newest state. Save into the same folder again after “Fetch what changed since”:
        only files that change are written. DuckDB and Spark read the folder as one table.
      </p>
    </>
  );
}

const files = { one: '# file', other: '# files' };

/** What a person reads after a dataset was written. */
export function savedDatasetWords(saved: SavedDataset): { title: string; check: string } {
  const { rows, added, changed, unchanged, removed } = saved;
  const retyped =
    saved.retyped.length === 0
      ? ''
      : ` Some values did not fit the type of their column, so these columns have another type now: ${saved.retyped.join(', ')}.`;
  return {
    title: `The dataset has ${words.count(rows, leadForms)}`,
    check: `${words.number(added)} new, ${words.number(changed)} changed, ${words.number(unchanged)} as before, ${words.number(removed)} removed. ${words.count(saved.filesChanged, files)} of ${words.number(saved.files)} written, each counted by reading it back.${retyped}`,
  };
}

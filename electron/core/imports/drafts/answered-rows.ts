import {
  answeredReason,
  NO_RESULTS,
  RESULT_LEAD,
  RESULT_STATE,
  resultColumnsIn,
  withResult,
} from '../../../../shared/domain/jobs/result-columns.ts';
import type { ResultSample } from '../jobs/result/job-of-result.ts';
import type { StagedRows } from '../../files/staging/staging.ts';
import { layerPathOf, openCheckLayer } from '../check/layer-file.ts';

const BATCH = 1000;
/** Rows by which the import of a result file is known. */
const SAMPLE = 50;

const namedIn = ({ reading }: StagedRows): number | null =>
  resultColumnsIn(reading.columns.map(({ header }) => header));

/** Read without its header, or with a row above it as the header, such a file has the names of its columns among its first rows. */
function ownColumnsIn(staged: StagedRows): number | null {
  const [first = []] = staged.iterate(SAMPLE);
  const inRows = first.map(({ cells }) => resultColumnsIn(cells)).find((own) => own !== null);
  return namedIn(staged) ?? inRows ?? null;
}

/** The first rows of a result file of this program; null: another file. */
export function sampleOfResult(staged: StagedRows): ResultSample | null {
  const own = namedIn(staged);
  if (own === null) return null;
  const [first = []] = staged.iterate(SAMPLE);
  return {
    columns: staged.reading.columns.slice(0, own).map(({ label }) => label),
    rows: first.map(({ cells: values }) => ({
      row: Number(values[own] ?? ''),
      leadId: (values[own + RESULT_LEAD] ?? '').trim(),
      cells: values.slice(0, own),
    })),
  };
}

/**
 * Leaves out the rows that a result file of this program says are answered, so that only refused and waiting ones are
 * sent, in any data folder. Does nothing for other files, and answers false.
 *
 * @param from name of the import that it comes from; null: not known here
 */
export function leaveOutAnswered(staged: StagedRows, stagedPath: string, from: string | null): boolean {
  const own = ownColumnsIn(staged);
  if (own === null) return false;
  const rows: { readonly row: number; readonly title: string }[] = [];
  let counts = NO_RESULTS;
  for (const batch of staged.iterate(BATCH))
    for (const { row, cells: values } of batch) {
      const state = values[own + RESULT_STATE] ?? '';
      counts = withResult(counts, state);
      const title = answeredReason(state);
      if (title !== null) rows.push({ row, title });
    }
  using layer = openCheckLayer(layerPathOf(stagedPath));
  layer.saveResult({ ...counts, from });
  layer.rows.setDefaults('answered', rows);
  return true;
}

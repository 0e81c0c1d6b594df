import {
  answeredReason,
  NO_RESULTS,
  resultColumnsIn,
  withResult,
} from '../../../../shared/domain/jobs/result-columns.ts';
import type { StagedRows } from '../../files/staging/staging.ts';
import { layerPathOf, openCheckLayer } from '../check/layer-file.ts';

const BATCH = 1000;

/**
 * Leaves out the rows that a result file of this program says are answered, so that only refused and waiting ones are
 * sent, in any data folder. Does nothing for other files.
 */
export function leaveOutAnswered(staged: StagedRows, stagedPath: string): void {
  const own = resultColumnsIn(staged.reading.columns.map(({ header }) => header));
  if (own === null) return;
  const rows: { readonly row: number; readonly title: string }[] = [];
  let counts = NO_RESULTS;
  for (const batch of staged.iterate(BATCH))
    for (const { row, cells: values } of batch) {
      const state = values[own + 1] ?? '';
      counts = withResult(counts, state);
      const title = answeredReason(state);
      if (title !== null) rows.push({ row, title });
    }
  using layer = openCheckLayer(layerPathOf(stagedPath));
  layer.saveResultCounts(counts);
  layer.rows.setDefaults('answered', rows);
}

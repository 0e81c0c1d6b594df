import { answeredReason, resultColumnsIn } from '../../../../shared/domain/jobs/result-columns.ts';
import type { StagedRows } from '../../files/staging/staging.ts';
import { isFormulaText } from '../../files/writing/formula-guard.ts';
import type { CellChange, LeftOutChange } from '../check/check-layer.ts';
import { ANSWERED, layerPathOf, openCheckLayer } from '../check/layer-file.ts';

const BATCH = 1000;

/**
 * Leaves out the rows that a result file of this program says are answered, so that only refused and waiting ones are
 * sent, in any data folder. Apostrophes that guard formulas in a result file are taken away. Does nothing for other files.
 */
export function leaveOutAnswered(staged: StagedRows, stagedPath: string): void {
  const own = resultColumnsIn(staged.reading.columns.map(({ header }) => header));
  if (own === null) return;
  const rows: LeftOutChange[] = [];
  const cells: CellChange[] = [];
  for (const batch of staged.iterate(BATCH))
    for (const { row, cells: values } of batch) {
      const title = answeredReason(values[own + 1] ?? '');
      if (title !== null) rows.push({ row, reason: { id: ANSWERED, title } });
      for (let column = 0; column < own; column += 1) {
        const value = values[column] ?? '';
        if (value.startsWith("'") && isFormulaText(value.slice(1))) cells.push({ row, column, value: value.slice(1) });
      }
    }
  if (rows.length + cells.length === 0) return;
  using layer = openCheckLayer(layerPathOf(stagedPath));
  layer.change(`Leaving out ${rows.length} rows that are answered`, cells, rows);
}

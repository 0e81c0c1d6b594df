import type { DatabaseSync } from 'node:sqlite';
import { editedCells } from '../../../../shared/domain/check/edited-cells.ts';
import { storedCells } from '../../storage/stored-json.ts';
import { layerPathOf, hasLayer } from './layer-file.ts';
import { DEFAULT_RANK } from './layer-schema.ts';

/**
 * Makes the rows of a draft readable to SQL of `journal`, as they are to be sent: the view `draft_cell (n, line, cells)`
 * has the edits of the layer over the cells of the file, the view `draft_row (n, left_out, is_answered, is_agreed)` the title
 * under which the row is left out, or NULL, 1 when a result file says that it is answered, and 1 when a person sends it
 * knowing that it was sent before. Both end when the answer is disposed. SQLite cannot attach inside a transaction.
 *
 * Throws the error of SQLite when a file is missing or damaged; nothing stays attached then.
 */
export function attachDraftRows(journal: DatabaseSync, stagedPath: string): Disposable {
  const attached = {
    [Symbol.dispose]() {
      journal.exec('DROP VIEW IF EXISTS temp.draft_cell; DROP VIEW IF EXISTS temp.draft_row');
      for (const { name } of journal.prepare('PRAGMA database_list').all())
        if (name === 'layer' || name === 'staged') journal.exec(`DETACH DATABASE ${name}`);
    },
  };
  try {
    journal.prepare('ATTACH DATABASE ? AS staged').run(stagedPath);
    const layerPath = layerPathOf(stagedPath);
    if (hasLayer(layerPath)) viewEdited(journal, layerPath);
    else viewAsRead(journal);
    return attached;
  } catch (error) {
    attached[Symbol.dispose]();
    throw error;
  }
}

function viewAsRead(journal: DatabaseSync): void {
  journal.exec(`CREATE TEMP VIEW draft_cell AS SELECT n, line, cells FROM staged.rows;
    CREATE TEMP VIEW draft_row AS SELECT n, NULL AS left_out, 0 AS is_answered, 0 AS is_agreed FROM staged.rows`);
}

const { inCampaign, sentBefore } = DEFAULT_RANK;

function viewEdited(journal: DatabaseSync, layerPath: string): void {
  journal.prepare('ATTACH DATABASE ? AS layer').run(layerPath);
  defineEditedCells(journal);
  journal.exec(`CREATE TEMP VIEW draft_cell AS
      SELECT r.n, r.line, iif(EXISTS (SELECT 1 FROM layer.edit e WHERE e.n = r.n), edited_cells(r.cells,
        (SELECT json_group_array(json_array(e.col, e.value)) FROM layer.edit e WHERE e.n = r.n)), r.cells) AS cells
      FROM staged.rows r;
    CREATE TEMP VIEW draft_row AS
      SELECT r.n, (SELECT l.title FROM layer.left_out l WHERE l.n = r.n) AS left_out,
        (SELECT l.reason FROM layer.left_out l WHERE l.n = r.n) IS 'answered' AS is_answered,
        EXISTS (SELECT 1 FROM layer.decided p JOIN layer.decision d ON d.id = p.decision
          WHERE p.n = r.n AND d.reason IS NULL AND (d.knew & ${inCampaign | sentBefore}) <> 0
            AND d.campaign = (SELECT code FROM layer.campaign)) AS is_agreed
      FROM staged.rows r`);
}

/** `edited_cells(cells, edits)` in SQL: cells as the staging file keeps them, edits as JSON pairs of column and value. */
function defineEditedCells(journal: DatabaseSync): void {
  journal.function('edited_cells', { deterministic: true }, (cells, edits) => {
    const read = storedCells(cells);
    // The row of a damaged copy stays damaged, and is not sent.
    if (read === null) return String(cells);
    const pairs = JSON.parse(String(edits)) as [number, string][];
    const changes = pairs.map(([column, value]) => ({ column, value }));
    return JSON.stringify(editedCells(read, changes));
  });
}

import { DatabaseSync } from 'node:sqlite';
import { type CellEdit, editedCells } from '../../../../shared/domain/check/edited-cells.ts';
import type { SeenLead } from '../../foundation/lead-claims.ts';
import { storedCells } from '../../storage/stored-json.ts';
import type { NewRow, NewRows } from '../jobs/journal/records/new-rows.ts';
import { hasLayer, layerPathOf } from './layer-file.ts';
import { DEFAULT_RANK, type DefaultReason } from './layer-schema.ts';

/**
 * The rows of a draft as they are to be sent: the edits of the layer over the cells of the file, which rows are left out, and
 * which a person sends knowing that they were sent before, or that an earlier file of the queue sends them. Neither file may change until the answer is disposed.
 *
 * Throws the error of SQLite when a file is missing or damaged; nothing stays open then.
 */
export function openDraftRows(stagedPath: string): NewRows {
  using opened = new DisposableStack();
  const staged = opened.use(new DatabaseSync(stagedPath, { readOnly: true }));
  const page = staged.prepare('SELECT n, line, cells FROM rows WHERE n > ? ORDER BY n LIMIT ?');
  // Numbered without gaps; counting them would read the whole file.
  const total = Number(staged.prepare('SELECT max(n) AS total FROM rows').get()?.['total']);
  const layerPath = layerPathOf(stagedPath);
  // A draft without changes has no layer.
  const layer = hasLayer(layerPath) ? opened.use(layerIn(layerPath)) : null;
  const held = opened.move();
  return {
    total,
    after(n, limit) {
      const rows = page.all(n, limit);
      if (rows.length === 0) return [];
      const last = Number(rows.at(-1)?.['n']);
      const edits = layer?.edits(n + 1, last);
      const leftOut = layer?.leftOut(n + 1, last);
      const agreed = layer?.agreed(n + 1, last);
      const insisted = layer?.insisted(n + 1, last);
      return rows.map((row): NewRow => {
        const number = Number(row['n']);
        const cells = String(row['cells']);
        return {
          n: number,
          line: row['line'] as number,
          cells: edited(cells, edits?.get(number)),
          leftOut: leftOut?.get(number)?.title ?? null,
          isAnswered: leftOut?.get(number)?.reason === ('answered' satisfies DefaultReason),
          isAgreed: agreed?.has(number) === true,
          insisted: insisted?.get(number) ?? null,
        };
      });
    },
    [Symbol.dispose]: () => held.dispose(),
  };
}

/** The row of a damaged copy stays damaged, and is not sent. */
function edited(json: string, edits: readonly CellEdit[] | undefined): string {
  const cells = edits === undefined ? null : storedCells(json);
  return cells === null || edits === undefined ? json : JSON.stringify(editedCells(cells, edits));
}

const { inCampaign, sentBefore, inQueue, sentByTeam } = DEFAULT_RANK;

function layerIn(path: string) {
  using opened = new DisposableStack();
  const layer = opened.use(new DatabaseSync(path, { timeout: 5000 }));
  const edits = layer.prepare('SELECT n, col, value FROM edit WHERE n BETWEEN ? AND ? ORDER BY n, col');
  const leftOut = layer.prepare('SELECT n, title, reason FROM left_out WHERE n BETWEEN ? AND ?');
  const sentKnowing = (first: number, last: number, defaults: number) =>
    new Set(knowing.all(first, last, defaults).map(({ n }) => Number(n)));
  const knowing = layer.prepare(
    `SELECT p.n FROM decided p JOIN decision d ON d.id = p.decision
     WHERE p.n BETWEEN ? AND ? AND d.reason IS NULL AND (d.knew & ?) <> 0
       AND d.campaign = (SELECT code FROM campaign)`,
  );
  const held = opened.move();
  return {
    edits(first: number, last: number): ReadonlyMap<number, CellEdit[]> {
      const found = edits.all(first, last);
      return Map.groupBy(
        found.map(({ n, col, value }) => ({ row: Number(n), column: Number(col), value: String(value) })),
        ({ row }) => row,
      );
    },
    leftOut: (first: number, last: number) =>
      new Map(
        leftOut
          .all(first, last)
          .map(({ n, title, reason }) => [Number(n), { title: String(title), reason: String(reason) }]),
      ),
    agreed: (first: number, last: number) => sentKnowing(first, last, inCampaign | sentBefore | inQueue),
    insisted(first: number, last: number): ReadonlyMap<number, SeenLead> {
      const rows = [...sentKnowing(first, last, sentByTeam)];
      // A layer from before there were teams has no such table, and no such row.
      const seen = rows.length === 0 ? undefined : layer.prepare('SELECT is_created FROM team_row WHERE n = ?');
      return new Map(rows.map((n) => [n, seen?.get(n)?.['is_created'] === 1 ? 'created' : 'taken']));
    },
    [Symbol.dispose]: () => held.dispose(),
  };
}

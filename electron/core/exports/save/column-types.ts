import { type ColumnType, TypeProof } from '../../files/writing/column-types.ts';
import { unpackRows } from '../../files/writing/packed-rows.ts';
import type { ResultStore } from '../result/result-store.ts';

/** Rows that show most columns of text to be such, before all rows are read. */
const FIRST_ROWS = 500;

/** Names and codes stay text, whatever this result has in them: files of other days are laid beside it by them. */
const NAMES = /^(?!data\.)(?:.*\.)?(?:uniqueId|orgCode|code|name|id)$/i;

/**
 * The types of columns, by their position in `columns`, which every value of the result proves; those of text are left out.
 * All rows of the result count, also when only some of them are saved.
 */
export async function columnTypes(
  store: ResultStore,
  columns: readonly { readonly index: number; readonly path: string }[],
  letOtherWorkRun: () => Promise<void>,
): Promise<Map<number, ColumnType>> {
  const proofs = new Map<number, TypeProof>();
  for (const [position, { path }] of columns.entries()) if (!NAMES.test(path)) proofs.set(position, new TypeProof());
  for (const rows of [Math.min(FIRST_ROWS, store.rows), store.rows]) {
    const positions = [...proofs.keys()];
    const indexes = positions.map((position) => columns[position]?.index ?? null);
    if (indexes.length === 0) break;
    for (const batch of store.rowsAt(indexes, rows)) {
      for (const cells of unpackRows(batch))
        for (const [at, cell] of cells.entries()) {
          const position = positions[at] ?? -1;
          if (cell !== null) proofs.get(position)?.add(cell);
        }
      for (const [position, proof] of proofs) if (proof.isText) proofs.delete(position);
      await letOtherWorkRun();
    }
  }
  return new Map([...proofs].flatMap(([position, { type }]) => (type === 'text' ? [] : [[position, type] as const])));
}

import { type ColumnForm, TEXT_FORM, TypeProof } from '../../files/writing/column-types.ts';
import { type PackedRows, unpackRows } from '../../files/writing/packed-rows.ts';

/** Rows that show most columns of text to be such, before all rows are read. */
const FIRST_ROWS = 500;

/** Names and codes stay text, whatever this result has in them: files of other days are laid beside it by them. */
const NAMES = /^(?!data\.)(?:.*\.)?(?:uniqueId|leadUniqueId|uniqueLeadId|orgCode|campaignCode|code|name|id)$/i;

export interface FormQuestion {
  /** Columns of the rows from the first on, in batches. */
  readonly read: (columns: readonly (number | null)[]) => Iterable<PackedRows>;
  /** Whether a row, from 1, counts; without it all do. */
  readonly isCounted?: (number: number) => boolean;
  /** Called between batches; may throw to stop. */
  readonly pause: () => Promise<void>;
}

export interface AskedColumn {
  /** Position in the result; null for a column that the result has not. */
  readonly index: number | null;
  readonly path: string;
  /** Form of values that stand elsewhere already; null or left out: there are none. */
  readonly known?: ColumnForm | null;
}

/** The forms of columns, by their position in `columns`, that every value proves. */
export async function provenForms(columns: readonly AskedColumn[], question: FormQuestion): Promise<ColumnForm[]> {
  const proofs = columns.map(({ path, known }) => new TypeProof(NAMES.test(path) ? TEXT_FORM : (known ?? null)));
  await readInto(proofs, columns, question, FIRST_ROWS);
  await readInto(proofs, columns, question, Number.POSITIVE_INFINITY);
  return proofs.map((proof) => proof.form);
}

async function readInto(
  proofs: readonly TypeProof[],
  columns: readonly AskedColumn[],
  { read, isCounted, pause }: FormQuestion,
  most: number,
): Promise<void> {
  let open = proofs.flatMap((proof, at) => {
    const index = columns[at]?.index ?? null;
    return proof.isText || index === null ? [] : [{ proof, index }];
  });
  if (open.length === 0) return;
  const asked = [...open];
  let number = 0;
  for (const batch of read(asked.map(({ index }) => index))) {
    for (const cells of unpackRows(batch)) {
      number += 1;
      if (isCounted?.(number) === false) continue;
      for (const [at, cell] of cells.entries()) if (cell !== null) asked[at]?.proof.add(cell);
    }
    open = open.filter(({ proof }) => !proof.isText);
    if (open.length === 0 || number >= most) return;
    await pause();
  }
}

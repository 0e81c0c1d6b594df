import { readFileSync } from 'node:fs';
import {
  cleanLeadIds,
  type CleanedIds,
  entriesOf,
  exactLeadIds,
  linesOf,
} from '../../../shared/domain/service/leads/lead-ids.ts';
import { openStaged, type StagedRows } from '../files/staging/staging-file.ts';
import type { ChangeLeads } from './change-leads.ts';
import type { ChangeRequest, IdsPlace, ListFigures } from './change-messages.ts';
import { readList } from './lead-id-list.ts';

/** Lists kept at once: each pause in typing makes one, and two pages may be open. */
const MOST_LISTS = 8;
/** Rows read from the copy of a table at once. */
const BATCH = 1000;

type PrepareRequest = Extract<ChangeRequest, { kind: 'prepare' }>;

/** Lists of ids that a person looks at before anything is kept or sent. */
export class PreparedLists {
  /** The oldest first. */
  readonly #lists = new Map<string, readonly string[]>();
  readonly #added = new Map<string, string[]>();

  find(id: string): readonly string[] | null {
    return this.#lists.get(id) ?? null;
  }

  add(id: string, ids: readonly string[]): void {
    const known = this.#added.get(id) ?? [];
    for (const one of ids) known.push(one);
    this.#added.set(id, known);
  }

  /** Throws FileTrouble for a file that cannot be read. */
  prepare({ id, place, outOf }: PrepareRequest, leads: ChangeLeads): ListFigures {
    const { ids, listed, repeated, unusable } = this.#read(id, place, leads);
    const inside = outOf === null ? new Set<string>() : leads.putInEarlier(outOf);
    const left = inside.size === 0 ? ids : ids.filter((one) => !inside.has(one));
    this.#lists.set(id, left);
    for (const oldest of this.#lists.keys()) if (this.#lists.size > MOST_LISTS) this.#lists.delete(oldest);
    return { listed, repeated, unusable, earlier: ids.length - left.length, leads: left.length };
  }

  forget(id: string): void {
    this.#lists.delete(id);
    this.#added.delete(id);
  }

  #read(id: string, place: IdsPlace, leads: ChangeLeads): CleanedIds {
    switch (place.from) {
      case 'text':
        return cleanLeadIds(entriesOf(place.text));
      case 'list':
        return cleanLeadIds(linesOf(readList(place)));
      case 'lines':
        return exactLeadIds(idsInLines(readFileSync(place.path, 'utf8')));
      case 'added': {
        const added = this.#added.get(id) ?? [];
        this.#added.delete(id);
        return exactLeadIds(added);
      }
      case 'moved': {
        const ids = leads.moved(place.change);
        return { ids, listed: ids.length, repeated: 0, unusable: 0 };
      }
      case 'staged': {
        using rows = openStaged(place.path);
        return cleanLeadIds(cellsOf(rows, place.column));
      }
    }
  }
}

function* idsInLines(text: string): Generator<string> {
  for (const line of text.split('\n')) {
    if (line === '') continue;
    const { uniqueId } = JSON.parse(line) as { readonly uniqueId?: unknown };
    yield typeof uniqueId === 'string' ? uniqueId : '';
  }
}

/** A header of one word with a digit is an id, too: the reader may take the first line of a plain list for a header. */
function* cellsOf({ reading, iterate }: StagedRows, column: number): Generator<string> {
  const header = reading.columns[column]?.header ?? '';
  // One pattern for all of it would look for the digit from each place of a long header on.
  if (reading.columns.length === 1 && /\d/.test(header) && !/\s/.test(header.trim())) yield header;
  for (const batch of iterate(BATCH)) for (const { cells } of batch) yield cells[column] ?? '';
}

import type { ChannelInput } from '../../../../../shared/contract/channels.ts';
import { PAGE_LIMIT } from '../../../../../shared/contract/primitives.ts';
import { callUntil } from '../../../bridge/index.ts';

type Rows = Omit<ChannelInput<'export:rows'>, 'callId' | 'offset' | 'limit'>;

export interface LeadIds {
  readonly ids: readonly string[];
  /** Leads without an id: they cannot be named to the service. */
  readonly without: number;
  /** There were more leads than are read. */
  readonly isCut: boolean;
}

/** Leads. What a person hands over at once; the whole is saved as a file. */
export const MOST_IDS = 50_000;

/**
 * The ids of the leads, each once, in their order.
 *
 * @param column position of the id in a row
 */
export async function readLeadIds(rows: Rows, column: number, signal: AbortSignal): Promise<LeadIds> {
  const ids = new Set<string>();
  let without = 0;
  for (let offset = 0; offset < MOST_IDS; offset += PAGE_LIMIT) {
    const page = await callUntil('export:rows', { ...rows, offset, limit: PAGE_LIMIT }, signal);
    for (const { cells } of page.rows) {
      const id = cells[column] ?? '';
      if (id === '') without += 1;
      else ids.add(id);
    }
    if (page.rows.length < PAGE_LIMIT) return { ids: [...ids], without, isCut: false };
  }
  return { ids: [...ids], without, isCut: true };
}

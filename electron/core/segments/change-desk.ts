import type { DatabaseSync } from 'node:sqlite';
import { openDurable } from '../storage/database.ts';
import { ChangeLeads, type LeadFilter, type LeadPage } from './change-leads.ts';
import type { ChangeAnswers, ChangeRequest } from './change-messages.ts';
import { PreparedLists } from './prepared-lists.ts';

/** Answers what is asked of the leads of changes: it has the lists that are prepared, and the journals that it opened. */
export class ChangeDesk {
  readonly #pause: () => Promise<void>;
  readonly #lists = new PreparedLists();
  #open: { readonly path: string; readonly journal: DatabaseSync } | null = null;

  /** @param pause other work runs */
  constructor(pause: () => Promise<void>) {
    this.#pause = pause;
  }

  async answer(request: ChangeRequest): Promise<ChangeAnswers[keyof ChangeAnswers]> {
    const leads = this.#leadsIn(request.journal);
    const lists = this.#lists;
    switch (request.kind) {
      case 'add':
        lists.add(request.id, request.ids);
        return null;
      case 'prepare':
        return lists.prepare(request, leads);
      case 'forget':
        lists.forget(request.id);
        return null;
      case 'keep': {
        const { change } = request;
        const ids = lists.find(change.id);
        if (ids === null) return false;
        await leads.keep(change, ids);
        lists.forget(change.id);
        return true;
      }
      case 'leftOpen': {
        const { id, segmentId, kind } = request.change;
        return leads.leftOpen(segmentId, kind, lists.find(id) ?? []);
      }
      case 'page': {
        const ids = lists.find(request.id);
        return ids === null ? leads.page(request.id, request.filter) : preparedPage(ids, request.filter);
      }
      case 'members':
        return leads.members(request);
      case 'remove':
        await leads.remove(request.id);
        return null;
    }
  }

  #leadsIn(path: string): ChangeLeads {
    if (this.#open?.path !== path) {
      this.close();
      this.#open = { path, journal: openDurable(path) };
    }
    return new ChangeLeads(this.#open.journal, this.#pause);
  }

  close(): void {
    this.#open?.journal.close();
    this.#open = null;
  }
}

/** A page of a list of which nothing was sent yet. */
function preparedPage(ids: readonly string[], { state, search, offset, limit }: LeadFilter): LeadPage {
  const part = search.toLowerCase();
  const found = state === null || state === 'waiting' ? ids.filter((id) => id.toLowerCase().includes(part)) : [];
  const leads = found
    .slice(offset, offset + limit)
    .map((leadId) => ({ leadId, batch: 0, state: 'waiting' as const, reason: '' }));
  return { total: found.length, leads };
}

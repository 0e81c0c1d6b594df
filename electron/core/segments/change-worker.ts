import { letOtherWorkRun, serveThread } from '../threads/thread-server.ts';
import { openDurable } from '../storage/database.ts';
import { ChangeLeads, type LeadFilter, type LeadPage } from './change-leads.ts';
import type { ChangeAnswers, ChangeRequest } from './change-messages.ts';
import { PreparedLists } from './prepared-lists.ts';

/** The thread that has the leads of changes, so that the one that paces imports never waits for a long list. */
let open: { readonly path: string; readonly journal: ReturnType<typeof openDurable> } | null = null;
const lists = new PreparedLists();

function leadsIn(path: string): ChangeLeads {
  if (open?.path !== path) {
    open?.journal.close();
    open = { path, journal: openDurable(path) };
  }
  return new ChangeLeads(open.journal, letOtherWorkRun);
}

async function answer(request: ChangeRequest): Promise<ChangeAnswers[keyof ChangeAnswers]> {
  const leads = leadsIn(request.journal);
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

/** A page of a list of which nothing was sent yet. */
function preparedPage(ids: readonly string[], { state, search, offset, limit }: LeadFilter): LeadPage {
  const part = search.toLowerCase();
  const found = state === null || state === 'waiting' ? ids.filter((id) => id.toLowerCase().includes(part)) : [];
  const leads = found
    .slice(offset, offset + limit)
    .map((leadId) => ({ leadId, batch: 0, state: 'waiting' as const, reason: '' }));
  return { total: found.length, leads };
}

serveThread<ChangeRequest, ChangeAnswers[keyof ChangeAnswers]>({
  answer,
  close: () => open?.journal.close(),
  order: 'one by one',
});

import { randomUUID } from 'node:crypto';
import type { ChannelArgs, CoreChannelName } from '../../../../shared/contract/channels.ts';
import type { QueryFile, SavedQuery } from '../../../../shared/contract/exports/saved-queries.ts';
import { Failure, invalid, notFound } from '../../foundation/failure.ts';
import type { FeatureServices, Handlers } from '../../sessions/feature.ts';
import type { AccountSession } from '../../sessions/session.ts';
import { readQuery, writeQuery } from './query-file.ts';
import { SavedQueryStore } from './saved-query-store.ts';

export type SavedQueryChannel = Extract<CoreChannelName, `query:${string}`>;

/** Characters of a name that are kept when a number is put behind it. */
const NAME_BEFORE_NUMBER = 90;

/** Queries that the person at the account saved under a name. */
export function openSavedQueries(
  services: Pick<FeatureServices, 'clock' | 'grantedFile'>,
  { journal }: Pick<AccountSession, 'journal'>,
): Handlers<SavedQueryChannel> {
  const store = new SavedQueryStore(journal);

  /** @throws Failure `notFound` */
  function find(queryId: string): SavedQuery {
    const found = store.find(queryId);
    if (!found) throw notFound('This saved query was deleted. What it says is still in the fields; save it again.');
    return found;
  }

  /** @throws Failure `notFound`, or `file` for one that a damage has made unreadable */
  function findWhole(queryId: string): SavedQuery {
    const found = find(queryId);
    if (found.isDamaged !== true) return found;
    const message = `What was saved as "${found.name}" is damaged and cannot be read. Delete it and save the query again.`;
    throw new Failure({ code: 'file', reason: 'damaged', message });
  }

  function keep({ name, query }: Pick<QueryFile, 'name' | 'query'>, id: string = randomUUID()): SavedQuery {
    const saved = { id, name, query, savedAt: services.clock.wallNow() };
    store.save(saved);
    return saved;
  }

  function save({ queryId, name, query }: ChannelArgs<'query:save'>): SavedQuery {
    const id = queryId === null ? undefined : findWhole(queryId).id;
    const taken = store.named(name);
    if (taken !== undefined && taken.id !== id) {
      const message = `There is a saved query "${taken.name}" already. Choose another name.`;
      throw invalid(message, [{ path: 'name', message }]);
    }
    return keep({ name, query }, id);
  }

  function freeName(name: string): string {
    let free = name;
    for (let count = 2; store.named(free); count += 1) free = `${name.slice(0, NAME_BEFORE_NUMBER)} ${count}`;
    return free;
  }

  return {
    'query:list': async () => ({ queries: store.all() }),
    'query:save': async (args) => save(args),
    'query:remove': async ({ queryId }) => {
      store.remove(find(queryId).id);
      return {};
    },
    'query:export': async ({ queryId, token }) => writeQuery(findWhole(queryId), services.grantedFile(token, 'write')),
    'query:import': async ({ token }) => {
      const { name, query } = readQuery(services.grantedFile(token, 'read'));
      return keep({ name: freeName(name), query });
    },
  };
}

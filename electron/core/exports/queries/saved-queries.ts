import { randomUUID } from 'node:crypto';
import type { ChannelArgs, CoreChannelName } from '../../../../shared/contract/channels.ts';
import type { QueryFile, SavedQuery } from '../../../../shared/contract/exports/saved-queries.ts';
import { Failure, invalid, notFound } from '../../foundation/failure.ts';
import type { FeatureServices, Handlers } from '../../sessions/feature.ts';
import type { AccountSession } from '../../sessions/session.ts';
import type { SharedText, SharedTexts } from '../../foundation/shared-texts.ts';
import { type Listed, SharedByName, sharingOf } from '../../foundation/shared-by-name.ts';
import { readQueryFile, writeQueryFile } from '../../../../shared/domain/service/queries/query-file.ts';
import { readQuery, writeQuery } from './query-file.ts';
import { SavedQueryStore } from './saved-query-store.ts';

export type SavedQueryChannel = Extract<CoreChannelName, `query:${string}`>;

/** Characters of a name that are kept when a number is put behind it. */
const NAME_BEFORE_NUMBER = 90;

/** Queries that the person at the account saved under a name. */
export function openSavedQueries(
  services: Pick<FeatureServices, 'clock' | 'grantedFile' | 'emit'>,
  { journal }: Pick<AccountSession, 'journal'>,
  texts: SharedTexts,
): Handlers<SavedQueryChannel> {
  const store = new SavedQueryStore(journal);
  const shared = new SharedByName<SavedQuery>({ kind: 'query', texts, write: writeQueryFile, read: queryOf });
  const all = () => shared.list(store.all());
  // Of the views, too.
  texts.onHeard((isNew) => isNew && services.emit('query:heard', {}));

  /** @throws Failure `notFound` */
  function find(queryId: string): Listed<SavedQuery> {
    const found = all().find(({ item }) => item.id === queryId);
    if (!found) throw notFound('This saved query was deleted. What it says is still in the fields; save it again.');
    return found;
  }

  /** @throws Failure `notFound`, or `file` for one that a damage has made unreadable */
  function findWhole(queryId: string): Listed<SavedQuery> {
    const found = find(queryId);
    if (found.item.isDamaged !== true) return found;
    const message = `What was saved as "${found.item.name}" is damaged and cannot be read. Delete it and save the query again.`;
    throw new Failure({ code: 'file', reason: 'damaged', message });
  }

  function keep({ name, query }: Pick<QueryFile, 'name' | 'query'>, id: string = randomUUID()): SavedQuery {
    const saved = { id, name, query, savedAt: services.clock.wallNow() };
    store.save(saved);
    return saved;
  }

  function save({ queryId, name, query }: ChannelArgs<'query:save'>): SavedQuery {
    const before = queryId === null ? undefined : findWhole(queryId);
    // One of a colleague becomes one of this computer.
    const id = before === undefined ? undefined : (store.find(before.item.id)?.id ?? randomUUID());
    const taken = store.named(name);
    if (taken !== undefined && taken.id !== id) {
      const message = `There is a saved query "${taken.name}" already. Choose another name.`;
      throw invalid(message, [{ path: 'name', message }]);
    }
    const kept = keep({ name, query }, id);
    shared.saved(kept, before);
    return kept;
  }

  function freeName(name: string): string {
    let free = name;
    for (let count = 2; store.named(free); count += 1) free = `${name.slice(0, NAME_BEFORE_NUMBER)} ${count}`;
    return free;
  }

  return {
    'query:list': async () => {
      shared.hear();
      const queries = all().map(({ item, key, from }) => ({ ...item, ...sharingOf(key, from) }));
      return { queries, ...(shared.isTeam ? { isInTeam: true } : {}) };
    },
    'query:share': async ({ queryId, isShared }) => {
      if (isShared) shared.share(findWhole(queryId).item);
      else shared.stop(find(queryId));
      return {};
    },
    'query:save': async (args) => save(args),
    'query:remove': async ({ queryId }) => {
      shared.stop(find(queryId));
      store.remove(queryId);
      return {};
    },
    'query:export': async ({ queryId, token }) =>
      writeQuery(findWhole(queryId).item, services.grantedFile(token, 'write')),
    'query:import': async ({ token }) => {
      const { name, query } = readQuery(services.grantedFile(token, 'read'));
      return keep({ name: freeName(name), query });
    },
  };
}

function queryOf({ id, text, at }: SharedText, own: SavedQuery | null): SavedQuery | null {
  const reading = readQueryFile(text, '');
  return reading.ok ? { id: own?.id ?? id, name: reading.file.name, query: reading.file.query, savedAt: at } : null;
}

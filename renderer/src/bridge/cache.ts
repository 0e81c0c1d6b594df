import { QueryClient } from '@tanstack/react-query';
import type { AccountSummary } from '../../../shared/contract/account/account.ts';
import type {
  ChannelInput,
  ChannelName,
  ChannelResult,
  EventName,
  EventPayload,
} from '../../../shared/contract/channels.ts';
import { CallError } from './call-error.ts';
import { forgetSequence, newest, withNewest, withSnapshot } from './snapshots.ts';

/** Parts of the cache that belong to one account and are wrong for another. */
const accountAreas = ['job', 'export', 'segment', 'quota', 'import', 'mapping'];

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The host is this computer: it answers or it is gone, and being offline says nothing about it.
        networkMode: 'always',
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: 30_000,
        // Anything that is not an expected failure is a bug and goes to the error boundary.
        throwOnError: (error) => !(error instanceof CallError),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

export function queryKey<Name extends ChannelName>(
  name: Name,
  args: ChannelInput<Name>,
): readonly [Name, ChannelInput<Name>] {
  return [name, args];
}

/** What is in the cache for a channel, typed by the contract. */
function cached<Name extends ChannelName>(
  client: QueryClient,
  name: Name,
  args: ChannelInput<Name>,
): ChannelResult<Name> | undefined {
  return client.getQueryData<ChannelResult<Name>>(queryKey(name, args));
}

/** Changes what is in the cache; does nothing when the channel was never read. */
function change<Name extends ChannelName>(
  client: QueryClient,
  name: Name,
  args: ChannelInput<Name>,
  update: (known: ChannelResult<Name>) => ChannelResult<Name>,
): void {
  client.setQueryData<ChannelResult<Name>>(queryKey(name, args), (known) =>
    known === undefined ? undefined : update(known),
  );
}

/** An answer that was just read, unless an event has told something newer meanwhile. */
export function reconciled<Name extends ChannelName>(
  client: QueryClient,
  name: Name,
  args: ChannelInput<Name>,
  read: ChannelResult<Name>,
): ChannelResult<Name> {
  const known = cached(client, name, args);
  if (known === undefined) return read;
  return merge(name, known, read);
}

function merge<Name extends ChannelName>(
  name: Name,
  known: ChannelResult<Name>,
  read: ChannelResult<Name>,
): ChannelResult<Name> {
  type Any = ChannelResult<Name>;
  switch (name) {
    case 'job:list': {
      const [before, after] = [known as ChannelResult<'job:list'>, read as ChannelResult<'job:list'>];
      return { jobs: withNewest(before.jobs, after.jobs) } as Any;
    }
    case 'job:get': {
      const [before, after] = [known as ChannelResult<'job:get'>, read as ChannelResult<'job:get'>];
      return { ...after, summary: newest(before.summary, after.summary) } as Any;
    }
    case 'export:list': {
      const [before, after] = [known as ChannelResult<'export:list'>, read as ChannelResult<'export:list'>];
      return { exports: withNewest(before.exports, after.exports) } as Any;
    }
    case 'export:get':
      return newest(known as ChannelResult<'export:get'>, read as ChannelResult<'export:get'>) as Any;
    case 'quota:snapshot':
      return newest(known as ChannelResult<'quota:snapshot'>, read as ChannelResult<'quota:snapshot'>) as Any;
    default:
      return read;
  }
}

/** Puts an event into the cache. Events that only some page wants are not known here; see `useEvent`. */
export function applyEvent<Name extends EventName>(client: QueryClient, name: Name, payload: EventPayload<Name>): void {
  switch (name) {
    case 'account:changed':
      applyAccounts(client, payload as EventPayload<'account:changed'>);
      break;
    case 'job:progress': {
      const job = payload as EventPayload<'job:progress'>;
      if (belongsToOther(client, job.accountId)) break;
      change(client, 'job:list', {}, (known) => ({ jobs: withSnapshot(known.jobs, job) }));
      change(client, 'job:get', { jobId: job.id }, (known) => ({ ...known, summary: newest(known.summary, job) }));
      break;
    }
    case 'job:removed': {
      const { jobId } = payload as EventPayload<'job:removed'>;
      change(client, 'job:list', {}, (known) => ({ jobs: known.jobs.filter((job) => job.id !== jobId) }));
      client.removeQueries({ queryKey: queryKey('job:get', { jobId }) });
      break;
    }
    case 'export:progress': {
      const summary = payload as EventPayload<'export:progress'>;
      if (belongsToOther(client, summary.accountId)) break;
      change(client, 'export:list', {}, (known) => ({ exports: withSnapshot(known.exports, summary) }));
      change(client, 'export:get', { exportId: summary.id }, (known) => newest(known, summary));
      break;
    }
    case 'quota:pulse': {
      const pulse = payload as EventPayload<'quota:pulse'>;
      if (pulse.accountId !== null && belongsToOther(client, pulse.accountId)) break;
      client.setQueryData<ChannelResult<'quota:snapshot'>>(queryKey('quota:snapshot', {}), (known) =>
        known !== undefined && known.accountId === pulse.accountId ? newest(known, pulse) : pulse,
      );
      break;
    }
    case 'preferences:changed':
      client.setQueryData(queryKey('preferences:get', {}), payload);
      break;
    case 'core:state':
      if ((payload as EventPayload<'core:state'>).state === 'running') afterRestart(client);
      break;
    default:
      break;
  }
}

/** A change's own answer is at least as new as any event, and arrives where events may be late. */
export function absorb<Name extends ChannelName>(client: QueryClient, name: Name, result: ChannelResult<Name>): void {
  switch (name) {
    case 'job:pause':
    case 'job:resume':
    case 'job:stop':
    case 'job:decide':
    case 'import:start':
      applyEvent(client, 'job:progress', result as ChannelResult<'job:pause'>);
      if (name === 'import:start')
        for (const stale of ['import:drafts', 'import:campaigns']) void client.invalidateQueries({ queryKey: [stale] });
      break;
    case 'export:start':
    case 'export:cancel':
      applyEvent(client, 'export:progress', result as ChannelResult<'export:start'>);
      break;
    case 'export:delete':
      void client.invalidateQueries({ queryKey: ['export:list'] });
      break;
    case 'quota:refresh':
    case 'quota:reserve':
      applyEvent(client, 'quota:pulse', result as ChannelResult<'quota:refresh'>);
      break;
    case 'quota:probe':
      applyEvent(client, 'quota:pulse', (result as ChannelResult<'quota:probe'>).snapshot);
      break;
    case 'account:activate':
    case 'account:remove':
    case 'account:signOut':
      applyAccounts(client, result as ChannelResult<'account:activate'>);
      break;
    case 'account:connect':
    case 'account:practice':
    case 'account:signIn':
    case 'account:dialect':
      void client.invalidateQueries({ queryKey: ['account:list'] });
      break;
    case 'import:openSample':
    case 'import:open':
    case 'import:saveDraft':
    case 'import:reread':
      applyDraft(client, result as ChannelResult<'import:reread'>, name === 'import:reread');
      break;
    case 'import:deleteDraft':
      void client.invalidateQueries({ queryKey: ['import:drafts'] });
      break;
    case 'mapping:save':
    case 'mapping:remove':
    case 'mapping:import':
    case 'mapping:use':
      void client.invalidateQueries({ queryKey: ['mapping:list'] });
      void client.invalidateQueries({ queryKey: ['mapping:match'] });
      break;
    case 'segment:list':
      client.setQueryData(queryKey('segment:list', { refresh: false }), result);
      break;
    case 'preferences:set':
      applyEvent(client, 'preferences:changed', result as ChannelResult<'preferences:set'>);
      break;
    default:
      break;
  }
}

/** A draft that was read in another way has other rows, too. */
function applyDraft(client: QueryClient, draft: ChannelResult<'import:draft'>, isReadAgain: boolean): void {
  client.setQueryData(queryKey('import:draft', { draftId: draft.id }), draft);
  void client.invalidateQueries({ queryKey: ['import:drafts'] });
  if (!isReadAgain) return;
  void client.resetQueries({ queryKey: ['import:rows'] });
  void client.resetQueries({ queryKey: ['import:sentRow'] });
}

function activeId(client: QueryClient): string | null | undefined {
  return cached(client, 'account:list', {})?.activeId;
}

function belongsToOther(client: QueryClient, accountId: string): boolean {
  const active = activeId(client);
  return active !== undefined && active !== null && active !== accountId;
}

function applyAccounts(client: QueryClient, list: { accounts: AccountSummary[]; activeId: string | null }): void {
  const before = activeId(client);
  client.setQueryData(queryKey('account:list', {}), list);
  if (before === undefined || before === list.activeId) return;
  forgetAccount(client);
}

/** Another account: nothing of the former may be seen, not even for a moment. */
export function forgetAccount(client: QueryClient): void {
  void client.resetQueries({
    predicate: ({ queryKey: [name] }) =>
      typeof name === 'string' && (name === 'account:users' || accountAreas.includes(name.split(':')[0] ?? '')),
  });
}

function afterRestart(client: QueryClient): void {
  change(client, 'job:list', {}, (known) => ({ jobs: known.jobs.map(forgetSequence) }));
  change(client, 'export:list', {}, (known) => ({ exports: known.exports.map(forgetSequence) }));
  change(client, 'quota:snapshot', {}, forgetSequence);
  for (const [key, detail] of client.getQueriesData<ChannelResult<'job:get'>>({ queryKey: ['job:get'] })) {
    if (detail !== undefined) client.setQueryData(key, { ...detail, summary: forgetSequence(detail.summary) });
  }
  for (const [key, summary] of client.getQueriesData<ChannelResult<'export:get'>>({ queryKey: ['export:get'] })) {
    if (summary !== undefined) client.setQueryData(key, forgetSequence(summary));
  }
  void client.invalidateQueries();
}

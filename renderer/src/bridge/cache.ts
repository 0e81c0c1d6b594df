// Why: decision 0061.
import { type InvalidateQueryFilters, QueryClient } from '@tanstack/react-query';
import {
  type CacheEffect,
  cachedChannels,
  cachedEvents,
  type ChannelInput,
  type ChannelName,
  channelNames,
  type ChannelResult,
  type EventName,
  type EventPayload,
  isChannelName,
} from '../../../shared/contract/channels.ts';
import {
  type ChangeSnapshot,
  type EachSnapshot,
  forgetSequence,
  withNewest,
} from '../../../shared/contract/snapshots.ts';
import { CallError } from './call-error.ts';

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The host is on this computer and answers without a network.
        networkMode: 'always',
        retry: false,
        refetchOnWindowFocus: false,
        refetchOnReconnect: false,
        staleTime: 30_000,
        // An error that is not a `CallError` is a bug and goes to the error boundary.
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

/** The answer `read`, with the newer snapshots that arrived as events while it was being read. */
export function reconciled<Name extends ChannelName>(
  client: QueryClient,
  name: Name,
  args: ChannelInput<Name>,
  read: ChannelResult<Name>,
): ChannelResult<Name> {
  const known = client.getQueryData<ChannelResult<Name>>(queryKey(name, args));
  const each = eachSnapshotOf(name);
  return known === undefined || each === undefined ? read : withNewest(each, known, read);
}

/** Applies an answer to the cache as its channel declares it in the contract. */
export function applyAnswer<Name extends ChannelName>(
  client: QueryClient,
  name: Name,
  result: ChannelResult<Name>,
): void {
  const changes: readonly CacheEffect<ChannelResult<Name>>[] = cachedChannels[name].changes;
  applyEffects(client, changes, result);
}

/** Applies an event to the cache as the contract declares it. A screen that needs an event for itself has `useEvent`. */
export function applyEvent<Name extends EventName>(client: QueryClient, name: Name, payload: EventPayload<Name>): void {
  const declared: {
    readonly changes: readonly CacheEffect<EventPayload<Name>>[];
    readonly accountId?: (payload: EventPayload<Name>) => string | null;
  } = cachedEvents[name];
  const accountId = declared.accountId?.(payload) ?? null;
  const active = activeId(client) ?? null;
  if (accountId !== null && active !== null && accountId !== active) return;
  applyEffects(client, declared.changes, payload);
}

function applyEffects<Payload>(client: QueryClient, effects: readonly CacheEffect<Payload>[], payload: Payload): void {
  const activeBefore = activeId(client);
  for (const effect of effects) applyEffect(client, effect, payload, activeBefore);
}

/** `activeBefore`: the account in use before the first effect; undefined when it was not known. */
function applyEffect<Payload>(
  client: QueryClient,
  effect: CacheEffect<Payload>,
  payload: Payload,
  activeBefore: string | null | undefined,
): void {
  switch (effect.does) {
    case 'reread':
      readAgain(client, effect.channel);
      return;
    case 'forget':
      forget(client, (name) => name === effect.channel);
      return;
    // The contract types each channel with its answer; TypeScript loses that in a union of channels.
    case 'put':
    case 'update': {
      const answer = effect.answer as (payload: Payload, known: unknown) => unknown;
      const key = [effect.channel, effect.args(payload)];
      if (effect.does === 'put') client.setQueryData<unknown>(key, (known: unknown) => answer(payload, known));
      else update(client, key, (known) => answer(payload, known));
      return;
    }
    case 'sameAsEvent':
      applyEvent(client, effect.event, effect.payload(payload));
      return;
    case 'switchAccount':
      // No answer of the former account may appear, not even for a moment.
      if (activeBefore !== undefined && activeBefore !== effect.activeId(payload))
        forget(client, (name) => cachedChannels[name].isOfEveryAccount !== true);
      return;
    case 'startAnew':
      if (effect.when(payload)) startAnew(client);
  }
}

/**
 * Changes a kept answer. An answer that is being read for the first time is changed when it has arrived: it may be older
 * than the event, and the last event of a job or an export is not repeated.
 */
function update(client: QueryClient, queryKey: readonly unknown[], change: (known: unknown) => unknown): void {
  const apply = (): void => {
    client.setQueryData<unknown>(queryKey, (known: unknown) => (known === undefined ? undefined : change(known)));
  };
  const query = client.getQueryCache().find({ queryKey, exact: true });
  if (query?.state.data !== undefined) apply();
  // The screen that asked shows a failed reading.
  else query?.promise?.then(apply, () => undefined);
}

function eachSnapshotOf<Name extends ChannelName>(name: Name): EachSnapshot<ChannelResult<Name>> | undefined {
  const declared: { readonly snapshots?: EachSnapshot<ChannelResult<Name>> } = cachedChannels[name];
  return declared.snapshots;
}

function activeId(client: QueryClient): string | null | undefined {
  return client.getQueryData<ChannelResult<'account:list'>>(queryKey('account:list', {}))?.activeId;
}

/** The sequences of a new core begin again, so each of its snapshots counts as newer than the kept one. */
function startAnew(client: QueryClient): void {
  for (const name of channelNames) {
    const each = eachSnapshotOf(name) as ((answer: unknown, change: ChangeSnapshot) => unknown) | undefined;
    if (each === undefined) continue;
    for (const [key, answer] of client.getQueriesData<unknown>({ queryKey: [name] }))
      if (answer !== undefined) client.setQueryData(key, each(answer, forgetSequence));
  }
  readAgain(client);
}

/**
 * Reads the answers on the screen again, and the others when they are shown. A failed reading keeps its error with the
 * query, and its screen shows it.
 */
function readAgain(client: QueryClient, channel?: ChannelName): void {
  const meant = channel === undefined ? {} : { queryKey: [channel] };
  const read = (filters: InvalidateQueryFilters): void => {
    client.invalidateQueries(filters).catch((error: unknown) => reportError(error));
  };
  // An answer that is being read for the first time may be older than the change, and is not read anew before it has arrived.
  for (const { state, promise, queryKey: key } of client.getQueryCache().findAll({ ...meant, fetchStatus: 'fetching' }))
    if (state.data === undefined)
      promise?.then(
        () => read({ queryKey: key, exact: true }),
        () => undefined,
      );
  read(meant);
}

/** Removes answers and reads those on the screen again. Failures as with `readAgain`. */
function forget(client: QueryClient, isMeant: (name: ChannelName) => boolean): void {
  client
    .resetQueries({
      predicate: ({ queryKey: [name] }) => typeof name === 'string' && isChannelName(name) && isMeant(name),
    })
    .catch((error: unknown) => reportError(error));
}

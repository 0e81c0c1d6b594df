import {
  keepPreviousData,
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import type { AccountSummary, ShownAccount } from '../../../shared/contract/account/account.ts';
import {
  eventNames,
  type ChannelInput,
  type ChannelName,
  type ChannelResult,
  type EventName,
  type EventPayload,
} from '../../../shared/contract/channels.ts';
import { link, useLink } from '../lib/link.ts';
import { applyAnswer, applyEvent, queryKey, reconciled } from './cache.ts';
import type { CallError } from './call-error.ts';
import { call, onAnswer, onEvent } from './client.ts';

export interface ChannelOptions {
  /** False: the channel is not read yet. */
  readonly enabled?: boolean;
  /** Milliseconds for which an answer counts as fresh. Most answers are also kept up to date by events. */
  readonly staleTime?: number;
  /**
   * Reads again when the window gets the focus. For what other programs change: the core sends events only for its own
   * changes.
   */
  readonly rereadOnFocus?: boolean;
  /** Keeps the former answer on the screen while the answer to other arguments is being read. */
  readonly keepPrevious?: boolean;
}

/** Reads a channel and keeps its answer up to date with the host's events. */
export function useChannel<Name extends ChannelName>(
  name: Name,
  args: ChannelInput<Name>,
  { rereadOnFocus = false, keepPrevious = false, ...options }: ChannelOptions = {},
): UseQueryResult<ChannelResult<Name>, CallError> {
  const client = useQueryClient();
  const isLive = useLink().state === 'live';
  const query = useQuery<ChannelResult<Name>, CallError>({
    queryKey: queryKey(name, args),
    queryFn: async () => reconciled(client, name, args, await call(name, args)),
    ...options,
    refetchOnMount: isLive,
    ...(keepPrevious ? { placeholderData: keepPreviousData } : {}),
  });
  useRereadOnFocus(query.refetch, rereadOnFocus);
  return isLive ? query : asLastKnown(query);
}

/** Known values stay as they are while nobody answers: that the last reading failed is said once, for the whole page. */
function asLastKnown<Answer>(query: UseQueryResult<Answer, CallError>): UseQueryResult<Answer, CallError> {
  if (query.status !== 'error' || query.data === undefined) return query;
  return {
    ...query,
    error: null,
    status: 'success',
    isError: false,
    isRefetchError: false,
    isSuccess: true,
  } as UseQueryResult<Answer, CallError>;
}

/** The query library's own focus events follow the visibility of the page and miss a window that was beside another. */
function useRereadOnFocus(refetch: () => Promise<unknown>, isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return;
    const reread = () => startRefetch(refetch);
    window.addEventListener('focus', reread);
    return () => window.removeEventListener('focus', reread);
  }, [refetch, isWanted]);
}

/**
 * Reads a channel again, for a person or an event that does not wait for the end. A failed reading keeps its error with
 * the query, and the screen shows it.
 * @param refetch the `refetch` of `useChannel`
 */
export function startRefetch(refetch: () => Promise<unknown>): void {
  // Known values stay on the screen: nobody is there who would answer.
  if (link.get().state !== 'live') return;
  refetch().catch((error: unknown) => reportError(error));
}

/** Reads a channel again at an interval while the component is shown: for what changes without an event. */
export function useRereadEvery(refetch: () => Promise<unknown>, milliseconds: number, isWanted = true): void {
  useEffect(() => {
    if (!isWanted) return;
    const timer = window.setInterval(() => startRefetch(refetch), milliseconds);
    return () => window.clearInterval(timer);
  }, [refetch, milliseconds, isWanted]);
}

/** A call that a person starts. Its answer is in the cache before the caller's `onSuccess` runs. */
export function useChannelMutation<Name extends ChannelName>(
  name: Name,
): UseMutationResult<ChannelResult<Name>, CallError, ChannelInput<Name>> {
  return useMutation<ChannelResult<Name>, CallError, ChannelInput<Name>>({
    mutationKey: [name],
    mutationFn: (args) => call(name, args),
  });
}

/** Listens to an event while the component is mounted. */
export function useEvent<Name extends EventName>(name: Name, listener: (payload: EventPayload<Name>) => void): void {
  const latest = useEffectEvent(listener);
  useEffect(() => onEvent(name, (payload) => latest(payload)), [name]);
}

/** For the root component only: applies every answer and every event to the cache. */
export function useCacheUpdates(): void {
  const client = useQueryClient();
  useEffect(() => {
    const ends = [onEvent('core:state', ({ state, message }) => link.core(state, message))];
    for (const name of eventNames) ends.push(onEvent(name, (payload) => applyEvent(client, name, payload)));
    ends.push(onAnswer((name, result) => applyAnswer(client, name, result)));
    return () => {
      for (const end of ends) end();
    };
  }, [client]);
}

/** Reads all answers of a channel again, even when they count as fresh. */
export function useReread(): (name: ChannelName) => Promise<void> {
  const client = useQueryClient();
  return (name) => client.invalidateQueries({ queryKey: [name] });
}

/** The account in use; null when there is none, undefined while it is not known yet. */
export function useActiveAccount(): AccountSummary | null | undefined {
  const { data } = useChannel('account:list', {});
  if (data === undefined) return undefined;
  return data.accounts.find((account) => account.id === data.activeId) ?? null;
}

/** The account in use as this page shows it now; undefined when it shows none. */
export function useShownAccount(): ShownAccount | undefined {
  const account = useActiveAccount();
  return account ? { id: account.id, address: account.address } : undefined;
}

import {
  useMutation,
  useQuery,
  useQueryClient,
  type UseMutationResult,
  type UseQueryResult,
} from '@tanstack/react-query';
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';
import type { AccountSummary } from '../../../shared/contract/account/account.ts';
import {
  eventNames,
  type ChannelInput,
  type ChannelName,
  type ChannelResult,
  type EventName,
  type EventPayload,
} from '../../../shared/contract/channels.ts';
import { applyAnswer, applyEvent, queryKey, reconciled } from './cache.ts';
import type { CallError } from './call-error.ts';
import { call, connection, onAnswer, onEvent } from './client.ts';
import type { ConnectionState } from './connection.ts';

export interface ChannelOptions {
  /** False: not asked yet. */
  readonly enabled?: boolean;
  /** Milliseconds an answer counts as fresh; events keep most of them fresh by themselves. */
  readonly staleTime?: number;
  /**
   * Reads again when the window gets the focus back. For what other programs change without an event here; what the core
   * knows of comes as an event.
   */
  readonly rereadOnFocus?: boolean;
  /** Keeps showing the former answer while another with other arguments is read. */
  readonly keepPrevious?: boolean;
}

/** Reads a channel and keeps its answer up to date with the host's events. */
export function useChannel<Name extends ChannelName>(
  name: Name,
  args: ChannelInput<Name>,
  options: ChannelOptions = {},
): UseQueryResult<ChannelResult<Name>, CallError> {
  const client = useQueryClient();
  const query = useQuery<ChannelResult<Name>, CallError>({
    queryKey: queryKey(name, args),
    queryFn: async () => reconciled(client, name, args, await call(name, args)),
    ...(options.enabled === undefined ? {} : { enabled: options.enabled }),
    ...(options.staleTime === undefined ? {} : { staleTime: options.staleTime }),
    ...(options.keepPrevious === true ? { placeholderData: keepFormer } : {}),
  });
  useRereadOnFocus(query.refetch, options.rereadOnFocus === true);
  return query;
}

/** Not the query library's own: it hears only of a page that was hidden, not of a window beside another one. */
function useRereadOnFocus(refetch: () => Promise<unknown>, isWanted: boolean): void {
  useEffect(() => {
    if (!isWanted) return;
    // A failed reading is kept with the query, and the screen says so.
    const reread = () => void refetch();
    window.addEventListener('focus', reread);
    return () => window.removeEventListener('focus', reread);
  }, [refetch, isWanted]);
}

function keepFormer<Value>(former: Value | undefined): Value | undefined {
  return former;
}

/** Something a person does. The answer is in the cache before `onSuccess` of the caller runs. */
export function useChannelMutation<Name extends ChannelName>(
  name: Name,
): UseMutationResult<ChannelResult<Name>, CallError, ChannelInput<Name>> {
  return useMutation<ChannelResult<Name>, CallError, ChannelInput<Name>>({
    mutationKey: [name],
    mutationFn: (args) => call(name, args),
  });
}

/** Listens for as long as the component is shown. */
export function useEvent<Name extends EventName>(name: Name, listener: (payload: EventPayload<Name>) => void): void {
  const latest = useEffectEvent(listener);
  useEffect(() => onEvent(name, (payload) => latest(payload)), [name]);
}

/** Used once, at the root: every answer and every event goes into the cache. */
export function useCacheUpdates(): void {
  const client = useQueryClient();
  useEffect(() => {
    const ends = eventNames.map((name) => onEvent(name, (payload) => applyEvent(client, name, payload)));
    ends.push(onAnswer((name, result) => applyAnswer(client, name, result)));
    return () => {
      for (const end of ends) end();
    };
  }, [client]);
}

/** Reads a channel again although its answer still counts as fresh. */
export function useReread(): (name: ChannelName) => Promise<void> {
  const client = useQueryClient();
  return (name) => client.invalidateQueries({ queryKey: [name] });
}

export function useConnection(): ConnectionState {
  return useSyncExternalStore(connection.subscribe, connection.get);
}

/** The account in use; null when there is none, undefined while it is not known yet. */
export function useActiveAccount(): AccountSummary | null | undefined {
  const { data } = useChannel('account:list', {});
  if (data === undefined) return undefined;
  return data.accounts.find((account) => account.id === data.activeId) ?? null;
}

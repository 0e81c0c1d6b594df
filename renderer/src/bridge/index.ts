export { createQueryClient } from './cache.ts';
export { CallError, isCancelled } from './call-error.ts';
export { acceptFile, call, callUntil, endCall, newCallId } from './client.ts';
export { goneMessage, lockedMessage } from './connection.ts';
export {
  startRefetch,
  useActiveAccount,
  useCacheUpdates,
  useChannel,
  useChannelMutation,
  useConnection,
  useEvent,
  useReread,
} from './hooks.ts';
export { useSave } from './use-save.ts';

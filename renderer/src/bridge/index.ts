export { createQueryClient } from './cache.ts';
export { CallError, isCancelled } from './call-error.ts';
export { acceptFile, call, callUntil, deliverFile, endCall, newCallId, onEvent } from './client.ts';
export { goneMessage, lockedMessage, type ConnectionState } from './connection.ts';
export {
  useActiveAccount,
  useCacheUpdates,
  useChannel,
  useChannelMutation,
  useConnection,
  useEvent,
  useReread,
  type ChannelOptions,
} from './hooks.ts';
export { useSave, type Saving } from './use-save.ts';

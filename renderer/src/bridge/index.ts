export { createQueryClient } from './cache.ts';
export { CallError, isCancelled } from './call-error.ts';
export { acceptFile, call, callUntil, endCall, newCallId } from './client.ts';
export {
  startRefetch,
  useActiveAccount,
  useShownAccount,
  useCacheUpdates,
  useChannel,
  useChannelMutation,
  useEvent,
  useReread,
  useRereadEvery,
} from './hooks.ts';
export { goneMessage, lockedMessage } from './link-words.ts';
export { fittingName, useSave } from './use-save.ts';

import { useChannel, useChannelMutation } from '../../../bridge/index.ts';
import { useIsAtLeast } from '../../../ui/layout/window-width.ts';

/** Pixels. In a lower window the whole query leaves no room for rows. */
const LOW = 600;

export interface Folding {
  readonly isFolded: boolean;
  readonly toggle: () => void;
}

/** Whether only the request of a query shows above its result. What a person chose once holds for every result. */
export function useFolding(): Folding {
  const { data: preferences } = useChannel('preferences:get', {});
  const { mutate } = useChannelMutation('preferences:set');
  const isLow = !useIsAtLeast(LOW, 'height');
  const isFolded = preferences?.queryFolded ?? isLow;
  return { isFolded, toggle: () => mutate({ queryFolded: !isFolded }) };
}

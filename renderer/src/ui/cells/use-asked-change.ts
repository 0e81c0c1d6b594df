import { useDebouncedValue } from '@mantine/hooks';

/** Milliseconds after a key: a preview goes through all rows. */
const TYPING_PAUSE = 200;

/**
 * The change to ask a preview of, a moment after the last key, and whether it is the one that the form says now: what is
 * checked is what is changed.
 */
export function useAskedChange<Change>(change: Change | null): { asked: Change | null; isCurrent: boolean } {
  const key = JSON.stringify(change);
  const [asked] = useDebouncedValue(key, TYPING_PAUSE);
  return { asked: JSON.parse(asked) as Change | null, isCurrent: asked === key && change !== null };
}

import { useDebouncedValue } from '@mantine/hooks';
import { useStable } from '../../lib/use-stable.ts';

/** Milliseconds after a key: a preview goes through all rows. */
const TYPING_PAUSE = 200;

/**
 * The change to ask a preview of, a moment after the last key, and whether it is the one that the form says now: what is
 * checked is what is changed.
 */
export function useAskedChange<Change>(change: Change | null): { asked: Change | null; isCurrent: boolean } {
  const wanted = useStable(change);
  const [asked] = useDebouncedValue(wanted, TYPING_PAUSE);
  return { asked, isCurrent: asked === wanted && wanted !== null };
}

import { useMediaQuery } from '@mantine/hooks';
import { breakpoint } from '../theme/tokens.ts';

/** Whether the window is at least this wide or high; known when a page is first rendered, or every page would be rendered twice. */
export function useIsAtLeast(pixels: number, side: 'width' | 'height' = 'width'): boolean {
  return useMediaQuery(`(min-${side}: ${pixels}px)`, undefined, { getInitialValueInEffect: false }) ?? true;
}

/** Pixels of a side panel for the window's width. */
export function usePanelWidth(widths: {
  readonly narrow: number;
  readonly normal: number;
  readonly wide: number;
}): number {
  const isWide = useIsAtLeast(breakpoint.wide);
  const isNormal = useIsAtLeast(breakpoint.normal);
  if (isWide) return widths.wide;
  return isNormal ? widths.normal : widths.narrow;
}

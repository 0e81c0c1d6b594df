import { useMediaQuery } from '@mantine/hooks';
import { breakpoint } from '../theme/tokens.ts';

/** Pixels of a side panel for the window's width. */
export function usePanelWidth(widths: {
  readonly narrow: number;
  readonly normal: number;
  readonly wide: number;
}): number {
  const isWide = useMediaQuery(`(min-width: ${breakpoint.wide}px)`);
  const isNormal = useMediaQuery(`(min-width: ${breakpoint.normal}px)`);
  if (isWide === true) return widths.wide;
  return isNormal === false ? widths.narrow : widths.normal;
}

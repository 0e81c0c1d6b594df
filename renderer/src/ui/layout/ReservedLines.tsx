import type { ReactNode } from 'react';

/** Reserves lines for text that comes and goes, so that nothing below moves. */
export function ReservedLines({
  lines,
  lineHeight = 16,
  children,
}: {
  readonly lines: number;
  readonly lineHeight?: number;
  readonly children?: ReactNode;
}) {
  return <div style={{ minHeight: lines * lineHeight }}>{children}</div>;
}

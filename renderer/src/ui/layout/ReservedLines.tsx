import type { ReactNode } from 'react';

/** Lines kept free for words that come and go, so that nothing below moves. */
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

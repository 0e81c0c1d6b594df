import type { ReactNode } from 'react';
import { format } from '../../lib/format.ts';
import { useAsOf } from '../../lib/link.ts';

interface AsOfProps {
  /** Between it and what stands before it. */
  readonly before?: string;
  /** What stands here while the program lives. */
  readonly children?: ReactNode;
}

/** Beside a live figure: from when it is, while the program behind the page is gone. */
export function AsOf({ before = '', children }: AsOfProps) {
  const at = useAsOf();
  return at === null ? children : <span className="tabular">{`${before}as of ${format.time(at)}`}</span>;
}

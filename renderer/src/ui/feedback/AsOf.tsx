import type { ReactNode } from 'react';
import { MINUTE } from '../../../../shared/domain/time/time.ts';
import { format } from '../../lib/format.ts';
import { useAsOf } from '../../lib/link.ts';
import { useClock } from '../../lib/use-now.ts';

interface AsOfProps {
  /** Between it and what stands before it. */
  readonly before?: string;
  /** What stands here while the program lives. */
  readonly children?: ReactNode;
}

/** Beside a live figure: from when it is, while the program behind the page is gone. */
export function AsOf({ before = '', children }: AsOfProps) {
  const at = useAsOf();
  return at === null ? children : <Since at={at} before={before} />;
}

/** Whoever comes back the next day reads the day, too. */
function Since({ at, before }: { readonly at: number; readonly before: string }) {
  const words = format.moment(at, useClock(MINUTE));
  return <span className="tabular">{`${before}as of ${words}`}</span>;
}

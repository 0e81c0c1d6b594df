import type { JobDetail } from '../../../../../shared/contract/jobs/jobs.ts';

type Refusal = JobDetail['refusals'][number];

/** Reasons that begin with the same sentence, which is said once. */
export interface ReasonGroup {
  /** What they have in common, up to its colon; null for a reason on its own. */
  readonly head: string | null;
  /** `words`: the part that differs from other reasons of the group. */
  readonly reasons: readonly { readonly refusal: Refusal; readonly words: string }[];
}

/** In the order of the reasons; a group stands where its first one does. */
export function reasonGroups(refusals: readonly Refusal[]): ReasonGroup[] {
  const byHead = Map.groupBy(refusals, ({ reason }) => headOf(reason) ?? reason);
  return [...byHead].map(([head, group]) =>
    group.length === 1
      ? { head: null, reasons: group.map((refusal) => ({ refusal, words: refusal.reason })) }
      : { head, reasons: group.map((refusal) => ({ refusal, words: refusal.reason.slice(head.length).trim() })) },
  );
}

/** Null where no colon is followed by words. */
function headOf(reason: string): string | null {
  return /^[^:]+:(?=\s+\S)/.exec(reason)?.[0] ?? null;
}

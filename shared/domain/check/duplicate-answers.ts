import type { CheckReason, CheckSummary, DuplicateAnswer } from '../../contract/check/check.ts';

type Duplicates = CheckSummary['duplicates'][number];

const BY: Readonly<Partial<Record<string, DuplicateAnswer['by']>>> = {
  duplicatePhone: 'phone',
  duplicateEmail: 'email',
  duplicateName: 'name',
  duplicateKey: 'key',
  notUnique: 'key',
};

/** What leaving out all rows of such a reason but one of each group answers; null for a reason that is not about duplicates. */
export function answerOf(reasonId: string, keep: DuplicateAnswer['keep']): DuplicateAnswer | null {
  const colon = reasonId.indexOf(':');
  const kind = colon === -1 ? reasonId : reasonId.slice(0, colon);
  const by = Object.hasOwn(BY, kind) ? BY[kind] : undefined;
  if (by === undefined) return null;
  return { by, field: by === 'key' ? reasonId.slice(colon + 1) : null, keep };
}

/** The duplicates that an answer is about; undefined: the rows have none such. */
export function duplicatesOf(answer: DuplicateAnswer, found: readonly Duplicates[]): Duplicates | undefined {
  return found.find(({ reasonId }) => {
    const own = answerOf(reasonId, answer.keep);
    return own !== null && own.by === answer.by && own.field === answer.field;
  });
}

const SHARED: Readonly<Record<'phone' | 'email' | 'name', string>> = {
  phone: 'the same phone',
  email: 'the same e-mail',
  name: 'the same name',
};

/** "Among rows with the same phone, the first is sent". */
export function answerWords({ by, field, keep }: DuplicateAnswer): string {
  const shared = by === 'key' ? `the same ${field ?? 'value'}` : SHARED[by];
  return `Among rows with ${shared}, the ${keep} is sent`;
}

/** Problems in the order in which their rows are left out: of rows that repeat a value, the first without another problem stays. */
export function problemsInOrder<Reason extends Pick<CheckReason, 'kind' | 'severity'>>(
  reasons: readonly Reason[],
): Reason[] {
  return reasons
    .filter(({ severity }) => severity === 'problem')
    .sort((one, other) => Number(one.kind === 'notUnique') - Number(other.kind === 'notUnique'));
}

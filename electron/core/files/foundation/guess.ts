import type { Guess } from '../../../../shared/contract/imports/reading.ts';

/** @param alternatives the value itself may be among them */
export function guess<Value>(
  value: Value,
  certainty: Guess<Value>['certainty'],
  reason: string,
  alternatives: readonly Value[] = [],
): Guess<Value> {
  return { value, certainty, reason, alternatives: alternatives.filter((other) => other !== value) };
}

import { useState } from 'react';

/**
 * The value of an earlier rendering as long as the new one has the same content: what depends on it is not made anew.
 * @param value as JSON can hold it
 */
export function useStable<Value>(value: Value): Value {
  const key = JSON.stringify(value);
  const [kept, setKept] = useState({ key, value });
  if (kept.key === key) return kept.value;
  setKept({ key, value });
  return value;
}

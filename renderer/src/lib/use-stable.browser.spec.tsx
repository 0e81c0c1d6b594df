import { expect, test } from 'vitest';
import { renderHook } from 'vitest-browser-react';
import { useStable } from './use-stable.ts';

test('a value with the same content stays the same, and another one is taken at once', async () => {
  const { result, rerender } = await renderHook((sort?: readonly number[]) => useStable({ sort }), {
    initialProps: [1],
  });
  const first = result.current;
  await rerender([1]);
  expect(result.current).toBe(first);
  await rerender([1, 2]);
  expect(result.current).toEqual({ sort: [1, 2] });
  const second = result.current;
  await rerender([1, 2]);
  expect(result.current).toBe(second);
});

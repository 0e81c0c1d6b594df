import { expect, it } from 'vitest';
import { practiseWorkbook } from './practise-workbook.ts';

it('reads every row the way that long sheets are read', async () => {
  expect(await practiseWorkbook(async () => true)).toBe(3_000);
});

it('stops where it is as soon as a file has come', async () => {
  let looks = 0;
  const rows = await practiseWorkbook(async () => (looks += 1) < 5);
  expect(looks).toBe(5);
  expect(rows).toBeLessThan(3_000);
});

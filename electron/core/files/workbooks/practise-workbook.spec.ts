import { afterEach, expect, it, vi } from 'vitest';
import { practiseWorkbook } from './practise-workbook.ts';
import { StringArena } from './string-arena.ts';
import { SheetHandler } from './xlsx-sheet.ts';
import { XmlScanner } from './xml-scanner.ts';

afterEach(() => vi.restoreAllMocks());

it('reads every row the way that long sheets are read', async () => {
  const general = vi.spyOn(XmlScanner.prototype, 'push');
  const [numbers, texts] = [vi.spyOn(SheetHandler.prototype, 'packNumber'), vi.spyOn(StringArena.prototype, 'pack')];
  const [plain, withEntities] = [
    vi.spyOn(StringArena.prototype, 'addBytes'),
    vi.spyOn(StringArena.prototype, 'addXml'),
  ];
  expect(await practiseWorkbook(async () => true)).toBe(3_000);
  expect(general).not.toHaveBeenCalled();
  // A number in each row, and one string of eight with an entity.
  expect([numbers, texts].map(({ mock }) => mock.calls.length)).toEqual([3_000, 27_000]);
  expect([plain, withEntities].map(({ mock }) => mock.calls.length)).toEqual([2_625, 375]);
  expect([numbers, texts].map(({ mock }) => mock.results.every(({ value }) => value === true))).toEqual([true, true]);
});

it('stops where it is as soon as a file has come', async () => {
  let looks = 0;
  const rows = await practiseWorkbook(async () => (looks += 1) < 5);
  expect(looks).toBe(5);
  expect(rows).toBeLessThan(3_000);
});

import { expect, it } from 'vitest';
import { editedCells } from './edited-cells.ts';

it('puts values over cells, and fills what a short row lacks before them', () => {
  const cells = ['Anna', '30111111'];
  expect(editedCells(cells, [{ column: 0, value: 'Bo' }])).toEqual(['Bo', '30111111']);
  expect(editedCells(cells, [{ column: 3, value: 'new' }])).toEqual(['Anna', '30111111', '', 'new']);
  expect(cells).toEqual(['Anna', '30111111']);
});

import { describe, expect, it } from 'vitest';
import { troubleOf, workbookReader } from '../workbooks-fixture.ts';
import { cellsOf } from '../../table/tables-fixture.ts';

const read = workbookReader('leads.xls');

describe('a flat OpenDocument spreadsheet', () => {
  const fods = (rows: string) =>
    `<?xml version="1.0"?><office:document office:mimetype="application/vnd.oasis.opendocument.spreadsheet"><office:body><office:spreadsheet><table:table table:name="A">${rows}</table:table></office:spreadsheet></office:body></office:document>`;
  const text = (value: string) =>
    `<table:table-cell office:value-type="string"><text:p>${value}</text:p></table:table-cell>`;
  const row = (cells: string, repeated = 1) =>
    `<table:table-row table:number-rows-repeated="${repeated}">${cells}</table:table-row>`;

  it('is read as the same sheets in a ZIP are', async () => {
    const { rows, reading } = await read(
      'fods',
      fods(
        row(text('Name') + text('Phone')) +
          row(
            `${text('Søren')}<table:table-cell office:value-type="float" office:value="7"><text:p>007</text:p></table:table-cell>`,
            2,
          ) +
          row('<table:table-cell table:number-columns-repeated="16384"/>', 1_048_000),
      ),
      { headerLine: 1 },
    );
    expect(rows).toEqual(cellsOf('Søren|007', 'Søren|007'));
    expect(reading).toMatchObject({ format: 'fods', encoding: { value: 'utf-8' } });
  });

  it('names macros, a missing end, and entities of its own', async () => {
    const good = fods(row(text('Name') + text('Phone')) + row(text('Bob') + text('1')));
    const macros = good.replace('<office:body>', '<office:scripts><script:module/></office:scripts><office:body>');
    expect((await read('fods', macros)).kinds).toEqual(['macros']);
    expect((await troubleOf(read('fods', good.slice(0, -30)))).reason).toBe('truncated');
    const bomb = good.replace('<office:document', '<!DOCTYPE x [<!ENTITY a "ha">]><office:document');
    expect((await troubleOf(read('fods', bomb))).reason).toBe('bomb');
    const wide = fods(
      row(text('x').replace('<table:table-cell', '<table:table-cell table:number-columns-repeated="16384"'), 9000),
    );
    expect((await troubleOf(read('fods', wide))).reason).toBe('bomb');
  });
});

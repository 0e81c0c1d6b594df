import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { workbookReader } from '../workbooks-fixture.ts';

const read = workbookReader('leads.xls');

describe('a web page', () => {
  it.each([
    ['windows-1252', '<meta http-equiv="Content-Type" content="text/html; charset=windows-1252">', ''],
    ['windows-1251', "<meta charset='windows-1251'>", ''],
    ['utf-8', '', ''],
    ['utf-16le', '<meta charset="utf-16">', '\ufeff'],
    // Saved again in another encoding, with the old name left in it.
    ['windows-1252', '<meta charset="utf-8">', ''],
    ['utf-8', '<meta charset="iso-8859-1">', ''],
  ])('is decoded as %s where it says %j', async (encoding, meta, mark) => {
    const name = encoding === 'windows-1251' ? 'Иванов' : 'Søren Kjærgård';
    const page = `${mark}<html><head>${meta}</head><table><tr><th>Name<th>Phone<tr><td>${name}<td>012<tr><td>${name}<td>013</table>`;
    const { rows, reading } = await read('html', iconv.encode(page, encoding));
    expect(rows[0]).toEqual([name, '012']);
    expect(reading.encoding.value).toBe(encoding);
    expect(reading.encoding.certainty).not.toBe('only');
  });

  it('takes the encoding that a person chose', async () => {
    const page = iconv.encode('<table><tr><th>Name<th>Phone<tr><td>Имя<td>012</table>', 'koi8-r');
    const { rows, reading } = await read('html', page, { encoding: 'koi8-r' });
    expect(rows).toEqual([['Имя', '012']]);
    expect(reading.encoding).toMatchObject({ value: 'koi8-r', certainty: 'yours' });
  });

  it('is read from behind its mark to its last byte, in whatever pieces', async () => {
    const rows = '<tr><td>Bo<td>020<td>Ry'.repeat(6000);
    const page = `\ufeff<table><tr><th>Name<th>Phone<th>City${rows}<tr><td>Ib<td>1<td>`;
    for (const [end, shown] of [
      ['x', 'x'],
      ['A&amp', 'A&'],
      [Buffer.of(0x41, 0xc3), 'A\ufffd'],
    ] as const) {
      const file = Buffer.concat([Buffer.from(page), Buffer.from(end as string)]);
      const { rows: found } = await read('html', file, { headerLine: 1, encoding: 'utf-8' });
      expect([found.length, new Set(found.map(String))]).toEqual([6001, new Set(['Bo,020,Ry', `Ib,1,${shown}`])]);
    }
  });
});

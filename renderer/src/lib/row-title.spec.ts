import { expect, test } from 'vitest';
import { rowTitle } from './row-title.ts';

test('a row is recognised by a name and a phone', () => {
  expect(rowTitle({ KundeNr: '7', Firma: 'Nordlys', Telefon1: '+45 1', Email: 'a@b.dk' })).toEqual({
    name: 'Nordlys',
    detail: '+45 1',
  });
  expect(rowTitle({ Mobil: '+47 1', Fornavn: 'Åse', Etternavn: 'Næss' })).toEqual({
    name: 'Åse Næss',
    detail: '+47 1',
  });
  expect(rowTitle({})).toEqual({ name: 'Row without values', detail: '' });
});

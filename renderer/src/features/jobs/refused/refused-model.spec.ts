import { describe, expect, it } from 'vitest';
import { cellNow, columnOfReason, inFile, namedColumns, reasonWidth, standingOf } from './refused-model.ts';

const filled = [
  { column: 0, fields: ['Firma'] },
  { column: 2, fields: ['Telefon1'] },
  { column: 3, fields: ['Email'] },
  { column: 5, fields: ['PostNr'] },
];

describe('the columns that a reason names', () => {
  const danish = [
    { column: 0, fields: ['Navn', 'Name'] },
    { column: 1, fields: ['Telefon'] },
    { column: 2, fields: ['cusTELEFONNR_MOBIL'] },
    { column: 3, fields: ['By'] },
    { column: 4, fields: ['Mobile phone'] },
    { column: 5, fields: ['phone', 'E-mail'] },
  ];

  it.each([
    ['cusTELEFONNR_MOBIL is not a valid phone number: it is too short.', [2]],
    ['Telefon is too short.', [1]],
    ['TELEFON is too short.', [1]],
    ['Mobile phone is missing.', [4]],
    ['phone or E-mail is needed.', [5]],
    ['Telefon and By do not fit.', [1, 3]],
    ['Refused by the service: the name is not known.', []],
    ['Email is not allowed.', [5]],
    ['The domain is not allowed: E-mail of the address.', [5]],
    ['There is no campaign with the code Telefon.', []],
    ['Not today.', []],
    ['', []],
  ])('%s', (reason, columns) => expect(namedColumns(reason, danish)).toEqual(columns));

  it('are not those of words that any sentence has', () => {
    const filledToo = [
      { column: 0, fields: ['Address'] },
      { column: 1, fields: ['Email'] },
    ];
    expect(namedColumns('E-mail is not allowed: the domain of the address is not known.', filledToo)).toEqual([1]);
    expect(namedColumns('Mail is not allowed: the domain of the address is not known.', filledToo)).toEqual([]);
    expect(namedColumns('Address is too long.', filledToo)).toEqual([0]);
  });
});

describe('the column a reason is about', () => {
  it.each([
    ['Telefon1 is not a valid phone number: it is too short.', 2],
    ['Phone is not a valid number', 2],
    ['No consent for e-mail', 3],
    ['The postcode does not belong to the country', 5],
    ['A lead of Firma Nord exists', 0],
    ['Not today.', 2],
    [null, 2],
  ])('%s', (reason, column) => expect(columnOfReason(reason, filled)).toBe(column));

  it('is the first without a phone, and none without columns', () => {
    expect(columnOfReason('Not today.', [{ column: 4, fields: ['Town'] }])).toBe(4);
    expect(columnOfReason('Not today.', [])).toBeNull();
  });
});

it('a repaired cell shows the new value and tells the one in the file; a row sent again is refused anew', () => {
  const row = {
    cells: ['12', ''],
    repair: {
      cells: [
        { column: 0, value: '30' },
        { column: 1, value: 'Ribe' },
      ],
      problem: '',
      isSent: false,
    },
  };
  expect([cellNow(row, 0), cellNow(row, 1), cellNow({ cells: ['12'] }, 0), cellNow({ cells: [] }, 3)]).toEqual([
    '30',
    'Ribe',
    '12',
    '',
  ]);
  expect([inFile(row, 0), inFile(row, 1), inFile({ cells: ['12'] }, 0)]).toEqual([
    'In the file: 12',
    'In the file: empty',
    null,
  ]);
  expect(standingOf(row)).toBe('fixed');
  expect(standingOf({ repair: { ...row.repair, problem: 'Phone is too short' } })).toBe('problem');
  expect([standingOf({ repair: { ...row.repair, isSent: true } }), standingOf({})]).toEqual(['refused', 'refused']);
});

it('a reason gets the width that its words need, within bounds', () => {
  expect([reasonWidth([]), reasonWidth(['x'.repeat(50)]), reasonWidth(['x'.repeat(500)])]).toEqual([200, 348, 460]);
});

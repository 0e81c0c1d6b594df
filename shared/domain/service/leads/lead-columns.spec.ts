import { expect, it, test } from 'vitest';
import { csvColumnPaths, fileOrder, leadPath } from './lead-columns.ts';

test.each([
  ['UniqueId', 'uniqueId'],
  ['UNIQUEID', 'uniqueId'],
  ['Campaign.Code', 'campaign.code'],
  ['ownerOrgUnit', 'ownerOrgUnit.orgCode'],
  ['Data.Telefon1', 'data.Telefon1'],
  ['data.cusTELEFONNR_MOBIL', 'data.cusTELEFONNR_MOBIL'],
  ['SomethingElse.Inside', 'somethingElse.inside'],
  ['ÅTTE', 'ÅTTE'],
])('%s is the column %s', (found, path) => expect(leadPath(found)).toBe(path));

test.each([
  ['uniqueId', 'uniqueId'],
  ['Lead Unique Id', 'uniqueId'],
  ['campaignCode', 'campaign.code'],
  ['UploadedByUser', 'uploadedByUser.orgCode'],
  ['Telefon1', 'data.Telefon1'],
  [' Navn ', 'data.Navn'],
  ['Data.Navn', 'data.Navn'],
])('the header %s is the column %s', (header, path) => expect(csvColumnPaths([header])).toEqual([path]));

test('a header that has a name twice is first the field of the lead, then the campaign’s own', () => {
  const header = ['uniqueId', 'status', 'campaignCode', ' Status ', 'Campaign Code', 'Navn', 'navn', 'STATUS'];
  expect(csvColumnPaths(header)).toEqual([
    ...['uniqueId', 'status', 'campaign.code', 'data.Status', 'data.Campaign Code', 'data.Navn', 'data.navn'],
    'data.STATUS',
  ]);
});

it('puts the fields of every lead first, then its data as found, then the rest', () => {
  const paths = ['data.B', 'other fields', 'status', 'data.A', 'uniqueId'];
  expect(fileOrder(paths).map((index) => paths[index])).toEqual([
    'uniqueId',
    'status',
    'data.B',
    'data.A',
    'other fields',
  ]);
});

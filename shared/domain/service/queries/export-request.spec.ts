import { expect, test } from 'vitest';
import { leadSearchPath } from './export-request.ts';

const query = { projects: ['Energi*', 'A&B'], modifiedFrom: null, statuses: ['New', 'Expired'], closures: [] };

test('several values share a parameter or repeat it, as the dialect wants', () => {
  expect(leadSearchPath(query, 'comma')).toBe('/simpleleads?Projects=Energi*,A%26B&Statuses=New,Expired');
  expect(leadSearchPath(query, 'repeat')).toBe(
    '/simpleleads?Projects=Energi*&Projects=A%26B&Statuses=New&Statuses=Expired',
  );
});

test('without a project all are asked for, and further parameters follow as they are', () => {
  const extra = [{ name: 'ModifiedTo', value: '2026-11-17T00:00:00' }];
  expect(leadSearchPath({ ...query, projects: [], statuses: [], modifiedFrom: '2026-11-16', extra }, 'comma')).toBe(
    '/simpleleads?Projects=*&ModifiedFrom=2026-11-16&ModifiedTo=2026-11-17T00%3A00%3A00',
  );
});

test('half of a pair of surrogates is sent as U+FFFD', () => {
  expect(leadSearchPath({ ...query, projects: ['A\ud800'], statuses: [] }, 'comma')).toBe(
    '/simpleleads?Projects=A%EF%BF%BD',
  );
});

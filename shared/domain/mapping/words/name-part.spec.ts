import { expect, it } from 'vitest';
import { namePartOf } from './name-part.ts';

it.each([
  ['data.Fornavn', 'first'],
  ['data.Etternavn', 'last'],
  ['data.Ansprechpartner', 'whole'],
  ['data.Mellemnavn', 'middle'],
  ['data.Firmanavn', undefined],
  ['data.Manager name', undefined],
  ['data.By', undefined],
  ['campaign.name', undefined],
])('%s: %s', (path, part) => {
  expect(namePartOf(path)).toBe(part);
  expect(namePartOf(path)).toBe(part);
});

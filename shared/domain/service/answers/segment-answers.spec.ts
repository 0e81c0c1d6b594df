import { describe, expect, it } from 'vitest';
import { missingIds, namedIds } from './segment-answers.ts';

const sent = new Set(['A1', 'B2', 'C3', 'D4', 'd4', '12', '34', '9007199254740992']);

describe('missingIds', () => {
  it.each([
    ['a list of ids', { unknownLeadUniqueIds: ['B2'] }, ['B2']],
    ['a list of objects', { result: { NotFound: [{ LeadUniqueId: 'B2', why: 'gone' }] } }, ['B2']],
    ['an empty list: none is missing', { missing: [] }, []],
    ['ids that were not sent do not count', { missing: ['B2', 'Z9', 7, null] }, ['B2']],
    ['ids that are numbers', { missing: [12, { leadId: 34 }, 9007199254740992] }, ['12', '34']],
    ['an id that is named twice', { missing: ['B2'], unknown: ['B2', 'A1'] }, ['A1', 'B2']],
    ['ids in another case', { missing: ['b2', 'c3'] }, ['B2', 'C3']],
    ['ids in another case that were sent, too, are themselves', { missing: ['d4'] }, ['d4']],
  ])('%s', (_name, answer, ids) => expect(missingIds(answer, sent)).toEqual(ids));

  it.each([
    ['an empty answer', null],
    ['words', 'ok'],
    ['a list', ['A1']],
    ['lists of other names', { added: ['A1'], members: ['B2'] }],
    ['a list of ids that were not sent', { invalid: ['Z9'] }],
    ['a list of what is no id', { missing: [9007199254740992, null] }],
    ['a list too deep', { a: { b: { c: { d: { missing: ['A1'] } } } } }],
  ])('%s says nothing of missing ids', (_name, answer) => expect(missingIds(answer, sent)).toBeNull());
});

describe('namedIds', () => {
  it.each([
    ['Lead "LEAD-9" is on the do-not-call list.', ['LEAD-9']],
    ['Not allowed: LEAD-9, LEAD-91.', ['LEAD-9', 'LEAD-91']],
    ['Lead LEAD-91 is gone', ['LEAD-91']],
    ['two words is not allowed', ['two words']],
    ['The list is too long (max 12).', []],
  ])('%s', (words, ids) => expect(namedIds(words, ['LEAD-9', 'LEAD-91', '12', 'two words'])).toEqual(ids));
});

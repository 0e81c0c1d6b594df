import { describe, expect, it } from 'vitest';
import { missingIds, namedIds, shortfall } from './segment-answers.ts';

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

describe('shortfall', () => {
  const few = new Set(['A1', 'B2', 'C3']);
  const entry = (id: string, more: object) => ({ leadUniqueId: id, ...more });
  it.each([
    ['a list of failures', { added: 2, failed: ['B2'] }, ['B2'], ''],
    [
      'reasons',
      { errors: [entry('b2', { message: 'is gone' }), entry('C3', { message: 'is gone' })] },
      ['B2', 'C3'],
      'is gone',
    ],
    [
      'results',
      { results: [entry('A1', { success: true }), entry('C3', { success: 'false', error: 'No' })] },
      ['C3'],
      'No',
    ],
    ['a bare list of results', [entry('A1', { status: 200 }), entry('B2', { status: 404 })], ['B2'], ''],
  ])('%s names who failed', (_name, answer, failed, reason) =>
    expect(shortfall(answer, few)).toEqual({ failed, reason, isUnclear: false, counted: null }),
  );

  it.each([
    [false],
    [{ failed: 1 }],
    [{ rejectedLeads: 'B2' }],
    [{ notFound: 'B2' }],
    [{ invalidCount: 1 }],
    [{ unknown: { B2: 'gone' } }],
    [{ missing: ['Z9'] }],
    [{ errors: [{ message: 'lead B2 unknown' }] }],
    [{ skipped: ['A1', 'Z9'] }],
    [{ result: { success: false, message: 'The segment is closed' } }],
    [{ status: 403, message: 'The segment is closed' }],
  ])('%j leaves out leads that nobody can name', (answer) => expect(shortfall(answer, few).isUnclear).toBe(true));

  it.each([
    [null],
    [{}],
    ['ok'],
    [{ added: 3, failed: 0, errors: [], error: null, notFound: {}, rejected: '' }],
    [{ added: 1, alreadyInSegment: 2 }],
    [{ added: 2, missing: ['B2'] }],
    [{ success: true, total: 1 }],
    [[{ uniqueId: 's', name: 'Failed calls', isActive: false, goalCurrentValue: 1 }]],
  ])('%j leaves out none', (answer) =>
    expect(shortfall(answer, few)).toEqual({ failed: [], reason: '', isUnclear: false, counted: null }),
  );

  it('leaves a lead that is in both lists to the missing ones, so that it counts once', () => {
    const answer = { unknownIds: ['b2'], errors: [entry('B2', { message: 'unknown lead' }), entry('C3', {})] };
    expect(missingIds(answer, few)).toEqual(['B2']);
    expect(shortfall(answer, few).failed).toEqual(['C3']);
  });

  // Repeated, such a change counts none at all: what is in a segment is not added again.
  it.each([
    [{ added: 2 }, 2],
    [{ added: 0 }, 0],
    [{ Succeeded: 0 }, 0],
    [{ leadsAdded: ['A1'] }, 1],
    [{ result: { successCount: '2' } }, 2],
    [{ removed: 1, missing: ['B2'] }, 1],
  ])('%j counts fewer than were sent', (answer, counted) =>
    expect(shortfall(answer, few)).toEqual({ failed: [], reason: '', isUnclear: false, counted }),
  );
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

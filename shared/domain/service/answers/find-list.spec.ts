import { describe, expect, it } from 'vitest';
import { findList, hasSecondList, isOneLead } from './find-list.ts';

/** The list of each text begins at its `@`, which is taken out. */
it.each([
  '@[',
  ' \t\r\n@[1]',
  '\u00EF\u00BB\u00BF@[1]',
  '{"Results":@[',
  '{"RESULTS" : @[1]}',
  '{"\\u0052esults":@[',
  '{"total":1,"leads":@[',
  '{\n  "total": 1,\n  "leads": @[',
  '{"a":"]}\\"[","items":@[',
  '{"a":{"Results":[1]},"b":[{"Results":[2]}],"value":@[',
  '{"Data":"[","Results":@[',
  '{"Data":null,"Results":@[',
  '{"Data":{},"Results":@[',
  '{"Data":{"total":1,"Leads":@[',
  '{"Data":{"total":{"of":1}},"Results":@[',
])('finds the list in %s', (marked) => {
  expect(findList(marked.replace('@', ''))).toEqual({ kind: 'found', at: marked.indexOf('@') });
});

describe('a body without a list', () => {
  it.each([
    '{}',
    '{"a":1}',
    '{"a":[1],"b":{"c":2}}',
    '{"other":{"Results":[1]}}',
    '{"Results":1}',
    '{"Data":{"x":1}}',
    // Two envelopes are the most that a service puts around a list.
    '{"Data":{"Data":{"Leads":[1]}}}',
  ])('is known when it is whole: %s', (text) => expect(findList(text)).toEqual({ kind: 'none' }));

  it('may still get one at every byte before its end', () => {
    const text = '\u00EF\u00BB\u00BF {"a":"\\"x","b":{"c":[1]},"Data":{"d" : 2},"Results": [';
    for (let length = 0; length < text.length; length++)
      expect({ length, ...findList(text.slice(0, length)) }).toEqual({ length, kind: 'more' });
    expect(findList(text).kind).toBe('found');
  });
});

it.each(['<html>', 'x"Results":[', '"a"', '1', '{x', '{a":1,"Results":[', '{"Results"x[1]', '{"a" 1', '{[1]'])(
  'knows at once that %s is no JSON',
  (text) => {
    expect(findList(text)).toEqual({ kind: 'notJson' });
  },
);

it.each([
  [{ Results: [], Leads: [1] }, true],
  [{ total: 0, Results: [] }, false],
  [{ Results: [], other: [1] }, false],
  [{ Data: { LEADS: [1] } }, true],
  [{ Data: { Leads: [] } }, false],
  [{ Data: { Data: { Leads: [1] } } }, false],
  [[1], false],
  [null, false],
])('%j holds another list of leads: %s', (envelope, holds) => expect(hasSecondList(envelope)).toBe(holds));

it.each([
  [{ uniqueId: 'L1', status: 'New', data: [] }, true],
  [{ LeadUniqueId: 7, Data: [] }, true],
  [{ total: 1, Results: { uniqueId: 'L1', data: [] } }, true],
  [{ data: { UniqueId: 'L1', Data: [] } }, true],
  [{ data: { data: { uniqueId: 'L1', data: [] } } }, false],
  [{ lead: { uniqueId: 'L1', data: [] }, results: [] }, false],
  [{ results: [], value: { uniqueId: 'L1', data: {} } }, false],
  // An answer may have an id of its own.
  [{ id: 'answer 17', data: [] }, false],
  [{ uniqueId: null, data: [] }, false],
  [{ uniqueId: 'L1', results: [] }, false],
  [{ data: [] }, false],
  [[], false],
])('%j is one lead: %s', (envelope, isOne) => expect(isOneLead(envelope)).toBe(isOne));

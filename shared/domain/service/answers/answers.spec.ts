import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  asNumber,
  errorBeside,
  exportedIdOf,
  field,
  isEmpty,
  listIn,
  messageIn,
  readLeadResult,
  wordlessRefusal,
} from './answers.ts';

describe('wordlessRefusal', () => {
  const said = (body: string, status = '') =>
    wordlessRefusal({ body, sentFields: ['Phone'], clean: (text) => text.replaceAll('secret', '•') }, status);
  const NO_REASON = 'The service refused the lead and gave no reason.';
  const UNREAD = 'The service refused the lead, and Lead Console cannot read why. It answered:';

  it.each([
    ['{"success":false,"error":{"code":5,"text":"Odd"}}', `${UNREAD} {"error":{"code":5,"text":"Odd"}}`],
    ['{"success":false,"isDuplicate":true,"uniqueId":"L9"}', `${UNREAD} {"isDuplicate":true}`],
    ['{"Result":{"Success":false,"Why":["a",null,""]}}', `${UNREAD} {"Result":{"Why":["a"]}}`],
    ['{"success":false,"phone":"123","data":{"x":"1"},"lead":{"y":"2"},"code":7}', `${UNREAD} {"code":7}`],
    ['{"success":false,"__proto__":"x"}', `${UNREAD} {"__proto__":"x"}`],
    // A value that came back says nothing; a list or an object under the name of a field says what is wrong with it.
    ['{"modelState":{"Phone":["Too short"]}}', `${UNREAD} {"modelState":{"Phone":["Too short"]}}`],
    ['{"invalid":{"phone":{"code":3,"phone":"1"}}}', `${UNREAD} {"invalid":{"phone":{"code":3}}}`],
    ['{"success":false,"phone":["",null],"data":{"x":"1"}}', NO_REASON],
    ['{"success":false,"phone":"123","data":{"x":"1"}}', NO_REASON],
    ['{"success":false,"message":null,"errors":[],"responseStatus":{"message":""},"id":"7"}', NO_REASON],
    ['"No"', NO_REASON],
    ['', NO_REASON],
  ])('says what the answer holds: %s', (body, message) => expect(said(body)).toBe(message));

  it('names the status where there is one', () => {
    expect(said('', ' (400)')).toBe('The service refused the lead and gave no reason (400).');
    expect(said('{"code":7}', ' (400)')).toBe(`${UNREAD.replace('why', 'why (400)')} {"code":7}`);
  });
});

describe('readLeadResult', () => {
  it.each([
    ['{"success":true}', { kind: 'created', isSaid: true, leadId: null }],
    ['{"Success":true,"UniqueId":"L1"}', { kind: 'created', isSaid: true, leadId: 'L1' }],
    ['{"success":"true","leadUniqueId":7}', { kind: 'created', isSaid: true, leadId: '7' }],
    ['{"Result":{"Success":true,"Id":"L2"}}', { kind: 'created', isSaid: true, leadId: 'L2' }],
    ['{"uniqueId":"L3"}', { kind: 'created', isSaid: false, leadId: 'L3' }],
    ['{"success":true,"data":{"uniqueId":"L6"}}', { kind: 'created', isSaid: true, leadId: 'L6' }],
    ['{"success":true,"uniqueId":9007199254740991}', { kind: 'created', isSaid: true, leadId: '9007199254740991' }],
    ['{"success":true,"uniqueId":9007199254740993}', { kind: 'created', isSaid: true, leadId: null }],
    ['{"success":true,"uniqueId":1.5}', { kind: 'created', isSaid: true, leadId: null }],
    ['{"success":false}', { kind: 'rejected', message: '', fieldErrors: [] }],
    ['{"success":false,"error":{"code":5,"text":"Odd"}}', { kind: 'rejected', message: '', fieldErrors: [] }],
    [
      '{"success":false,"message":"Phone is not valid"}',
      { kind: 'rejected', message: 'Phone is not valid', fieldErrors: [] },
    ],
    [
      '{"success":false,"uniqueId":"L4","error":"Duplicate"}',
      { kind: 'rejected', message: 'Duplicate', fieldErrors: [] },
    ],
    ['{"success":true,"result":{"success":false,"message":"Phone is not valid"}}', { kind: 'unreadable' }],
    ['{"success":true,"results":[{"success":false}]}', { kind: 'unreadable' }],
    ['{"result":{"success":false,"message":"Too short"}}', { kind: 'rejected', message: 'Too short', fieldErrors: [] }],
    [
      '{"results":[{"success":false,"error":"Too short"}]}',
      { kind: 'rejected', message: 'Too short', fieldErrors: [] },
    ],
    ['{"result":{"uniqueId":"L14","error":"Duplicate"}}', { kind: 'unreadable' }],
    ['{"success":true,"Success":false,"id":"L11"}', { kind: 'unreadable' }],
    ['{"success":true,"isSuccess":false}', { kind: 'unreadable' }],
    // JSON.parse keeps the last of two members with one name.
    ['{"success":false,"success":true}', { kind: 'unreadable' }],
    ['{"success" : true,"message":"\\"success\\":","id":"L15","success": false}', { kind: 'unreadable' }],
    ['{"result":{"Success":false,"id":1,"Success":true,"Success":true}}', { kind: 'unreadable' }],
    ['{"result":{"success":true,"id":"L17"},"Result":{"success":false}}', { kind: 'unreadable' }],
    ['{"result":{"success":false},"result":{"success":true,"id":"L18"}}', { kind: 'unreadable' }],
    ['{"success":true,"success":true,"id":"L16"}', { kind: 'created', isSaid: true, leadId: 'L16' }],
    [
      '{"success":false,"message":"\\"success\\":true"}',
      { kind: 'rejected', message: '"success":true', fieldErrors: [] },
    ],
    ['{"success":null,"id":"L12"}', { kind: 'unreadable' }],
    ['{"success":"maybe","id":"L13"}', { kind: 'unreadable' }],
    ['{"success":null,"isSuccess":true}', { kind: 'created', isSaid: true, leadId: null }],
    ['{"results":[{"success":true,"uniqueId":"L10"}]}', { kind: 'created', isSaid: true, leadId: 'L10' }],
    ['{}', { kind: 'unreadable' }],
    ['[]', { kind: 'unreadable' }],
    ['true', { kind: 'unreadable' }],
    ['{"success":tr', { kind: 'unreadable' }],
    ['{"uniqueId":"L5","responseStatus":{"message":"failed"}}', { kind: 'unreadable' }],
    ['', { kind: 'unreadable' }],
  ])('reads %s', (body, result) => expect(readLeadResult(body)).toEqual(result));

  it.each(['data', 'lead'])('takes no field of the lead itself, sent back in %s, for an answer', (place) => {
    const sent = ['Id', 'Success', 'Phone'];
    const sentBack = (more: object, top = {}) =>
      readLeadResult(JSON.stringify({ ...top, [place]: { id: 'CRM-7', success: '0', Phone: '1', ...more } }), sent);
    expect(sentBack({}, { success: true })).toEqual({ kind: 'created', isSaid: true, leadId: null });
    expect(sentBack({}, { uniqueId: 'L7' })).toEqual({ kind: 'created', isSaid: false, leadId: 'L7' });
    expect(sentBack({ uniqueId: 'L8' })).toEqual({ kind: 'created', isSaid: false, leadId: 'L8' });
    expect(sentBack({})).toEqual({ kind: 'unreadable' });
    expect(sentBack({ succeeded: false }, { success: true })).toMatchObject({ kind: 'created' });
    const result = { result: { success: true, id: 'L9' } };
    expect(readLeadResult(JSON.stringify(result), sent)).toEqual({ kind: 'created', isSaid: true, leadId: 'L9' });
  });

  it('calls nothing created that does not say so', () => {
    fc.assert(
      fc.property(fc.json(), (body) => {
        const isSaid = /"success"|"uniqueid"|"leaduniqueid"|"uniqueleadid"|"leadid"|"id"/i.test(body);
        expect(readLeadResult(body).kind === 'created' && !isSaid).toBe(false);
      }),
    );
  });
});

it.each([
  ['100000', 100_000],
  [' -3 ', -3],
  ['7.0', 7],
  ['0.125', 0.125],
  ['1234.567', 1234.567],
  // A thousand and more in one country, less in another.
  ['100.000', null],
  ['-1.000', null],
  ['1.000.000', null],
  ['1,000', null],
])('reads the number %j as %j', (text, number) => expect(asNumber(text)).toBe(number));

it('the id of a lead is a number only while that has all its digits', () => {
  expect(exportedIdOf({ UniqueId: 9007199254740991 })).toBe('9007199254740991');
  expect(exportedIdOf({ UniqueId: 9007199254740992 })).toBeNull();
});

describe('messageIn', () => {
  it.each([
    ['{"message":"No"}', 'No'],
    ['{"Error":{"Message":"Deep"}}', 'Deep'],
    [
      '{"responseStatus":{"errorCode":"E1","message":"Bad","errors":[{"fieldName":"Phone","message":"too short"}]}}',
      'Bad (Phone: too short)',
    ],
    ['{"errors":["One","Two"]}', 'One; Two'],
    ['{"errors":{"Phone":["too short"]}}', 'Phone: too short'],
    ['"just text"', 'just text'],
    ['plain\n text', 'plain text'],
    ['<!doctype html><title>Bad gateway</title><p>x', 'Bad gateway'],
    ['<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "x">\n<html><title>Bad gateway</title><p>x', 'Bad gateway'],
    ['<?xml version="1.0"?>\n<Fault><Code>17</Code><Text>Phone unknown</Text></Fault>', '17 Phone unknown'],
    ['<Error><Message>Phone unknown</Message></Error>', 'Phone unknown'],
  ])('finds the best words in %s', (body, message) => expect(messageIn(body)?.message).toBe(message));

  it.each(['', '{}', '[]', '{"message":"  "}', '<html><p>no title', '<?xml version="1.0"?><Fault/>'])(
    'finds none in %s',
    (body) => expect(messageIn(body)).toBeNull(),
  );

  it('names the fields', () => {
    expect(messageIn('{"validationErrors":[{"FieldName":"Email","Message":"is not one"}]}')?.fieldErrors).toEqual([
      { field: 'Email', message: 'is not one' },
    ]);
  });

  it('cuts what is far too long', () =>
    expect(messageIn(`{"message":"${'x'.repeat(5_000)}"}`)?.message.length).toBeLessThan(700));

  it('compares long words with many errors in one pass', { timeout: 10_000 }, () => {
    const message = `${'a'.repeat(200_000)}b`;
    const errors = Array.from({ length: 10_000 }, () => 'ab');
    expect(messageIn(JSON.stringify({ message, errors }))?.message).toBe(`${'a'.repeat(600)}…`);
  });
});

it.each([
  [{ success: false, message: 'Closed' }, 'Closed'],
  [{ success: false }, 'no reason given'],
  [{ IsSuccess: 'false', message: 'Closed' }, 'Closed'],
  [{ message: 'Broken', error: true }, 'Broken'],
  [{ message: 'Broken', error: 17 }, 'Broken'],
  [{ error: { message: 'Broken' } }, 'Broken'],
  [{ responseStatus: {}, error: 'Broken' }, 'Broken'],
  [{ message: 'Added 3', success: true }, null],
  [{ message: 'Added 3', error: '' }, null],
  [{ message: 'Added 3', error: 0 }, null],
  [{ succeeded: 0, alreadyMembers: 3 }, null],
  [{ success: false, succeeded: 0 }, 'no reason given'],
  [{ message: 'Added 3', error: [], responseStatus: { errorCode: '', message: '' } }, null],
])('%j says no with %j', (value, words) => expect(errorBeside(value)).toBe(words));

describe('field', () => {
  it('prefers the exact name, then any case, and never what every object has', () => {
    expect(field({ UniqueId: 1, uniqueId: 2 }, 'uniqueId')).toBe(2);
    expect(field({ UNIQUEID: 3 }, 'uniqueId')).toBe(3);
    expect(field({ uniqueId: null, id: 5 }, 'uniqueId', 'id')).toBe(5);
    expect(field({ uniqueId: null, UniqueId: 5, id: 6 }, 'uniqueId', 'id')).toBe(5);
    expect(field({ UNIQUEID: null, UniqueId: 5 }, 'uniqueId')).toBe(5);
    expect(field({ UniqueId: null }, 'uniqueId', 'id')).toBeNull();
    expect(field({ uniqueId: null }, 'uniqueId', 'id')).toBeNull();
    expect(field({}, 'constructor', 'toString')).toBeUndefined();
  });
});

describe('isEmpty', () => {
  it.each([[[]], [{}], [{ Results: [] }], [{ result: { counts: {} } }]])('is true for %j', (value) => {
    expect(isEmpty(value)).toBe(true);
  });

  it.each([[''], [null], [undefined], [0], [[0]], [{ state: '' }], [{ a: { b: { c: {} } } }]])(
    'is false for %j',
    (value) => expect(isEmpty(value)).toBe(false),
  );
});

describe('listIn', () => {
  it('finds the list bare or in an envelope of any case', () => {
    expect(listIn([1])).toEqual([1]);
    expect(listIn({ RESULTS: [1] })).toEqual([1]);
    expect(listIn({ data: { leads: [1] } })).toEqual([1]);
    expect(listIn({ other: [1] })).toBeNull();
    expect(listIn('x')).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { allKey, createComparison } from './compare-leads.ts';

const FIELDS = ['LastName', 'Phone', 'Email', 'Zip'];
const SENT = { LastName: 'Ørsted  Ltd', Phone: '+45 70 10 20 30', Email: 'Post@oersted.example', Zip: '1050' };

const { compare, groupOf, keysOf, restOf } = createComparison(FIELDS, [{ data: SENT }]);
const row = (data: Readonly<Record<string, string>>) => ({ row: 1, data, sentAt: 0, tag: null });
const lead = (data: Readonly<Record<string, string>>) => ({ id: '1', uploadedAt: null, data });

describe('a row and a lead', () => {
  it('fit in all when every sent value is there, however the service writes it', () => {
    const stored = {
      lastname: 'ørsted ltd',
      PHONE: '004570102030',
      Email: 'post@oersted.example',
      Zip: '1050',
      More: 'x',
    };
    expect(compare(row(SENT), lead(stored))).toMatchObject({ fit: 'all', differs: [] });
  });

  it('fit in most when values are cut or missing, and a contact is the same', () => {
    const stored = { ...SENT, LastName: 'Ørsted', Zip: '' };
    expect(compare(row(SENT), lead(stored))).toEqual({
      fit: 'most',
      agrees: ['Phone', 'Email'],
      differs: ['LastName', 'Zip'],
    });
    const { Email: _, ...noEmail } = SENT;
    expect(compare(row(SENT), lead(noEmail))).toMatchObject({ fit: 'most', differs: ['Email'] });
  });

  it('fit in part when nothing but a contact is the same, though nothing else can be compared', () => {
    // One contact is never both the same and different.
    expect(compare(row(SENT), lead({ Tel: '+45 70 10 20 30' }))).toEqual({
      fit: 'part',
      agrees: ['Phone'],
      differs: ['LastName', 'Email', 'Zip'],
    });
    expect(compare(row(SENT), lead({ Phone: '+45 70 10 20 30' }))).toMatchObject({ fit: 'part', agrees: ['Phone'] });
  });

  it('have the same contact also where another value is the same and the contact has a field of another name', () => {
    expect(compare(row(SENT), lead({ LastName: 'Ørsted Ltd', Tel: '+45 70 10 20 30' }))).toEqual({
      fit: 'part',
      agrees: ['LastName', 'Phone'],
      differs: ['Email', 'Zip'],
    });
  });

  it('fit in part when all is the same but the contacts, which may be hidden or corrected', () => {
    const hidden = { LastName: 'Ørsted Ltd', Zip: '1050' };
    expect(compare(row(SENT), lead(hidden))).toMatchObject({ fit: 'part', agrees: ['LastName', 'Zip'] });
    const masked = { ...hidden, Phone: '+45 ** ** ** 30', Email: 'p***@oersted.example' };
    expect(compare(row(SENT), lead(masked))).toMatchObject({ fit: 'part', agrees: ['LastName', 'Zip'] });
    expect(compare(row(SENT), lead({ Zip: '1050' }))).toBeNull();
    // Many leads may share one value: how many do decides.
    expect([restOf({ Zip: '1050' }), restOf({ Phone: '+45 70 10 20 30' })]).toEqual(['zip=1050', null]);
  });

  it('fit in part when another value differs', () => {
    const stored = { ...SENT, LastName: 'Somebody else', Phone: '+45 11 22 33 44' };
    expect(compare(row(SENT), lead(stored))).toMatchObject({ fit: 'part', differs: ['LastName', 'Phone'] });
  });

  it('do not fit when they share no phone and no address', () => {
    const stored = { ...SENT, LastName: 'Another', Phone: '+45 11 22 33 44', Email: 'other@oersted.example' };
    expect(compare(row(SENT), lead(stored))).toBeNull();
    // A postcode is not a contact.
    expect(compare(row({ Zip: '1050', LastName: 'One' }), lead({ Zip: '1050', LastName: 'Two' }))).toBeNull();
  });

  it('fit without any contact when all that was sent is there', () => {
    expect(compare(row({ LastName: 'One' }), lead({ LastName: 'one', Phone: '+45 11 22 33 44' }))?.fit).toBe('all');
  });
});

describe('leads and rows are brought together', () => {
  it('by each phone, each address and all values at once', () => {
    const keys = keysOf(SENT);
    expect(keys).toHaveLength(3);
    expect(keysOf({ Mobile: '0045 7010 2030' })).toEqual([keys[0]]);
    expect(keysOf({ Other: 'POST@oersted.example ' })).toEqual([keys[1]]);
    const again = { zip: '1050', email: 'post@OERSTED.example', phone: '70102030', lastname: 'Ørsted Ltd' };
    expect(keysOf(again).at(-1)).toBe(keys[2]);
  });

  it('by nothing when there is nothing to go by', () => {
    expect(keysOf({ LastName: ' ', Zip: '' })).toEqual([]);
    expect(keysOf({ More: 'x' })).toEqual([]);
  });

  it('in one group when the values of the mapped fields are the same', () => {
    expect(groupOf(row({ ...SENT, More: 'x' }))).toBe(groupOf(row(SENT)));
    expect(groupOf(row({ ...SENT, Zip: '1051' }))).not.toBe(groupOf(row(SENT)));
    // A value in another field is another value.
    expect(allKey({ LastName: 'A' }, FIELDS)).not.toBe(allKey({ Zip: 'A' }, FIELDS));
  });
});

import { expect, it } from 'vitest';
import { LeadFlattener } from '../result/flatten.ts';
import { type BodyForm, leadReader, rawReader, type RowReader } from './lead-reader.ts';

const body = (form: BodyForm['form']): BodyForm => ({ form, charset: null, isSizeKnown: true });

function rowsOf<Row>(reader: RowReader<Row>, text: string): Row[] {
  const rows = [...reader.push(Buffer.from(text)), ...reader.end()];
  reader.throwFailure();
  return rows;
}

it.each([
  ['id,name,value\na,Phone,1\n', 'Phone'],
  ['Field Value;Unique Lead Id;other;Field Name\n1;a;x;Phone\n', 'Phone'],
  ['value,leadId,field\n1,a,Phone\n', 'Phone'],
])('lines of RawLeads are read by their header: %j', (text, field) => {
  expect(rowsOf(rawReader(body('raw')), text)).toEqual([['a', field, '1']]);
});

it.each([
  ['raw', 'id,name,what\n'],
  ['csv', 'status,name\n'],
] as const)('a table of %s without what it must have is none, and its header is said', (form, header) => {
  const reader = () => (form === 'raw' ? rawReader(body(form)) : leadReader(body(form), new LeadFlattener()));
  expect(() => reader().push(Buffer.from(header))).toThrow(
    expect.objectContaining({ kind: 'noTable', message: header.trim().replaceAll(',', ', ') }),
  );
  const long = `${'x'.repeat(600)},y\n`;
  expect(() => reader().push(Buffer.from(long))).toThrow(expect.objectContaining({ message: 'x'.repeat(500) }));
});

it('a list of JSON ends as such', () => {
  expect(() => rowsOf(leadReader(body('json'), new LeadFlattener()), '[{"uniqueId":"a"}')).toThrow(
    expect.objectContaining({ kind: 'truncated' }),
  );
  expect(rowsOf(leadReader(body('csv'), new LeadFlattener()), 'LeadUniqueId,Navn\na,\n')).toEqual([['a']]);
});

import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import type { CellAct } from '../../../shared/contract/check/check-acts.ts';
import type { CleaningStep, Mapping } from '../../../shared/contract/imports/mapping.ts';
import { benches, CAMPAIGN, type CoreUnderTest, isOver } from './import-fixture.ts';

// Real files, real HTTP, on a machine that may be busy.
vi.setConfig({ testTimeout: 240_000 });

const bench = benches();

const HEADER = ['Navn', 'Telefon', 'Mail', 'Dato', 'Note'];
const ROWS = 6;

const text = fc.oneof(
  fc.constantFrom('', ' ', 'Anna Holm', "O'BRIEN å", '=1+1', '"x"', 'a;b', 'NULL', ' n/a ', '😀 ok', 'ß ſ K'),
  fc.string({ unit: 'grapheme', maxLength: 12 }).map((value) => value.replace(/[\r\n\0]/g, ' ')),
);
const phone = fc.oneof(
  fc.integer({ min: 20_000_000, max: 29_999_999 }).map(String),
  fc.integer({ min: 20_000_000, max: 29_999_999 }).map((number) => `+45 ${number}`),
  fc.integer({ min: 20_000_000, max: 29_999_999 }).map((number) => `Tlf. ${number} (mobil)`),
  fc.constantFrom('', '4.5E+11', '20112233 / 20112234', '0049 30 901838210'),
);
const mail = fc.constantFrom('', 'Anna@B.dk', ' bent@c.dk; ', 'x(at)y.dk', 'mailto:cara@d.dk');
const date = fc.constantFrom('', '03/04/2026', '25.12.2026', '2026-01-02', '12-25-2026', 'soon');
const row = fc.tuple(text, phone, mail, date, text);

const cleaning = {
  text: fc.subarray<CleaningStep>([
    { kind: 'trim' },
    { kind: 'case', to: 'upper' },
    { kind: 'replace', values: [{ from: 'NULL', to: '' }] },
  ]),
  phone: fc.constantFrom<CleaningStep[]>(
    [{ kind: 'trim' }],
    [{ kind: 'trim' }, { kind: 'phone', country: null }],
    [{ kind: 'phone', country: 'DK' }],
    [{ kind: 'asWritten' }],
  ),
  mail: fc.constantFrom<CleaningStep[]>([], [{ kind: 'trim' }, { kind: 'email' }]),
  date: fc.constantFrom<CleaningStep[]>(
    [],
    [{ kind: 'date', order: 'day-month' }],
    [{ kind: 'date', order: 'month-day' }],
  ),
};

const columnsOf = (field: string, columns: number[], steps: CleaningStep[], join: string | null = null) => ({
  field,
  source: { kind: 'columns' as const, columns, join },
  cleaning: steps,
});

const mapping: fc.Arbitrary<Mapping> = fc
  .tuple(cleaning.text, cleaning.phone, cleaning.mail, cleaning.date, fc.boolean(), fc.boolean())
  .map(([words, phones, mails, dates, isJoined, isSplit]) => [
    columnsOf('FirstName', [0], isSplit ? [...words, { kind: 'split', part: 'first' }] : words),
    columnsOf('Phone', [1], phones),
    columnsOf('Email', [2], mails),
    columnsOf('Date', [3], dates),
    isJoined ? columnsOf('Note', [4, 0], [{ kind: 'trim' }], ', ') : columnsOf('Note', [4, 3], words),
    { field: 'Source', source: { kind: 'constant', value: 'fair' }, cleaning: [] },
  ]);

const act = fc.constantFrom<CellAct>(
  { kind: 'replace', find: '2', to: '$&', place: 'anywhere', isExact: true },
  { kind: 'replace', find: 'a', to: 'Å', place: 'start', isExact: false },
  { kind: 'digits' },
  { kind: 'split', at: '/', keep: 'before' },
  { kind: 'case', to: 'title' },
  { kind: 'empty' },
  { kind: 'fillDown' },
);
const repair = fc.oneof(
  fc.record({ kind: fc.constant('cells' as const), act, column: fc.nat(4) }),
  fc.record({
    kind: fc.constant('edit' as const),
    row: fc.integer({ min: 1, max: ROWS }),
    column: fc.nat(4),
    value: text,
  }),
  fc.record({ kind: fc.constant('out' as const), row: fc.integer({ min: 1, max: ROWS }) }),
  fc.record({ kind: fc.constant('undo' as const) }),
);
type Repair = typeof repair extends fc.Arbitrary<infer Value> ? Value : never;

async function take(core: CoreUnderTest, draftId: string, entry: Repair): Promise<void> {
  if (entry.kind === 'cells') {
    const { act: wanted, column } = entry;
    await core.call('check:changeCells', {
      draftId,
      change: { act: wanted, column, reasonId: null, filter: 'all' },
    });
  } else if (entry.kind === 'edit') await core.call('check:edit', { draftId, edits: [entry] });
  else if (entry.kind === 'out')
    await core.call('check:leaveOut', { draftId, choice: { rows: [entry.row] }, isOut: true });
  else await core.call('check:undo', { draftId });
}

const content = (rows: readonly (readonly string[])[]) =>
  [HEADER, ...rows].map((cells) => cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';')).join('\n');

const sorted = (values: readonly string[]) => values.toSorted((one, other) => (one < other ? -1 : 1));

/** The bodies of the rows that go on: the panel, the dry run and Check say the same of each. */
async function agreedOn(core: CoreUnderTest, draftId: string): Promise<string[]> {
  const summary = await core.call('check:run', { draftId });
  const dryRun = (await core.call('import:sentRows', { draftId, offset: 0, limit: 500 })).rows;
  const { rows } = await core.call('check:rows', { draftId, reasonId: null, filter: 'all', offset: 0, limit: 500 });
  const bodies: string[] = [];
  const values = new Map<string, string[]>();
  for (const { row: number, body } of dryRun) {
    const panel = await core.call('import:sentRow', { draftId, row: number });
    const checked = rows.find((one) => one.row === number);
    expect({ number, isOut: body === null }).toEqual({
      number,
      isOut: checked?.leftOut === true || panel.fields.length === 0,
    });
    if (body === null) continue;
    expect(body).toBe(panel.body);
    bodies.push(body);
    for (const { field, value } of panel.fields) values.set(field, [...(values.get(field) ?? []), value.trim()]);
  }
  expect(bodies.length).toBeLessThanOrEqual(summary.rows - summary.standing.leftOut);
  for (const field of ['FirstName', 'Phone', 'Email', 'Date', 'Note']) {
    const listed = (await core.call('check:fieldValues', { draftId, field, offset: 0, limit: 500 })).values;
    const each = listed.flatMap(({ value, count }) => Array.from({ length: count }, () => value));
    expect({ field, values: sorted(each) }).toEqual({
      field,
      values: sorted((values.get(field) ?? []).filter((value) => value !== '')),
    });
  }
  return bodies;
}

const dataOf = (body: string) => JSON.stringify((JSON.parse(body) as { data: unknown }).data);

/** Files with repairs, each followed by another one that its template fills. */
async function expectAgreement(files: number): Promise<void> {
  const { desk, core } = await bench.started();
  let leads = 0;
  let runs = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(row, { minLength: ROWS, maxLength: ROWS }),
      fc.array(row, { minLength: ROWS, maxLength: ROWS }),
      mapping,
      fc.array(repair, { maxLength: 5 }),
      async (first, second, chosen, repairs) => {
        runs += 1;
        const opened = await core.openFile(desk.file(`first-${runs}.csv`, content(first)));
        const plan = { ...opened.plan, campaignCode: CAMPAIGN };
        await core.call('import:saveDraft', { draftId: opened.id, mapping: chosen, plan, phoneCountry: 'DK' });
        const { id: templateId } = await core.call('template:save', {
          from: { draftId: opened.id },
          name: `supplier ${runs}`,
          campaignCode: CAMPAIGN,
          poolScheme: null,
        });
        const other = await core.openFile(desk.file(`second-${runs}.csv`, content(second)));
        await core.call('template:use', { draftId: other.id, from: { templateId } });
        for (const draftId of [opened.id, other.id]) {
          for (const entry of repairs) await take(core, draftId, entry);
          const agreed = (await agreedOn(core, draftId)).map(dataOf);
          const before = desk.practice.ledger.entries().length;
          const job = await core.call('import:start', { draftId });
          const { counts } = await core.until(job.id, isOver);
          const received = desk.practice.ledger
            .entries()
            .slice(before)
            .map(({ data }) => JSON.stringify(data));
          expect(received).toHaveLength(counts.created);
          expect(counts.created + counts.refused).toBe(agreed.length);
          for (const lead of received) {
            const at = agreed.indexOf(lead);
            expect({ lead, isAgreed: at !== -1, agreed }).toMatchObject({ isAgreed: true });
            agreed.splice(at, 1);
          }
          leads += received.length;
          await core.call('job:delete', { jobId: job.id });
        }
      },
    ),
    { numRuns: files, endOnFailure: true },
  );
  expect(leads).toBeGreaterThan(2 * files);
}

test('the service receives what the panel, Check and the dry run say, whatever was cleaned, repaired or filled from a template', () =>
  expectAgreement(3));

test('the service receives what they say, over more files', { tags: ['long'], timeout: 240_000 }, () =>
  expectAgreement(20),
);

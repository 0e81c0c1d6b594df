import { join } from 'node:path';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { openResult } from '../result/open-result.ts';
import { ResultStore } from '../result/result-store.ts';
import { type IntakeBody, type IntakePlan, LeadIntake } from './lead-intake.ts';

/* What is said of the leads of an answer; `lead-intake.spec.ts` cuts answers into pieces. */

const BODY: IntakeBody = { form: 'json', charset: null, isSizeKnown: true, cutBefore: null, until: null };
const IS_NEW = { filter: 'Statuses', test: { kind: 'names', columns: ['status'], accepted: ['New'] } } as const;
const rest = vi.fn<() => Promise<void>>(async () => undefined);

let path = '';
let store: ResultStore;
beforeEach(() => {
  path = join(specFolder('intake'), 'result.sqlite');
  store = new ResultStore(path);
  rest.mockClear();
});

function opened(plan: Partial<IntakePlan> = {}): LeadIntake {
  onTestFinished(() => store.close());
  const usual = { filters: [IS_NEW], zone: 'Europe/Copenhagen', spellings: [], merges: false };
  return new LeadIntake(store, { ...usual, ...plan });
}

const at = (time: string) => `2026-11-16T${time}`;
/** A lead that may lack its id or its time. */
const lead = (uniqueId: string, time: string, status = 'New') => ({
  uniqueId,
  status,
  lastModifiedTime: time && at(time),
});
const bytesOf = (leads: readonly object[]) => Buffer.from(JSON.stringify(leads));
/** Takes one whole body. */
async function take(intake: LeadIntake, leads: readonly object[], more: Partial<IntakeBody> = {}) {
  intake.begin({ ...BODY, ...more });
  intake.take(bytesOf(leads));
  return intake.finish(true, rest);
}
/** Of each row the cells, and the mask of the filters that it does not fit. */
const cells = () => {
  using database = openResult(path);
  const masks = new Map(
    Array.from(database.prepare('SELECT * FROM missed').all(), (row) => [row['number'], row['mask']]),
  );
  return store.between(1, 99).map((row) => [...row.cells, masks.get(row.number) ?? 0]);
};

it('tells rows, columns that are new, what is filled, the latest change and what does not fit, piece by piece', () => {
  const intake = opened();
  intake.begin(BODY);
  const bytes = bytesOf([{ uniqueId: 'a' }, lead('b', '09:00:00.5'), lead('c', '', 'Open'), lead('d', '10:00:00')]);
  const first = intake.take(bytes.subarray(0, bytes.indexOf('b",')));
  expect(first).toMatchObject({ rows: 1, paths: ['uniqueId'], filled: [1], asked: 1, bodyRows: 1, latest: null });
  const second = intake.take(bytes.subarray(bytes.indexOf('b",'), bytes.indexOf('d",')));
  expect(second).toMatchObject({ rows: 3, paths: ['uniqueId', 'status', 'lastModifiedTime'], latest: at('09:00:00') });
  const last = intake.take(bytes.subarray(bytes.indexOf('d",')));
  expect(last).toMatchObject({
    ...{
      rows: 4,
      paths: null,
      filled: [4, 3, 2],
      asked: 3,
      bodyRows: 4,
      cut: 0,
      beyond: null,
      replaced: 0,
      repeated: 0,
    },
    ...{ latest: at('10:00:00'), trouble: null, filters: [{ matching: 2, others: 1, unchecked: 1 }], shortened: [] },
  });
  expect(cells().map((row) => row.at(-1))).toEqual([0, 0, 1, 0]);
});

it('tells the latest change of leads from two centuries', async () => {
  const leads = ['1999-12-31T23:59:59', '2000-01-01T00:00:00'].map((lastModifiedTime) => ({ lastModifiedTime }));
  expect(await take(opened(), leads)).toMatchObject({ latest: '2000-01-01T00:00:00' });
});

it('leaves out what was changed before a moment, tells the first change after another, and begins anew with each body', async () => {
  const intake = opened();
  const leads = [
    lead('a', '08:59:59'),
    lead('b', '09:00:00'),
    lead('d', '11:00:00'),
    lead('c', '10:00:00'),
    lead('e', ''),
  ];
  const cut = { cutBefore: at('09:00:00'), until: at('10:00:00') };
  expect(await take(intake, leads, cut)).toMatchObject({
    rows: 4,
    bodyRows: 5,
    cut: 1,
    beyond: at('10:00:00'),
    filled: [4, 4, 3],
  });
  expect(await take(intake, [lead('f', '10:00:00')], { until: at('10:00:00') })).toMatchObject({
    ...{ rows: 5, bodyRows: 1, cut: 0, beyond: at('10:00:00'), latest: at('11:00:00') },
  });
  expect(
    await take(intake, [lead('g', '08:00:00'), lead('h', '09:00:00')], { cutBefore: at('09:00:00') }),
  ).toMatchObject({
    ...{ rows: 6, cut: 1, beyond: null },
  });
  expect(store.filled()).toEqual([6, 6, 5]);
});

it('replaces a lead that comes again, in the same body or a later one, unless it is older', async () => {
  const intake = opened({ merges: true });
  const first = await take(intake, [
    lead('a', '09:00:00'),
    lead('b', '09:00:00', 'Open'),
    lead('', '08:00:00'),
    lead('a', '10:00:00', 'Open'),
  ]);
  expect(first).toMatchObject({ rows: 3, replaced: 1, asked: 1, filled: [2, 3, 3], bodyRows: 4 });
  // Rows with ids first.
  expect(cells()).toEqual([
    ['a', 'Open', at('10:00:00'), 1],
    ['b', 'Open', at('09:00:00'), 1],
    ['', 'New', at('08:00:00'), 0],
  ]);
  const again = await take(intake, [lead('b', '10:00:00'), lead('a', '09:30:00'), lead('c', '09:00:00')]);
  expect(again).toMatchObject({
    ...{ rows: 4, replaced: 2, asked: 3, filled: [3, 4, 4], repeated: 0 },
    filters: [{ matching: 3, others: 1 }],
  });
  expect(cells().slice(0, 2)).toEqual([
    ['a', 'Open', at('10:00:00'), 1],
    ['b', 'New', at('10:00:00'), 0],
  ]);
  intake.end();
  using database = openResult(path);
  expect(database.prepare("SELECT name FROM sqlite_schema WHERE name LIKE 'l%e_%' AND type = 'table'").all()).toEqual([
    { name: 'leads' },
  ]);
});

it('takes the state that came last where two say the same time, or one says none', async () => {
  const intake = opened({ merges: true });
  const status = () => cells().map(([, said]) => said);
  await take(intake, [lead('a', '10:00:00', 'Open'), lead('a', '10:00:00', 'Lost')]);
  expect(status()).toEqual(['Lost']);
  await take(intake, [lead('a', '10:00:00', 'Open')]);
  expect(status()).toEqual(['Open']);
  await take(intake, [lead('a', '', 'New')]);
  expect(status()).toEqual(['New']);
  await take(intake, [lead('a', '09:00:00', 'Lost')]);
  expect(status()).toEqual(['Lost']);
  intake.end();
});

it('counts ids that came before, and nothing where leads have none', async () => {
  const intake = opened({ filters: [] });
  expect(await take(intake, [{ x: '1' }, { x: '2' }])).toMatchObject({ repeated: 0, latest: null, asked: 2 });
  expect(await take(intake, [{ uniqueId: 'a' }, { uniqueId: 'a' }, { uniqueId: '' }, {}])).toMatchObject({
    repeated: 1,
  });
});

it('lets no lead without an id take the place of another one, in the same body or a later one', async () => {
  const intake = opened({ filters: [], merges: true });
  const leads = ['a', 'b', 'a', '', '', 'b', 'a'].map((uniqueId) => ({ uniqueId, x: '1' }));
  expect(await take(intake, leads)).toMatchObject({ rows: 4, bodyRows: 7, replaced: 0, repeated: 0 });
  expect(await take(intake, leads)).toMatchObject({ rows: 6, bodyRows: 7, replaced: 0, repeated: 0 });
  intake.end();
});

it('counts the lines of RawLeads, and compares the leads when they are whole', async () => {
  const limit = { filter: 'Take', test: { kind: 'limit', most: 2 } } as const;
  const intake = opened({ filters: [limit] });
  intake.begin({ ...BODY, form: 'raw' });
  expect(intake.take(Buffer.from('id,name,value\na,Phone,1\nb,Phone,2\nc,Phone,3\n'))).toMatchObject({
    bodyRows: 3,
    asked: 0,
  });
  intake.take(Buffer.from('a,Phone,4\na,Mail,x'));
  const last = await intake.finish(true, rest);
  expect(last).toMatchObject({
    ...{ rows: 3, bodyRows: 5, asked: 2, trouble: null },
    filters: [{ matching: 2, others: 1 }],
  });
  expect(store.missed()).toEqual([{ mask: 1, rows: 1 }]);
  expect(rest).toHaveBeenCalled();
  expect(store.filled()).toEqual([3, 3, 1]);
});

it('says why an answer is not whole, and takes no bytes without a body', async () => {
  const intake = opened();
  expect(() => intake.take(bytesOf([]))).toThrow('a body that has not begun');
  intake.begin(BODY);
  expect(intake.take(Buffer.from('<html>')).trouble).toMatchObject({ kind: 'notJson' });
  intake.begin(BODY);
  expect(intake.take(Buffer.from('[{"uniqueId":"a"},{')).trouble).toBeNull();
  expect(await intake.finish(true, rest)).toMatchObject({ rows: 1, trouble: { kind: 'truncated' } });
  await expect(intake.finish(true, rest)).rejects.toThrow('a body that has not begun');
  intake.begin({ ...BODY, form: 'csv', isSizeKnown: true });
  intake.take(Buffer.from('uniqueId,x\nb,1\nc'));
  expect(await intake.finish(true, rest)).toMatchObject({ rows: 2, bodyRows: 1, trouble: { kind: 'truncated' } });
  intake.begin({ ...BODY, form: 'raw' });
  intake.take(Buffer.from('id,name,value\nd,x,1\ne'));
  expect(await intake.finish(true, rest)).toMatchObject({ rows: 3, trouble: { kind: 'truncated' } });
  intake.begin({ ...BODY, form: 'raw' });
  intake.take(Buffer.from('id,name,value\nf,x,1\ng'));
  expect(await intake.finish(false, rest)).toMatchObject({ rows: 4, trouble: null });
});

it.each(['csv', 'raw'] as const)('keeps the rows of %s before which damage was not looked for', async (form) => {
  const intake = opened();
  intake.begin({ ...BODY, form });
  // A row that has not ended for long is read again only when it has doubled, or at the end.
  intake.take(Buffer.from(`id,uniqueId,name,value\n1,a,Phone,"${'y'.repeat(70_000)}`));
  intake.take(Buffer.from('"\n2'));
  expect(await intake.finish(true, rest)).toMatchObject({ rows: 1, trouble: { kind: 'truncated' } });
});

it.each([
  [2, { Total: 5000 }, 2, null],
  [100, { Total: 5000 }, 2, '2 of 100 leads'],
  [100, { Offset: 98, Total: 100 }, 2, null],
])(
  'misses no leads beyond a limit of %s that was asked for, in an answer with %o',
  async (most, around, leads, words) => {
    const intake = opened({ filters: [{ filter: 'Take', test: { kind: 'limit', most } }] });
    intake.begin(BODY);
    intake.take(
      Buffer.from(JSON.stringify({ ...around, Results: Array.from({ length: leads }, () => lead('a', '')) })),
    );
    const { trouble } = await intake.finish(true, rest);
    expect(trouble?.words ?? null).toBe(words);
  },
);

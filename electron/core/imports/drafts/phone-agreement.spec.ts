import { existsSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test, vi } from 'vitest';
import { checkedTypeOf } from '../../../../shared/domain/check/field-type.ts';
import type { Draft } from '../../../../shared/contract/imports/imports.ts';
import { PAGE_LIMIT } from '../../../../shared/contract/primitives.ts';
import { benches, CAMPAIGN, type CoreUnderTest, isOver } from '../import-fixture.ts';

// Real files, real HTTP, on a machine that may be busy.
vi.setConfig({ testTimeout: 180_000 });

const bench = benches();

type Phones = Readonly<Record<string, string>>;

/** The phones of a row, by field. */
function phonesIn(data: Readonly<Record<string, string>>, fields: readonly string[]): Phones {
  return Object.fromEntries(Object.entries(data).filter(([field]) => fields.includes(field)));
}

/** The draft as the window saves it on its way to Check, with the fields that hold phones. */
async function ready(core: CoreUnderTest, opened: Draft) {
  const draft = await core.call('import:saveDraft', {
    draftId: opened.id,
    step: 'check',
    plan: { ...opened.plan, campaignCode: CAMPAIGN },
    cleanPhones: true,
    rememberCountry: true,
  });
  const phones = draft.mapping
    .filter((rule) => ['phone', 'fax'].includes(checkedTypeOf(rule, draft.fields)))
    .map(({ field }) => field);
  return { draft, phones };
}

/** What the dry run of the batch prints: each row's phones as they would be sent. */
async function printed(
  core: CoreUnderTest,
  { id, rows }: Draft,
  fields: readonly string[],
): Promise<Map<number, Phones>> {
  const found = new Map<number, Phones>();
  for (let offset = 0; offset < rows; offset += PAGE_LIMIT)
    for (const { row, body } of (await core.call('import:sentRows', { draftId: id, offset, limit: PAGE_LIMIT })).rows) {
      if (body === null) continue;
      const { data } = JSON.parse(body) as { data: Record<string, string> };
      found.set(row, phonesIn(data, fields));
    }
  return found;
}

interface Shown {
  readonly values: Phones;
  /** Phones that are sent in another form than they have in the file. */
  readonly changed: readonly { readonly value: string; readonly inFile: string }[];
}

/** What the panel of Columns shows for a row. */
async function shown(core: CoreUnderTest, draftId: string, row: number, phones: readonly string[]): Promise<Shown> {
  const { fields } = await core.call('import:sentRow', { draftId, row });
  const own = fields.filter(({ field }) => phones.includes(field));
  return {
    values: Object.fromEntries(own.map(({ field, value }) => [field, value])),
    changed: own.filter(({ value, inFile }) => value !== inFile.trim()),
  };
}

/** Panel, Check and dry run say the same of every row; answers what they say. */
async function agreedOn(core: CoreUnderTest, opened: Draft, rowsLooked: number): Promise<Map<number, Phones>> {
  const { draft, phones } = await ready(core, opened);
  const summary = await core.call('check:run', { draftId: draft.id });
  expect(summary.country).toEqual(draft.phoneCountry);
  const dryRun = await printed(core, draft, phones);
  const changed: Shown['changed'][number][] = [];
  for (let row = 1; row <= Math.min(draft.rows, rowsLooked); row += 1) {
    const panel = await shown(core, draft.id, row, phones);
    changed.push(...panel.changed);
    expect({ row, ...dryRun.get(row) }).toEqual({ row, ...panel.values });
  }
  if (draft.rows <= rowsLooked) expect(summary.cleanedPhones).toBe(changed.length);
  // No country is put before a number: what stood around it goes, and its own prefix is written as all are.
  if (summary.country.value === null)
    for (const { value, inFile } of changed)
      expect(inFile.replace(/\(0\)|\.0$|ext.*|\D/g, '').replace(/^00/, '')).toBe(value.replace(/\D/g, ''));
  for (const { id, kind } of summary.reasons.filter(
    (reason) => reason.kind === 'plusMissing' || reason.kind === 'leadingZeroLost',
  )) {
    const page = { draftId: draft.id, reasonId: id, filter: 'reason', offset: 0, limit: 50 } as const;
    for (const { row, change } of (await core.call('check:rows', page)).rows)
      expect({ row, kind, sent: change?.now }).toEqual({ row, kind, sent: expect.stringMatching(/^[^+]/) });
  }
  return dryRun;
}

const digits = (count: number) =>
  fc.array(fc.integer({ min: 0, max: 9 }), { minLength: count, maxLength: count }).map((list) => list.join(''));
/** Phones as people and programs write them. */
const phone = fc.oneof(
  digits(7).map((rest) => `2${rest}`),
  digits(6).map((rest) => `20 ${rest.slice(0, 2)} ${rest.slice(2, 4)} ${rest.slice(4)}`),
  digits(6).map((rest) => `(+45) 20-${rest}`),
  digits(6).map((rest) => `4520${rest}`),
  digits(6).map((rest) => `+45 20 ${rest}`),
  digits(6).map((rest) => `004520${rest}`),
  digits(7).map((rest) => `030 90${rest}`),
  digits(8).map((rest) => `17${rest}`),
  digits(8).map((rest) => `+49 30 ${rest}`),
  digits(9).map((rest) => `5${rest}`),
  digits(7).map((rest) => `+4620${rest}.0`),
  digits(6).map((rest) => `p:+4520${rest}`),
  digits(6).map((rest) => `'20${rest}`),
  digits(6).map((rest) => `Tlf. 20 ${rest} (mobil)`),
  digits(6).map((rest) => `+45 (0)20${rest}`),
  digits(6).map((rest) => `+45 20${rest} ext. 12`),
  fc.constantFrom(
    ...['', ' ', '20112233 (mor)', '20112233.0', '20112233 lok. 12'],
    ...['4.5E+11', '12', '2026-05-12', '20112233 / 20112234'],
  ),
);
const column = fc.record({
  header: fc.constantFrom('Telefon', 'Phone', 'Mobil'),
  cells: fc.array(phone, { minLength: 6, maxLength: 6 }),
});
/** What may say a country beside them, or seem to. */
const beside = fc.constantFrom<readonly [string, (row: number) => string]>(
  ['Land', () => 'Danmark'],
  ['Land', () => 'Tyskland'],
  ['Customer no', (row) => `NO-${row}`],
  ['Time', () => '2026-11-24T03:43:16Z'],
  ['Email', (row) => `a${row}@b.dk`],
  ['Email', (row) => `a${row}@b.de`],
  ['By', () => 'København'],
  ['PLZ', (row) => String(10_115 + row)],
  ['Note', () => 'none'],
);

async function expectAgreement(files: number): Promise<void> {
  const { desk, core } = await bench.started();
  let leads = 0;
  await fc.assert(
    fc.asyncProperty(
      column,
      fc.uniqueArray(beside, { maxLength: 2, selector: ([header]) => header }),
      async (own, others) => {
        const lines = own.cells.map((cell, row) => [`Anna${row}`, cell, ...others.map(([, write]) => write(row))]);
        const header = ['Fornavn', own.header, ...others.map(([name]) => name)];
        const content = [header, ...lines].map((cells) => cells.map((cell) => `"${cell}"`).join(';')).join('\n');
        const opened = await core.openFile(desk.file('random.csv', content));
        const agreed = await agreedOn(core, opened, 6);
        const before = desk.practice.ledger.entries().length;
        const job = await core.call('import:start', { draftId: opened.id });
        await core.until(job.id, isOver);
        const fields = [...new Set([...agreed.values()].flatMap((row) => Object.keys(row)))];
        const received = desk.practice.ledger
          .entries()
          .slice(before)
          .map(({ data }) => JSON.stringify(phonesIn(data, fields)));
        leads += received.length;
        for (const lead of received) expect([...agreed.values()].map((row) => JSON.stringify(row))).toContain(lead);
        await core.call('job:delete', { jobId: job.id });
      },
    ),
    { numRuns: files },
  );
  expect(leads).toBeGreaterThan(files);
}

test('no phone leaves in another form than the panel, Check and the dry run say, whatever the file is', () =>
  expectAgreement(6));

test('no phone of more files leaves in another form', { tags: ['long'], timeout: 240_000 }, () => expectAgreement(40));

const shared = '/work/shared/spreadsheets';
const real = [
  'berlin-schools-lost-area-codes.csv',
  'br-public-bodies-mixed-newlines.csv',
  'employees-merged-title-row.xlsx',
];

// The files are not part of the project.
describe.runIf(existsSync(shared))('real files', () => {
  test.each(real)('%s goes out as it is shown', async (name) => {
    const core = await (await bench()).start();
    const agreed = await agreedOn(core, await core.openFile(join(shared, name)), 300);
    expect(agreed.size).toBeGreaterThan(0);
  });
});

import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { viewSchema } from '../../../../shared/contract/exports/views.ts';
import { specFolder } from '../../foundation/folder-fixture.ts';
import { ResultStore } from '../result/result-store.ts';
import { ColumnMemory } from '../views/column-memory.ts';
import { ResultViews } from '../views/result-views.ts';
import { type IntakeBody, LeadIntake } from './lead-intake.ts';

// Thousands of bodies, each into a store of its own.
vi.setConfig({ testTimeout: 120_000 });

const BODY: Pick<IntakeBody, 'charset' | 'isSizeKnown' | 'cutBefore' | 'until'> = {
  charset: null,
  isSizeKnown: false,
  cutBefore: null,
  until: null,
};
const PLAN = { filters: [], zone: 'Europe/Copenhagen', spellings: [], merges: false };
const rest = async (): Promise<void> => undefined;

let folder: string;
let stores = 0;
beforeEach(() => {
  folder = specFolder('intake');
});

const path = () => join(folder, `${(stores += 1)}.sqlite`);

/** The rows in the store as objects, whether the body counts as whole, and the columns. */
async function received(form: IntakeBody['form'], pieces: readonly Uint8Array[], file = path()) {
  using store = new ResultStore(file);
  const intake = new LeadIntake(store, PLAN);
  intake.begin({ form, ...BODY });
  let paths: readonly string[] = [];
  let isWhole = true;
  for (const piece of pieces) {
    const { trouble, paths: wider } = intake.take(piece);
    paths = wider ?? paths;
    isWhole &&= trouble === null;
    if (!isWhole) break;
  }
  const last = await intake.finish(isWhole, rest);
  intake.end();
  paths = last.paths ?? paths;
  const rows = store
    .between(1, store.rows)
    .map(({ cells }) =>
      Object.fromEntries(paths.flatMap((name, index) => (cells[index] ? [[name, cells[index]] as const] : []))),
    );
  // RawLeads name their leads in any order, and rows come as the first lines of leads do.
  if (form === 'raw') rows.sort((one, other) => ((one['uniqueId'] ?? '') < (other['uniqueId'] ?? '') ? -1 : 1));
  return { isWhole: isWhole && last.trouble === null, rows, paths, hasBrokenText: last.hasBrokenText };
}

const LEADS = [
  { uniqueId: 'a', data: { Navn: 'Søren Ærø 🏝', Note: 'says "no"\\, €5\r\nnext' }, campaign: { code: 'Å1' } },
  { uniqueId: 'b', data: { Navn: 'العربية 漢字', 'ß.x': '' }, closureData: [{ name: 'é' }] },
];
const RAW = 'id,name,value\r\na,Navn,"Søren ""Ærø"" 🏝"\r\n';

describe('an answer cut into two pieces at every byte gives the same rows', () => {
  it.each([
    ['json', JSON.stringify(LEADS)],
    ['json', `{"Results":${JSON.stringify(LEADS)},"Total":2}`],
    ['csv', 'UniqueLeadId;Navn;Note\r\na;"Søren; ""Ærø"" 🏝";"two\r\nlines"\r\nb;العربية;\r\n'],
    ['raw', `${RAW}b,Navn,العربية\r\na,Note,"two\r\nlines"\r\n`],
  ] as const)('%s', async (form, text) => {
    const bytes = Buffer.from(text);
    const whole = await received(form, [bytes]);
    expect(whole).toMatchObject({ isWhole: true, hasBrokenText: false });
    expect(whole.rows).toHaveLength(2);
    for (let cut = 1; cut < bytes.length; cut += 1)
      expect(await received(form, [bytes.subarray(0, cut), bytes.subarray(cut)])).toEqual(whole);
  });
});

it.each([
  ['csv', 'uniqueId,Navn\r\nÆ,S#ren\r\n'],
  ['raw', 'id,name,value\r\nÆ,Navn,S#ren\r\n'],
] as const)('bytes that are no text are told of, wherever a piece of %s ends', async (form, text) => {
  const bytes = Buffer.from(text);
  // The letter ø as windows-1252 writes it.
  bytes[bytes.indexOf('#')] = 0xf8;
  for (let cut = 0; cut < bytes.length; cut += 1) {
    const { rows, hasBrokenText } = await received(form, [bytes.subarray(0, cut), bytes.subarray(cut)]);
    expect([rows[0]?.['data.Navn'], hasBrokenText]).toEqual(['S\ufffdren', true]);
  }
});

describe('an answer that ends at any 1,000th byte is never whole', () => {
  const leads = Array.from({ length: 800 }, (_, row) => ({ ...LEADS[row % 2], uniqueId: `L-${row}` }));
  const lines = leads.flatMap(({ uniqueId }) => [`${uniqueId},Navn,"Åse, ""x"""`, `${uniqueId},Note,y`]);
  it.each([
    ['json', JSON.stringify(leads)],
    ['json', `{"Leads":${JSON.stringify(leads)}}`],
    ['csv', `uniqueId,Navn\r\n${leads.map(({ uniqueId }) => `${uniqueId},"Åse, ""x"""\r\n`).join('')}`],
    ['raw', `id,name,value\r\n${lines.map((line) => `${line}\r\n`).join('')}`],
  ] as const)('%s', async (form, text) => {
    const bytes = Buffer.from(text);
    let wholeAtEndOfRow = 0;
    for (let cut = 1000; cut < bytes.length; cut += 1000) {
      const found = await received(form, [bytes.subarray(0, cut)]);
      // A table without a length says nothing about rows that are missing behind the end of one.
      const isEndOfRow = form !== 'json' && bytes[cut - 1] === 0x0a;
      if (isEndOfRow) wholeAtEndOfRow += 1;
      else expect([cut, found.isWhole]).toEqual([cut, false]);
      expect(found.rows.length).toBeLessThan(leads.length);
    }
    expect(wholeAtEndOfRow).toBeLessThan(bytes.length / 10_000);
    expect((await received(form, [bytes])).isWhole).toBe(true);
  });
});

it('takes names and values for what they are: nothing of a lead becomes a part of a statement', async () => {
  const hostile = [
    ...[`"); DROP TABLE leads; --`, `'; DELETE FROM leads; --`],
    ...['`number`', 'c0', 'number', '?1', '__proto__', '%_*', '\u0000'],
  ];
  const leads = hostile.map((text, row) => ({
    uniqueId: `L-${row}`,
    [text]: text,
    data: { [text]: `data of ${text}` },
  }));
  const file = path();
  const { rows, paths } = await received('json', [Buffer.from(JSON.stringify(leads))], file);
  expect(rows).toHaveLength(hostile.length);
  using views = new ResultViews(file, new ColumnMemory());
  const { signal } = new AbortController();
  const shown = { offset: 0, limit: 50, marks: null };
  for (const [row, text] of hostile.entries()) {
    expect(rows[row]).toMatchObject({ uniqueId: `L-${row}` });
    expect(Object.values(rows[row] ?? {})).toEqual(expect.arrayContaining([text, `data of ${text}`]));
    const column = paths.indexOf(`data.${text}`);
    const value = `data of ${text}`;
    for (const filter of [
      { kind: 'values', column, values: [value], empty: false, not: false },
      { kind: 'text', column, match: 'equals', text: value, not: false },
    ] as const) {
      const view = viewSchema.parse({ filters: [filter], sort: [{ column, direction: 'desc' }] });
      const page = await views.page(view, shown, signal);
      expect(page.rows.map(({ number }) => number)).toEqual([row + 1]);
    }
    const searched = await views.page(viewSchema.parse({ search: value }), shown, signal);
    expect(searched.rows.map(({ number }) => number)).toContain(row + 1);
  }
  expect((await views.page(viewSchema.parse({}), shown, signal)).total).toBe(hostile.length);
});

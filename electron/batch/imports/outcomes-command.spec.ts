import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { describe, it } from 'vitest';
import { shownLeads } from '../../practice/client-fixture.ts';
import {
  type BatchBench,
  CAMPAIGN,
  createBatchBench,
  csvRecords,
  type Ended,
  importOf,
  jsonLines,
} from '../batch-fixture.ts';

const SUPPLIERS = ['Nord', 'Syd', ''];
const ROWS = 60;
const CONTENT = [
  'FirstName,Phone,Supplier',
  ...Array.from({ length: ROWS }, (_, row) => `Anna,${30_000_000 + row},${SUPPLIERS[row % 3]}`),
  'Eva,12,Syd',
].join('\n');

async function imported(): Promise<BatchBench & { job: string }> {
  const bench = await createBatchBench({ hasCalls: true });
  const file = bench.file('file.csv', CONTENT);
  const run = await bench.run(importOf(file, bench.path('r.csv'), '--json'));
  return Object.assign(bench, { job: String(run.last?.['job']) });
}

const lines = ({ stdout }: Ended) => jsonLines(stdout);

interface ServiceLead {
  readonly uniqueId: string;
  readonly status: string;
  readonly closure: string;
  readonly data: Readonly<Record<string, string>>;
}

/** Imported leads as the service shows them to anybody who asks. */
async function truth(bench: BatchBench): Promise<ServiceLead[]> {
  const ids = new Set(bench.practice.ledger.entries().map(({ uniqueId }) => uniqueId));
  return (await shownLeads<ServiceLead>(bench.practice.url)).filter(({ uniqueId }) => ids.has(uniqueId));
}

const WORDS: Readonly<Record<string, string>> = {
  New: 'New',
  'UserProcessed Success': 'Success',
  'UserProcessed NotInterested': 'Not interested',
  'UserProcessed InvalidLead': 'Invalid',
  'UserProcessed Unqualified': 'Unqualified',
  RedialAutomatic: 'To be redialed',
  RedialManualCommon: 'To be redialed',
  RedialManualPrivate: 'To be redialed',
  Failed: 'Failed',
  Depleted: 'Depleted',
  DoNotCall: 'Removed or do not call',
};

describe.concurrent('outcomes', () => {
  it('says what became of each created lead, by a column of the file, and writes one line a row', async ({
    expect,
  }) => {
    await using bench = await imported();
    bench.practice.clock.advance(6 * 3_600_000);
    const leads = await truth(bench);
    expect(leads).toHaveLength(ROWS);
    const output = bench.path('outcomes.csv');
    const asked = ['outcomes', bench.job, '--by', 'supplier', '--output', output, '--json'];
    const shown = await bench.run([...asked, '--refresh']);
    expect(shown).toMatchObject({ code: 0, last: { imports: 1, rows: ROWS, requests: 1, states: { notSeen: 0 } } });
    const groups = lines(shown).filter((line) => 'value' in line);
    expect(groups.map(({ value, rows }) => [value, rows])).toEqual(SUPPLIERS.map((value) => [value, ROWS / 3]));
    const [header, ...rows] = csvRecords(output);
    expect(header).toEqual([
      ...['FirstName', 'Phone', 'Supplier'],
      ...['Row', 'Lead id', 'Outcome', 'Status', 'Closure', 'Found by', 'Read at'],
    ]);
    const byId = new Map(leads.map((lead) => [lead.uniqueId, lead]));
    const expected = rows.map(([, phone, , row, id = '']) => {
      const lead = byId.get(id);
      expect(lead?.data['Phone']).toBe(phone);
      const [status = '', closure = ''] = [lead?.status, lead?.closure];
      return [row, id, WORDS[`${status} ${closure}`] ?? WORDS[status], status, closure, 'id'];
    });
    expect(rows.map((row) => row.slice(3, -1))).toEqual(expected);
    expect(expected.map(([row]) => row)).toEqual(Array.from({ length: ROWS }, (_, row) => String(row + 1)));
    // The counts are those of the file, all in all and by supplier.
    const counted = (words: string) => expected.filter((row) => row[2] === words).length;
    expect(shown.last?.['states']).toMatchObject({
      success: counted('Success'),
      notInterested: counted('Not interested'),
      redial: counted('To be redialed'),
    });
    const sum = (counts: object) => Object.values(counts).reduce((all: number, part: number) => all + part, 0);
    expect(sum(shown.last?.['states'] as object)).toBe(ROWS);
    for (const { counts, rows: all } of groups) expect(sum(counts as object)).toBe(all);
    // Shown again, it is what was read: nothing is asked.
    bench.practice.clock.advance(24 * 3_600_000);
    const { imports, rows: created, states, readAt } = shown.last ?? {};
    const again = await bench.run([...asked, '--force']);
    expect(again).toMatchObject({ code: 0, last: { imports, rows: created, states, readAt, requests: 0 } });
    expect(csvRecords(output)).toEqual([header, ...rows]);
  });

  it('ends with 3 when leads are not in the list any more, and writes JSON lines', async ({ expect }) => {
    await using bench = await imported();
    expect(await bench.run(['outcomes', bench.job, '--json'])).toMatchObject({
      code: 2,
      last: { error: { code: 'notFound', message: expect.stringMatching(/--refresh reads it/) as string } },
    });
    bench.practice.reset();
    const output = bench.path('outcomes.jsonl');
    const shown = await bench.run(['outcomes', bench.job, '--refresh', '--output', output, '--json']);
    expect(shown).toMatchObject({
      code: 3,
      last: {
        rows: ROWS,
        states: { notSeen: ROWS },
        error: {
          code: 'unknown',
          message: expect.stringMatching(/^60 leads that the service created were not in its list/) as string,
        },
      },
    });
    const saved = jsonLines(readFileSync(output, 'utf8'));
    expect(saved).toHaveLength(ROWS);
    expect(saved.filter((row) => row['Outcome'] === 'Not seen any more')).toHaveLength(ROWS);
  });

  it('leaves a file alone that another program puts there meanwhile, and so does a result', async ({ expect }) => {
    await using bench = await imported();
    await bench.run(['outcomes', bench.job, '--refresh']);
    const path = bench.path('late.csv');
    for (const command of [
      ['outcomes', bench.job, '--output', path],
      ['result', bench.job, path],
    ]) {
      const running = bench.run([...command, '--json']);
      writeFileSync(path, 'theirs');
      expect(await running).toMatchObject({
        code: 2,
        last: { error: { code: 'file', message: expect.stringMatching(/"late\.csv" exists already/) as string } },
      });
      expect(readFileSync(path, 'utf8')).toBe('theirs');
      expect(await bench.run([...command, '--force'])).toMatchObject({ code: 0 });
      rmSync(path);
    }
  });

  it('adds up all imports into a campaign, and names what is missing', async ({ expect }) => {
    await using bench = await imported();
    const file = bench.file('other.csv', 'FirstName,Phone\nZoe,39999999\n');
    const lower = ['--campaign', CAMPAIGN.toLowerCase(), '--result', bench.path('other-result.csv')];
    expect(await bench.run(['import', file, ...lower])).toMatchObject({ code: 0 });
    // One campaign, however its code is written.
    expect(await bench.run(['outcomes', '--campaign', CAMPAIGN, '--refresh', '--json'])).toMatchObject({
      code: 0,
      last: { imports: 2, rows: ROWS + 1, requests: 1, states: { new: ROWS + 1, notSeen: 0 } },
    });
    const day = (milliseconds: number) =>
      new Date(bench.practice.clock.now() + milliseconds).toISOString().slice(0, 10);
    expect(await bench.run(['outcomes', '--since', day(-48 * 3_600_000), '--json'])).toMatchObject({
      last: { imports: 2 },
    });
    for (const [args, words] of [
      [['outcomes', '--since', day(48 * 3_600_000)], 'No import of this computer'],
      [['outcomes', '--since', '2026-02-31'], '--since takes a day'],
      [['outcomes'], 'in one way'],
      [['outcomes', bench.job, '--campaign', CAMPAIGN], 'in one way'],
      [['outcomes', '--since', 'yesterday'], '--since takes a day'],
      [['outcomes', '--campaign', 'ELSEWHERE'], 'No import of this computer'],
      [['outcomes', bench.job, '--by', 'City'], 'has no column "City"'],
    ] as const) {
      const ended = await bench.run([...args, '--json']);
      expect(ended).toMatchObject({ code: 2, last: { error: { message: expect.stringContaining(words) as string } } });
    }
  });
});

import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { read, utils } from '@e965/xlsx';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type BatchBench,
  CAMPAIGN,
  createBatchBench,
  csvRecords,
  type Ended,
  jsonLines,
  people,
} from '../batch-fixture.ts';
import { putElsewhere } from '../../practice/client-fixture.ts';
import { hasSignals } from '../../core/foundation/this-system-fixture.ts';

let bench: BatchBench;
beforeEach(async () => void (bench = await createBatchBench()));
afterEach(() => bench.close());

let results = 0;
const resultFile = (ending = 'csv') => bench.path(`result-${(results += 1)}.${ending}`);

/** `import FILE --campaign C --result R --json` and more. */
function imported(content: string, ...more: string[]): Promise<Ended> {
  const file = content.includes('\n') ? bench.file('file.csv', content) : content;
  const result = more.includes('--result') || more.includes('--dry-run') ? [] : ['--result', resultFile()];
  return bench.run(['import', file, '--campaign', CAMPAIGN, ...result, ...more, '--json']);
}

const lines = ({ stdout }: Ended) => jsonLines(stdout);
const sent = () => bench.practice.ledger.entries().map(({ data }) => data);

async function requestsTo(service: string): Promise<number> {
  const answer = await fetch(new URL('/practice/state', bench.practice.url));
  const { services } = (await answer.json()) as { services: Record<string, { requests: number }> };
  return services[service]?.requests ?? 0;
}

/** The five colours and what waits add up to the file. */
function expectSum({ last }: Ended): void {
  const {
    created = 0,
    refused = 0,
    unknown = 0,
    skipped = 0,
    waiting = 0,
    excluded = 0,
    rows,
  } = last as Record<string, number>;
  expect(created + refused + unknown + skipped + waiting + excluded).toBe(rows);
}

describe('a file whose rows were sent before', () => {
  it('ends with 2, unless the command line says what to do', async () => {
    expect(await imported(people(3))).toMatchObject({ code: 0, last: { created: 3 } });
    const again = await imported(people(3));
    expect(again).toMatchObject({ code: 2, last: { error: { code: 'sentBefore' } } });
    expect(again.stdout).toContain('3 of 3 rows were sent');
    expect(sent()).toHaveLength(3);
    // One row of the file is known, and phones are compared however they are written.
    const partly = await imported('Name,Telephone\nNew,39999999\nKnown,+45 30 00 00 02\n');
    expect(partly).toMatchObject({ code: 2, last: { error: { code: 'sentBefore' } } });
    expect(await imported(people(2), '--send-again')).toMatchObject({ code: 0, last: { created: 2 } });
    expect(sent()).toHaveLength(5);
  });

  it('is checked like any other when it is sent again, and a dry run shows its rows', async () => {
    await imported(people(2));
    const known = 'Name,Phone,Email\nAnna,+4530000001,not an address\n';
    const refused = await imported(
      known,
      '--send-again',
      '--check',
      '--rules',
      bench.file('rules.json', '{"country":"DK"}'),
    );
    expect(refused).toMatchObject({ code: 2, last: { error: { code: 'validation' } } });
    expect(await imported(known, '--dry-run')).toMatchObject({ code: 0, last: { rows: 1, sentBefore: 1 } });
    expect(sent()).toHaveLength(2);
  });

  it('is known by its values where it has no phone', async () => {
    const rows = 'Name,City,Phone\nAnna,Hobro,\nBent,Skive,\n';
    const campaign = ['--campaign', 'EU-MESSE-26'];
    const file = bench.file('names.csv', rows);
    const run = (...more: string[]) =>
      bench.run([
        'import',
        file,
        ...campaign,
        '--map',
        'Name=Name',
        '--map',
        'City=City',
        '--result',
        resultFile(),
        '--json',
        ...more,
      ]);
    expect((await run()).last).toMatchObject({ created: 2 });
    expect((await run()).code).toBe(2);
  });
});

describe('--only-new', () => {
  it('leaves out what the campaign holds, whoever put it there, with one request', async () => {
    const put = (data: Record<string, string>) => putElsewhere(bench.practice.url, CAMPAIGN, data);
    await put({ Mobile: '+45 30 00 00 01', CustomerNo: 'x' });
    await put({ Phone: '88888888', Email: 'ANNA@example.dk' });
    await put({ Phone: '77777777', CustomerNo: 'K-4' });
    const content =
      'FirstName,Phone,Email,CustomerNo\nOne,30000001,one@example.dk,K-1\nAnna,30000002,anna@example.dk,K-2\nThree,30000003,,K-3\nFour,30000004,,k-4\n';
    const before = await requestsTo('SimpleLeads');
    const run = await imported(content, '--only-new', '--key', 'CustomerNo');
    expect(run).toMatchObject({ code: 0, last: { created: 1, excluded: 3, rows: 4 } });
    expectSum(run);
    expect((await requestsTo('SimpleLeads')) - before).toBe(1);
    expect(lines(run).find((line) => 'compared' in line)).toMatchObject({ phone: 1, isProven: false });
    expect(Object.keys(lines(run)[0] ?? {})).toEqual(['job']);
    // What was sent is in the campaign now, and nothing is sent a second time.
    expect(await imported(content, '--only-new', '--key', 'CustomerNo')).toMatchObject({
      code: 0,
      last: { created: 0 },
    });
  });

  it('sends nothing where the leads show nothing to compare, and into an empty campaign only when told', async () => {
    const shows = (leads: readonly object[]) =>
      bench.practice.faults.add({
        kind: 'body',
        body: JSON.stringify(leads),
        contentType: 'application/json',
        match: { path: '/simpleleads' },
      });
    shows([]);
    const nothing = await imported(people(3), '--only-new');
    expect(nothing).toMatchObject({ code: 2, last: { error: { code: 'emptyCampaign' } } });
    expect(nothing.last?.['error']).toMatchObject({ message: expect.stringContaining('--campaign-is-empty') });
    expect(sent()).toHaveLength(0);
    shows([]);
    const told = await imported(people(3), '--only-new', '--campaign-is-empty');
    expect(told).toMatchObject({ code: 0, last: { created: 3 } });
    shows([{ uniqueId: 'other', campaign: { code: CAMPAIGN }, data: { Phone: '+45******01' } }]);
    const masked = await imported(people(5), '--only-new', '--campaign-is-empty');
    expect(masked).toMatchObject({ code: 2, last: { error: { code: 'notComparable' } } });
    expect(sent()).toHaveLength(3);
  });

  it.each([{ bytes: 20 }, { rows: 2 }])('sends nothing when the leads do not come whole: %o', async (cut) => {
    expect((await imported(people(3))).code).toBe(0);
    const before = sent().length;
    bench.practice.faults.add({ kind: 'truncate', ...cut, match: { path: '/simpleleads' }, times: 'always' });
    const run = await imported(people(5), '--only-new');
    expect(run.code).toBe(4);
    expect(sent()).toHaveLength(before);
  });
});

describe('--dry-run', () => {
  it('prints each row as it would be sent, and sends nothing', async () => {
    const run = await imported(people(3), '--dry-run', '--pool', 'Spring');
    expect(run.code).toBe(0);
    const [first, , , last] = lines(run);
    expect(first).toMatchObject({
      row: 1,
      body: { CampaignCode: CAMPAIGN, data: { FirstName: 'Person 1', Phone: '30000001' } },
    });
    expect(last).toMatchObject({ rows: 3, units: 3 });
    expect(await requestsTo('Leads')).toBe(0);
    expect((await bench.run(['jobs', '--json'])).last).toEqual({ jobs: 0 });
    // A later import is not taken for a second one.
    expect(await imported(people(3))).toMatchObject({ code: 0 });
  });
});

describe('--check', () => {
  const mixed = 'FirstName,Phone\nAnna,30 00 00 01\nBent,12\nCarl,+46 70 123 45 67\n';
  const rules = () => ['--rules', bench.file('rules.json', '{"country":"DK"}')];

  it('refuses a file with problems, lists them and sends nothing', async () => {
    const run = await imported(mixed, '--check', ...rules());
    expect(run).toMatchObject({ code: 2, last: { error: { code: 'validation' } } });
    expect(lines(run)[0]).toMatchObject({ row: 2, line: 3, problems: [{ field: 'Phone', value: '12' }] });
    expect(sent()).toHaveLength(0);
  });

  it('leaves rows with problems out, and sends phones as E.164', async () => {
    const run = await imported(mixed, ...rules(), '--on-problem', 'leave-out');
    expect(run).toMatchObject({ code: 0, last: { created: 2, excluded: 1, rows: 3 } });
    expectSum(run);
    expect(sent().map(({ Phone }) => Phone)).toEqual(['+4530000001', '+46701234567']);
  });

  it('sends them when it is told to', async () => {
    const run = await imported(mixed, '--on-problem', 'send', ...rules());
    expect(run).toMatchObject({ code: 1, last: { created: 2, refused: 1 } });
    expect(sent().map(({ Phone }) => Phone)).toEqual(['+4530000001', '+46701234567']);
  });

  it('takes the country of the file itself, and none when nothing points to one', async () => {
    const german =
      'Vorname,Telefon,E-Mail,PLZ\nAnna,030 901838210,anna@beispiel.de,10115\nBent,030 901838211,b@beispiel.de,10115\nCarl,+49 30 901838212,c@beispiel.de,10117\n';
    expect(await imported(german, '--check', '--on-problem', 'send')).toMatchObject({ code: 0 });
    expect(sent().map(({ Telefon }) => Telefon)).toEqual(['+4930901838210', '+4930901838211', '+4930901838212']);
    expect(await imported('Name,Phone\nZoe,20 30 40 50\n', '--check', '--on-problem', 'send')).toMatchObject({
      code: 0,
    });
    expect(sent().at(-1)).toEqual({ Name: 'Zoe', Phone: '20 30 40 50' });
  });

  it('says the country, and gives no phone one below the stated certainty: what is printed is what is sent', async () => {
    const cell = (row: number) => `ID-${1000 + row},Anna${row},50123450${row}`;
    const polish = `Customer no,First name,Phone\n${[0, 1, 2, 3].map(cell).join('\n')}\nPL-5,Bo,+48 501 234 509\n`;
    const options = ['--check', '--map', 'auto', '--on-problem', 'send'];
    const shown = await imported(polish, ...options, '--dry-run');
    const country = (run: Ended) => lines(run).find((line) => 'certainty' in line);
    expect(country(shown)).toEqual({ country: null, certainty: expect.any(Number), reason: expect.any(String) });
    const phones = lines(shown).flatMap(
      ({ body }) => (body as { data: { Phone: string } } | undefined)?.data.Phone ?? [],
    );
    expect(phones).toEqual(['501234500', '501234501', '501234502', '501234503', '+48501234509']);
    const run = await imported(polish, ...options);
    expect(sent().map(({ Phone }) => Phone)).toEqual(phones);
    expect(country(run)).toEqual(country(shown));
    const named = await imported(
      polish,
      ...options,
      '--send-again',
      '--rules',
      bench.file('rules.json', '{"country":"PL"}'),
    );
    expect(country(named)).toEqual({ country: 'PL', certainty: 1, reason: 'You chose it.' });
    expect(sent().at(-1)).toMatchObject({ Phone: '+48501234509' });
  });

  it('frees phones of what stands around them, and says where an extension is not sent', async () => {
    const table =
      "FirstName,Phone,Email\nAnna,p:+4520112233,a@b.dk\nBo,'20112234,b@b.dk\nEva,20112235 lok. 12,e@b.dk\n";
    const run = await imported(
      table,
      '--check',
      '--map',
      'auto',
      '--rules',
      bench.file('rules.json', '{"country":"DK"}'),
    );
    expect(run.code).toBe(0);
    expect(sent().map(({ Phone }) => Phone)).toEqual(['+4520112233', '+4520112234', '+4520112235']);
    expect(lines(run)).toContainEqual({ field: 'Phone', extensionsLeftOut: 1 });
  });

  it.each([
    ['{"country":"XX"}', 'is no country'],
    ['{"land":"DK"}', 'land'],
    ['nonsense', 'is not JSON'],
  ])('refuses the rules %s', async (text, words) => {
    const run = await imported(people(1), '--rules', bench.file('rules.json', text));
    expect(run).toMatchObject({ code: 2, last: { error: { code: 'file' } } });
    expect(run.stdout).toContain(words);
  });
});

describe('terms', () => {
  it('--trial sends so many rows, and resume the rest', async () => {
    const run = await imported(people(12), '--trial', '4');
    expect(run).toMatchObject({ code: 3, last: { created: 4, waiting: 8, rows: 12 } });
    expectSum(run);
    expect(sent()).toHaveLength(4);
    const job = String(run.last?.['job']);
    expect(await bench.run(['resume', job, '--json'])).toMatchObject({ code: 0, last: { created: 12, waiting: 0 } });
    expect(new Set(sent().map(({ Phone }) => Phone)).size).toBe(12);
  });

  it('--tag gives each lead the job and the row', async () => {
    const run = await imported(people(2), '--tag', 'Reference');
    const job = String(run.last?.['job']);
    expect(sent().map(({ Reference }) => Reference)).toEqual([`imp-${job}-1`, `imp-${job}-2`]);
    expect(lines(run)).toContainEqual({ tag: 'Reference', isKnown: false });
    const before = await requestsTo('SimpleLeads');
    const mapped = await imported(people(2), '--only-new', '--tag', 'phone');
    expect(mapped).toMatchObject({ code: 2, last: { error: { code: 'validation' } } });
    expect(mapped.stdout).toContain('cannot take the tag');
    // Refused before anything is asked of the service.
    expect(await requestsTo('SimpleLeads')).toBe(before);
    const again = await imported('Name,Phone\nZoe,+4530999999\n', '--tag', 'Reference');
    expect(lines(again).filter((line) => 'tag' in line)).toEqual([]);
  });

  it.runIf(hasSignals)(
    '--at and --between wait, end by a signal, and are heeded by resume (where there are signals)',
    async () => {
      const hour = Number(
        new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Copenhagen', hour: '2-digit', hourCycle: 'h23' }).format(),
      );
      const later = `${(hour + 2) % 24}-${(hour + 3) % 24 || 24}`;
      const file = bench.file('file.csv', people(3));
      const args = ['import', file, '--campaign', CAMPAIGN, '--result', resultFile(), '--between', later, '--json'];
      let isAsked = false;
      const run = await bench.runProgram(args, {
        onOutput(stdout, child) {
          if (isAsked || !stdout.includes('"waiting"')) return;
          isAsked = true;
          child.kill('SIGINT');
        },
      });
      expect(run).toMatchObject({ code: 130, last: { waiting: 3, created: 0 } });
      expect(run.stdout).toContain('as planned');
      expect(sent()).toHaveLength(0);
      expect(await imported(people(3), '--at', '2020-01-01T08:00')).toMatchObject({ code: 2 });
      expect(await imported(people(3), '--between', '8-8')).toMatchObject({ code: 2 });
    },
  );

  it('--share takes so much of the pace', async () => {
    // Ten rows a second is the pace; a tenth of it is one a second.
    const at: number[] = [];
    const run = await imported(people(4), '--share', '10');
    for (const entry of bench.practice.ledger.entries()) at.push(Date.parse(entry.at));
    expect(run).toMatchObject({ code: 0, last: { created: 4 } });
    expect(Number(at.at(-1)) - Number(at[0])).toBeGreaterThan(2800);
  });
});

describe('our own result file', () => {
  it('sends refused and waiting rows only, in any data folder', async () => {
    const content = 'FirstName,Phone,Note\nAnna,30000001,=1+1\nBent,no phone,+45 12\nCarl,30000003,x\n';
    const result = resultFile();
    const run = await imported(content, '--result', result);
    expect(run).toMatchObject({ code: 1, last: { created: 2, refused: 1 } });
    expect(csvRecords(result)[1]?.slice(0, 5)).toEqual(['Anna', '30000001', '=1+1', '1', 'created']);
    expect(csvRecords(result)[2]?.[2]).toBe('+45 12');
    const corrected = readFileSync(result, 'utf8').replace('no phone', '30000002');
    const elsewhere = ['--data-dir', bench.path('elsewhere')];
    const next = resultFile();
    const again = await bench.run(
      [
        'import',
        bench.file('again.csv', corrected),
        '--campaign',
        CAMPAIGN,
        '--url',
        bench.practice.url,
        '--result',
        next,
        '--json',
        ...elsewhere,
      ],
      { bare: true },
    );
    expect(again).toMatchObject({ code: 0, last: { created: 1, skipped: 2, rows: 3 } });
    expectSum(again);
    expect(sent().at(-1)).toEqual({ FirstName: 'Bent', Phone: '30000002', Note: '+45 12' });
    expect(csvRecords(next)[0]?.slice(-5)).toEqual([
      'Row (import)',
      'State (import)',
      'Lead id (import)',
      'Reason (import)',
      'Time (import)',
    ]);
    // The same in the data folder that sent them.
    expect(await imported(corrected)).toMatchObject({ code: 0, last: { created: 1, skipped: 2 } });
  });

  it('is a workbook by its ending, with the same columns and every cell a text', async () => {
    const [csv, xlsx] = [resultFile(), resultFile('xlsx')];
    const content = 'Name,Phone,Zip\nAnna,30000001,0025\n';
    const run = await imported(content, '--result', xlsx);
    expect(run.code).toBe(0);
    await bench.run(['result', String(run.last?.['job']), csv]);
    const sheet = read(readFileSync(xlsx)).Sheets['Sheet1'] ?? Object.values(read(readFileSync(xlsx)).Sheets)[0];
    const rows = utils.sheet_to_json<string[]>(sheet ?? {}, { header: 1, raw: true, defval: '' });
    expect(rows).toEqual(csvRecords(csv));
    expect(rows[1]?.[2]).toBe('0025');
    // A workbook that is a result file is known as one, too.
    expect(await imported(xlsx)).toMatchObject({ code: 0, last: { created: 0, skipped: 1 } });
  });
});

describe('jobs delete', () => {
  it('asks nothing and leaves nothing on the disk', async () => {
    const run = await imported('FirstName,Phone\nZebulon,30123456\n');
    const job = String(run.last?.['job']);
    expect(await bench.run(['jobs', 'delete', job, '--json'])).toMatchObject({ code: 0, last: { deleted: job } });
    const inData = filesIn(bench.dataFolder).filter((path) => {
      const bytes = readFileSync(path);
      return ['Zebulon', '30123456', job].some((words) => bytes.includes(words)) || path.includes(job);
    });
    expect(inData).toEqual([]);
    for (const command of [
      ['resume', job],
      ['jobs', 'delete', job],
      ['job', job],
      ['result', job, resultFile()],
    ])
      expect(await bench.run([...command, '--json'])).toMatchObject({ code: 2, last: { error: { code: 'notFound' } } });
    expect(existsSync(join(bench.dataFolder, 'drafts', job))).toBe(false);
  });
});

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

describe('--no-fair-use', () => {
  it('is refused when it costs more than it gains, and with --yes leaves the header out', async () => {
    const large = await createBatchBench({ limits: { Leads: 100_000 } });
    try {
      const file = large.file('file.csv', people(3));
      const args = ['import', file, '--campaign', CAMPAIGN, '--json', '--no-fair-use', '--result', large.path('r.csv')];
      const refused = await large.run(args);
      // In production hours 8 units a row; at night the price is only known to be 4 at most.
      expect(refused).toMatchObject({ code: 2, last: { error: { code: 'validation' } } });
      expect(refused.stdout).toMatch(/(12|24) units in place of 3/);
      expect(large.practice.ledger.accepted).toBe(0);
      expect(await large.run([...args, '--yes'])).toMatchObject({ code: 0, last: { created: 3 } });
      const answer = await fetch(new URL('/practice/state', large.practice.url));
      const { services } = (await answer.json()) as { services: Record<string, { requests: number; fairUse: number }> };
      expect(services['Leads']).toMatchObject({ requests: 3, fairUse: 0 });
      const limits = await large.run(['limits', '--json']);
      expect(limits.stdout).toMatch(/"used":(12|24|3)\b/);
    } finally {
      await large.close();
    }
  });
});

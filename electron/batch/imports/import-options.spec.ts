import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { read, utils } from '@e965/xlsx';
import { describe, expect, it } from 'vitest';
import { CAMPAIGN, createBatchBench, csvRecords, importOf, people } from '../batch-fixture.ts';
import { putElsewhere } from '../../practice/client-fixture.ts';
import { hasSignals } from '../../core/foundation/this-system-fixture.ts';
import { eachImportDesk, expectSum, linesOf } from './import-fixture.ts';

const { desk, imported, resultFile, rules, sent } = eachImportDesk();

async function requestsTo(service: string): Promise<number> {
  const answer = await fetch(new URL('/practice/state', desk().practice.url));
  const { services } = (await answer.json()) as { services: Record<string, { requests: number }> };
  return services[service]?.requests ?? 0;
}

describe('a file whose rows were sent before', () => {
  it('ends with 2, unless the command line says what to do', async () => {
    expect(await imported(people(3))).toMatchObject({ code: 0, last: { created: 3 } });
    const again = await imported(people(3));
    expect(again).toMatchObject({ code: 2, last: { error: { code: 'sentBefore' } } });
    expect(again.stdout).toMatch(
      /3 of 3 rows were sent to \S+ before, the last on \d{1,2} [A-Z][a-z]{2} \d{4} by job /,
    );
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
    const refused = await imported(known, '--send-again', '--check', ...rules('{"country":"DK"}'));
    expect(refused).toMatchObject({ code: 2, last: { error: { code: 'validation' } } });
    expect(await imported(known, '--dry-run')).toMatchObject({ code: 0, last: { rows: 1, sentBefore: 1 } });
    expect(sent()).toHaveLength(2);
  });

  it('is known by its values where it has no phone', async () => {
    const rows = 'Name,City,Phone\nAnna,Hobro,\nBent,Skive,\n';
    const campaign = ['--campaign', 'EU-MESSE-26'];
    const file = desk().file('names.csv', rows);
    const run = (...more: string[]) =>
      desk().run([
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
    const put = (data: Record<string, string>) => putElsewhere(desk().practice.url, CAMPAIGN, data);
    await put({ Mobile: '+45 30 00 00 01', CustomerNo: 'x' });
    await put({ Phone: '88888888', Email: 'ANNA@example.dk' });
    await put({ Phone: '77777777', CustomerNo: 'K-4' });
    const content =
      'FirstName,Phone,Email,CustomerNo\nOne,30000001,one@example.dk,K-1\nAnna,30000002,anna@example.dk,K-2\nThree,30000003,,K-3\nFour,30000004,,k-4\n';
    const before = await requestsTo('SimpleLeads');
    // A person names the field in whatever case.
    const run = await imported(content, '--only-new', '--key', 'customerno');
    expect(run).toMatchObject({ code: 0, last: { created: 1, excluded: 3, rows: 4 } });
    expectSum(run);
    expect((await requestsTo('SimpleLeads')) - before).toBe(1);
    expect(linesOf(run).find((line) => 'compared' in line)).toMatchObject({ phone: 1, isProven: false });
    expect(Object.keys(linesOf(run)[0] ?? {})).toEqual(['job']);
    // What was sent is in the campaign now, and nothing is sent a second time.
    expect(await imported(content, '--only-new', '--key', 'CustomerNo')).toMatchObject({
      code: 0,
      last: { created: 0 },
    });
  });

  it('sends nothing where the leads show nothing to compare, and into an empty campaign only when told', async () => {
    const shows = (leads: readonly object[]) =>
      desk().practice.faults.add({
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
    desk().practice.faults.add({ kind: 'truncate', ...cut, match: { path: '/simpleleads' }, times: 'always' });
    const run = await imported(people(5), '--only-new');
    expect(run.code).toBe(4);
    expect(sent()).toHaveLength(before);
  });
});

describe('--dry-run', () => {
  it('prints each row as it would be sent, and sends nothing', async () => {
    const run = await imported(people(3), '--dry-run', '--pool', 'Spring');
    expect(run.code).toBe(0);
    const [first, , , last] = linesOf(run);
    expect(first).toMatchObject({
      row: 1,
      body: { CampaignCode: CAMPAIGN, data: { FirstName: 'Person 1', Phone: '30000001' } },
    });
    expect(last).toMatchObject({ rows: 3, units: 3 });
    expect(await requestsTo('Leads')).toBe(0);
    expect((await desk().run(['jobs', '--json'])).last).toEqual({ jobs: 0 });
    // A later import is not taken for a second one.
    expect(await imported(people(3))).toMatchObject({ code: 0 });
  });
});

it('a dry run with --only-new says how many rows the campaign holds', async () => {
  await imported(people(2));
  const dry = await imported(people(3), '--only-new', '--dry-run');
  expect(dry).toMatchObject({ code: 0, last: { rows: 1, inFile: 3 } });
  expect(linesOf(dry)).toContainEqual(expect.objectContaining({ phone: 2 }));
});

describe('rows that are not read as data', () => {
  const content = `${people(4)}\nBy hand\n`;

  it('are said, because nobody sees the table', async () => {
    const run = await imported(content);
    expect(run).toMatchObject({ code: 0, last: { created: 4 } });
    for (const lines of [linesOf(run), linesOf(await imported(content, '--dry-run'))])
      expect(lines).toContainEqual({ notRead: 'notesBelow', count: 1, rows: [7] });
    expect(linesOf(await imported(people(5), '--send-again')).filter((line) => 'notRead' in line)).toEqual([]);
  });

  it('are read up to the row that the command line names', async () => {
    const run = await imported(content, '--last-row', '7');
    expect(run).toMatchObject({ code: 0, last: { created: 5 } });
    expect(sent().at(-1)).toMatchObject({ FirstName: 'By hand' });
    const wrong = await imported(content, '--last-row', '0');
    expect(wrong).toMatchObject({ code: 2 });
    expect(wrong.stdout).toContain('--last-row takes the number of the last row');
  });
});

it('rows with more cells than the header are said, because their values may stand under other names', async () => {
  const run = await imported(people(3).replace('30000002', '30000002,by hand'));
  expect(run).toMatchObject({ code: 0, last: { created: 3 } });
  expect(linesOf(run)).toContainEqual({ mayBeWrong: 'ragged', count: 1, rows: [3] });
});

describe('terms', () => {
  it('one row is one row in every line', async () => {
    const run = await desk().run(importOf(desk().file('one.csv', people(1)), resultFile()));
    expect(run).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/: 1 row, [^]*Importing 1 row of [^]*Result of 1 row in /),
    });
    expect(run.stdout).not.toMatch(/\b1 (rows|columns|leads)\b/);
    const again = ['import', desk().path('one.csv'), '--campaign', CAMPAIGN];
    expect((await desk().run([...again, '--result', resultFile()])).stderr).toMatch(/^1 of 1 row was sent to /);
    const dry = await desk().run([...again, '--dry-run']);
    expect(dry.stdout).toContain('1 row would be sent, for 1 unit. Nothing was sent. 1 of them was sent before.');
    const bad = desk().file('bad.csv', 'Name,Phone,Email\nAnna,+4530000009,not an address\n');
    const checked = await desk().run(['import', bad, ...again.slice(2), '--result', resultFile(), '--check']);
    expect(checked.stderr).toMatch(/^1 of 1 row has a problem, the first in line 2/);
  });

  it('a result that cannot be written is saved elsewhere without sending what waits', async () => {
    mkdirSync(desk().path('gone'));
    const file = desk().file('people.csv', people(3));
    const into = ['--campaign', CAMPAIGN, '--result', join(desk().path('gone'), 'result.csv')];
    const run = await desk().run(['import', file, ...into, '--trial', '1', '--json'], {
      onOutput: () => rmSync(desk().path('gone'), { recursive: true, force: true }),
    });
    expect(run).toMatchObject({ code: 2, last: { created: 1, waiting: 2, error: { code: 'file' } } });
    const { error, job } = run.last as { readonly error: { readonly message: string }; readonly job: string };
    const [, command = ''] = /"batch (.*) FILE"/.exec(error.message) ?? [];
    const saved = await desk().run([...command.split(' '), resultFile()]);
    expect(saved).toMatchObject({ code: 0, stdout: expect.stringContaining('Result of 3 rows') });
    expect([command, sent()]).toEqual([`result ${job}`, [expect.anything()]]);
  });

  it('--trial sends so many rows, and resume the rest', async () => {
    const run = await imported(people(12), '--trial', '4');
    expect(run).toMatchObject({ code: 3, last: { created: 4, waiting: 8, rows: 12 } });
    expectSum(run);
    expect(sent()).toHaveLength(4);
    const job = String(run.last?.['job']);
    expect(await desk().run(['resume', job, '--json'])).toMatchObject({ code: 0, last: { created: 12, waiting: 0 } });
    expect(new Set(sent().map(({ Phone }) => Phone)).size).toBe(12);
  });

  it('leaves the result of a later import alone when an earlier one that named the same file is resumed', async () => {
    const result = resultFile();
    const run = await imported(people(2), '--trial', '1', '--result', result);
    await imported('FirstName,Phone\nZoe,39999999\n', '--result', result, '--force');
    const ofLater = csvRecords(result);
    const resumed = await desk().run(['resume', String(run.last?.['job'])]);
    expect(resumed).toMatchObject({ code: 0, stdout: expect.not.stringContaining('Result of') as string });
    expect(resumed.stdout).toContain('No result file is written: a later import has its name, or none was named. ');
    expect(csvRecords(result)).toEqual(ofLater);
  });

  it('leaves a file alone that another program has put there while the rows were sent', async () => {
    const result = resultFile();
    const file = desk().file('people.csv', people(2));
    const run = await desk().run(importOf(file, result, '--trial', '1', '--json'), {
      onOutput: () => writeFileSync(result, 'of another import'),
    });
    expect(run).toMatchObject({ code: 2, last: { created: 1, waiting: 1, error: { code: 'file' } } });
    const job = String(run.last?.['job']);
    expect(JSON.stringify(run.last?.['error'])).toContain(`batch result ${job} FILE`);
    expect(await desk().run(['resume', job])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining('No result file is written') as string,
    });
    expect(readFileSync(result, 'utf8')).toBe('of another import');
  });

  it('knows where the import was told to put its result, also when another file was named and could not be written', async () => {
    const result = resultFile();
    const run = await imported(people(3), '--trial', '1', '--result', result);
    const job = String(run.last?.['job']);
    const other = desk().path('other.csv');
    const resumed = await desk().run(['resume', job, '--result', other], {
      onOutput: () => writeFileSync(other, 'of another import'),
    });
    expect(resumed).toMatchObject({ code: 2 });
    expect(await desk().run(['resume', job])).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`Result of 3 rows in ${result}`) as string,
    });
  });

  it('--tag gives each lead the job and the row', async () => {
    const run = await imported(people(2), '--tag', 'Reference');
    const job = String(run.last?.['job']);
    expect(sent().map(({ Reference }) => Reference)).toEqual([`imp-${job}-1`, `imp-${job}-2`]);
    expect(linesOf(run)).toContainEqual({ tag: 'Reference', isKnown: false });
    const before = await requestsTo('SimpleLeads');
    const mapped = await imported(people(2), '--only-new', '--tag', 'phone');
    expect(mapped).toMatchObject({ code: 2, last: { error: { code: 'validation' } } });
    expect(mapped.stdout).toContain('cannot take the tag');
    // Refused before anything is asked of the service.
    expect(await requestsTo('SimpleLeads')).toBe(before);
    const again = await imported('Name,Phone\nZoe,+4530999999\n', '--tag', 'Reference');
    expect(linesOf(again).filter((line) => 'tag' in line)).toEqual([]);
  });

  it.runIf(hasSignals)(
    '--at and --between wait, end by a signal, and are heeded by resume (where there are signals)',
    async () => {
      const hour = Number(
        new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Copenhagen', hour: '2-digit', hourCycle: 'h23' }).format(),
      );
      const later = `${(hour + 2) % 24}-${(hour + 3) % 24 || 24}`;
      const file = desk().file('file.csv', people(3));
      const args = importOf(file, resultFile(), '--between', later, '--json');
      let isAsked = false;
      const run = await desk().runProgram(args, {
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
    for (const entry of desk().practice.ledger.entries()) at.push(Date.parse(entry.at));
    expect(run).toMatchObject({ code: 0, last: { created: 4 } });
    expect(Number(at.at(-1)) - Number(at[0])).toBeGreaterThan(2800);
  });
});

describe('a signal', () => {
  it('ends a dry run and leaves no draft', async () => {
    const run = ['import', desk().file('file.csv', people(1_001)), '--campaign', CAMPAIGN, '--dry-run', '--json'];
    const ended = await desk().run(run, { onOutput: (stdout, end) => (stdout.includes('"body"') ? end() : undefined) });
    expect(ended).toMatchObject({ code: 130, last: { error: { code: 'cancelled' } } });
    expect(readdirSync(join(desk().dataFolder, 'drafts'))).toEqual(['drafts.sqlite']);
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
    const elsewhere = ['--data-dir', desk().path('elsewhere')];
    const next = resultFile();
    const again = await desk().run(
      importOf(desk().file('again.csv', corrected), next, '--url', desk().practice.url, '--json', ...elsewhere),
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
    await desk().run(['result', String(run.last?.['job']), csv]);
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
    expect(await desk().run(['jobs', 'delete', job, '--json'])).toMatchObject({ code: 0, last: { deleted: job } });
    const inData = filesIn(desk().dataFolder).filter((path) => {
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
      expect(await desk().run([...command, '--json'])).toMatchObject({
        code: 2,
        last: { error: { code: 'notFound' } },
      });
    expect(existsSync(join(desk().dataFolder, 'drafts', job))).toBe(false);
  });

  it('leaves the question before the same file is sent again, in whatever case its campaign is written', async () => {
    const job = String((await imported(people(2))).last?.['job']);
    await desk().run(['jobs', 'delete', job]);
    const again = ['import', desk().path('file.csv'), '--campaign', CAMPAIGN.toLowerCase(), '--result', resultFile()];
    expect(await desk().run([...again, '--json'])).toMatchObject({ code: 2, last: { error: { code: 'sentBefore' } } });
    expect(sent()).toHaveLength(2);
  });
});

function filesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

describe('--no-fair-use', () => {
  it('is refused when it costs more than it gains, and with --yes leaves the header out', async () => {
    await using large = await createBatchBench({ limits: { Leads: 100_000 } });
    const file = large.file('file.csv', people(3));
    const args = importOf(file, large.path('r.csv'), '--json', '--no-fair-use');
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
  });
});

import { USUAL_TERMS } from '../../../shared/contract/imports/imports.ts';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { specFolder } from '../../core/foundation/folder-fixture.ts';
import { StagingWriter } from '../../core/files/staging/staging-writer.ts';
import { openStaged, stageFile } from '../../core/files/staging/staging.ts';
import { openDraftRows } from '../../core/imports/check/draft-rows.ts';
import { atOnce } from '../../core/imports/jobs/journal/job-fixture.ts';
import { JobStore } from '../../core/imports/jobs/journal/job-store.ts';
import { openDurable } from '../../core/storage/database.ts';
import { runCommand } from '../batch-fixture.ts';

let folder = '';
beforeAll(() => void (folder = specFolder('inspect')));

const path = (name: string) => join(folder, name);
function file(name: string, content: string | Uint8Array): string {
  writeFileSync(path(name), content);
  return path(name);
}

/** Runs the command without user name, password and address. */
async function run(...args: string[]) {
  const nobody = { LEAD_CONSOLE_USERNAME: undefined, LEAD_CONSOLE_PASSWORD: undefined };
  const { code, stdout, stderr, last } = await runCommand(['inspect', ...args, '--data-dir', path('no-data')], {
    environment: nobody,
  });
  return { code, out: stdout, error: stderr, json: last ?? {} };
}

const leads = 'Firma;Telefon;Notiz\nBäckerei "Nord";030 12345;"zwei\nZeilen"\n;+49 30 99;\n';

describe('inspect', () => {
  it('says how a file is read and why; it needs no account and leaves nothing behind', async () => {
    const result = await run(file('leads.csv', Buffer.from(leads, 'latin1')));
    expect(result.code).toBe(0);
    expect(result.out).toMatch(/2 data rows, 3 columns, csv/);
    expect(result.out).toMatch(/Delimiter +";" \(certain\): /);
    expect(result.out).toMatch(/Header +row 1 /);
    expect(result.out).toMatch(/2 "Telefon", 100 % filled: Phone, \d+ %\. /);
    expect(existsSync(path('no-data'))).toBe(false);
  });

  it('answers programs with one object', async () => {
    const { json } = await run(file('json.csv', leads.replaceAll('"Nord"', 'Nord')), '--json');
    expect(json).toMatchObject({
      file: 'json.csv',
      format: 'csv',
      rows: 2,
      columnCount: 3,
      encoding: { value: 'utf-8', certainty: 'certain' },
      delimiter: { value: ';' },
      headerLine: { value: 1 },
      problems: [],
      columns: [
        { index: 0, header: 'Firma' },
        { header: 'Telefon', suggestion: { field: 'Phone' } },
        { header: 'Notiz' },
      ],
    });
  });

  it('reads as the command line says', async () => {
    const result = await run(
      file('chosen.csv', Buffer.from('Søren,1\nÅse,2\n', 'latin1')),
      ...['--json', '--encoding', 'windows-1252', '--delimiter', 'comma', '--no-header'],
    );
    expect(result.json).toMatchObject({
      rows: 2,
      encoding: { value: 'windows-1252', certainty: 'yours' },
      delimiter: { certainty: 'yours' },
      headerLine: { value: null, certainty: 'yours' },
    });
  });

  it('says where a problem is, and that it is in more rows than it names', async () => {
    const rows = (count: number) => `Firma;Telefon\n${'Nordlys;4,52E+09\n'.repeat(count)}`;
    expect((await run(file('five.csv', rows(5)))).out).toContain('(rows 2, 3, 4, 5, 6)');
    expect((await run(file('six.csv', rows(6)))).out).toContain('(rows 2, 3, 4, 5, 6, …)');
  });

  it('writes the table as it was read, every cell in quotes', async () => {
    const target = path('table.csv');
    const { code, json } = await run(file('table-in.csv', leads), '--rows', target, '--json');
    expect([code, json['writtenRows']]).toEqual([0, 2]);
    expect(readFileSync(target, 'utf8')).toBe(
      '"Firma","Telefon","Notiz"\r\n"Bäckerei ""Nord""","030 12345","zwei\nZeilen"\r\n"","+49 30 99",""\r\n',
    );
    const headless = path('headless.csv');
    await run(file('headless-in.csv', '30123456;Anna\n30123457;Bent\n'), '--no-header', '--rows', headless);
    expect(readFileSync(headless, 'utf8')).toBe('"30123456","Anna"\r\n"30123457","Bent"\r\n');
  });

  it('replaces nothing unless told to, and never the file itself', async () => {
    const input = file('keep-in.csv', leads);
    const target = file('keep.csv', 'kept');
    expect(await run(input, '--rows', target)).toMatchObject({ code: 2 });
    expect(readFileSync(target, 'utf8')).toBe('kept');
    expect((await run(input, '--rows', input, '--force')).error).toContain('The original is never changed');
    expect((await run(input, '--rows', target, '--force')).code).toBe(0);
  });

  it('leaves a file alone that another program puts there meanwhile', async () => {
    const target = path('late.csv');
    const running = run(file('late-in.csv', leads), '--rows', target);
    writeFileSync(target, 'theirs');
    expect(await running).toMatchObject({ code: 2, error: expect.stringContaining('"late.csv" exists already') });
    expect(readFileSync(target, 'utf8')).toBe('theirs');
  });

  it('says in a sentence what keeps a file from being read', async () => {
    const missing = await run(path('nowhere.csv'), '--json');
    expect(missing).toMatchObject({ code: 2, json: { error: { code: 'file' } } });
    expect((await run()).error).toContain('batch inspect FILE');
    expect((await run(file('empty.csv', ''))).error).toMatch(/\.$/m);
  });

  it('suggests from earlier imports into the campaign', async () => {
    const input = file('again.csv', 'Weird,Other\nAnna,30123456\nBent,30123457\n');
    const data = path('data');
    const staged = path('again.sqlite');
    await stageFile({ path: input, choices: {}, target: staged });
    const { reading } = openStaged(staged);
    const rows = path('rows-journal.sqlite');
    const writer = new StagingWriter(rows);
    writer.add(2, ['Anna', '30123456']);
    writer.finish(reading);
    const journal = openDurable(join(data, 'account', 'anna', 'journal.sqlite'));
    const jobs = new JobStore(journal);
    const making = jobs.making(
      {
        ...{ id: 'job', name: 'again', fileName: 'again.csv', fileSize: 1, fileHash: '', columns: ['Weird', 'Other'] },
        ...{ campaignCode: 'SPRING', poolName: null, stopAfterSameRefusal: 0, terms: USUAL_TERMS, createdAt: 1 },
        mapping: [{ field: 'Nickname', source: { kind: 'columns', columns: [0], join: null }, cleaning: [] }],
      },
      openDraftRows(rows),
    );
    atOnce(making);
    jobs.rows.step('job', 1, 'send', { at: 2, run: 'run' });
    jobs.rows.step('job', 1, 'created', { at: 3, run: 'run', leadId: '1' });
    journal.close();
    const args = ['inspect', input, '--campaign', 'SPRING', '--json', '--data-dir', data];
    expect(await runCommand(args, {})).toMatchObject({
      code: 0,
      last: { columns: [{ suggestion: { field: 'Nickname' } }, {}] },
    });
  });
});

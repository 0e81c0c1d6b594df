import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eachTime } from '../../core/foundation/world-fixture.ts';
import { USUAL_TERMS } from '../../../shared/contract/imports/imports.ts';
import type { TemplateContent } from '../../../shared/contract/imports/templates.ts';
import { writeTemplateFile } from '../../../shared/domain/mapping/index.ts';
import { createTemplateStore } from '../../core/imports/fields/template-store.ts';
import { openDurable } from '../../core/storage/database.ts';
import { accountIdFor } from '../../core/account/account-store.ts';
import {
  type BatchBench,
  CAMPAIGN,
  createBatchBench,
  csvRecords,
  importOf,
  jsonLines,
  people,
} from '../batch-fixture.ts';

const KEPT = {
  name: 'Fair',
  campaignCode: CAMPAIGN,
  parts: null,
  columns: ['PHONE', 'FirstName'],
  rules: [
    { field: 'Mobile', source: { kind: 'columns' as const, columns: [0], join: null }, cleaning: [] },
    { field: 'GivenName', source: { kind: 'columns' as const, columns: [1], join: null }, cleaning: [] },
    { field: 'Source', source: { kind: 'constant' as const, value: 'Fair' }, cleaning: [] },
  ],
};

const upper = { kind: 'case' as const, to: 'upper' as const };

let desk: BatchBench;

eachTime(async () => (desk = await createBatchBench()));

function importArguments(mapping: string): string[] {
  const file = desk.file('people.csv', people(2));
  return importOf(file, desk.path('result.csv'), '--mapping', mapping, '--json');
}

describe('import --mapping', () => {
  it('takes a file, whose columns are found by their headers', async () => {
    const run = await desk.run(importArguments(desk.file('fair.json', writeTemplateFile(KEPT))));
    expect(run).toMatchObject({ code: 0, last: { created: 2 } });
    expect(csvRecords(desk.path('result.csv'))).toHaveLength(3);
    const [lead] = desk.practice.ledger.entries();
    expect(lead?.data).toEqual({ GivenName: 'Person 1', Mobile: '30000001', Source: 'Fair' });
  });

  it('takes a name that the app has saved for the campaign', async () => {
    const folder = join(desk.dataFolder, 'account', accountIdFor(desk.practice.url, 'anna'));
    using journal = openDurable(join(folder, 'journal.sqlite'));
    const { id } = createTemplateStore(journal).save({ ...KEPT, id: 'm1', savedAt: 1 });
    const run = await desk.run(importArguments('fair'));
    expect(run).toMatchObject({ code: 0, last: { created: 2 } });
    expect(createTemplateStore(journal).find(id)).toMatchObject({ used: 1 });
  });

  it('takes the one of the campaign before one that is for every campaign, however the code is written', async () => {
    const folder = join(desk.dataFolder, 'account', accountIdFor(desk.practice.url, 'anna'));
    using journal = openDurable(join(folder, 'journal.sqlite'));
    const store = createTemplateStore(journal);
    store.save({ ...KEPT, campaignCode: '', id: 'm1', savedAt: 1 });
    const { id } = store.save({ ...KEPT, id: 'm2', savedAt: 2 });
    const given = importArguments('Fair').map((word) => (word === CAMPAIGN ? CAMPAIGN.toLowerCase() : word));
    expect(await desk.run(given)).toMatchObject({ code: 0, last: { created: 2 } });
    expect(store.find(id)).toMatchObject({ used: 1 });
  });

  it.each([
    ['nothing', 'There is no template \\"nothing\\"'],
    ['gone.json', 'There is no file \\"gone.json\\"'],
  ])('refuses %s before anything is sent', async (wanted, words) => {
    const run = await desk.run(importArguments(wanted));
    expect(run.code).toBe(2);
    expect(run.stdout).toContain(words);
    expect(existsSync(desk.path('result.csv'))).toBe(false);
  });

  it('refuses a file that is no mapping, and one whose columns are missing', async () => {
    const nonsense = await desk.run(importArguments(desk.file('nonsense.json', '{"a":')));
    expect(nonsense.code).toBe(2);
    expect(nonsense.stdout).toContain('is not JSON');
    const other = { ...KEPT, columns: ['Fax', 'FirstName'] };
    const missing = await desk.run(importArguments(desk.file('other.json', writeTemplateFile(other))));
    expect(missing.code).toBe(2);
    expect(missing.stdout).toContain('reads the column \\"Fax\\"');
    expect(desk.practice.ledger.accepted).toBe(0);
  });
});

describe('import --template', () => {
  const PEOPLE = ['FirstName,PHONE', 'Anna,20 11 22 33', 'Bent,20112233', 'Carl,86123456', ''].join('\n');
  const template: TemplateContent = {
    ...KEPT,
    rules: KEPT.rules.map((rule) => (rule.field === 'GivenName' ? { ...rule, cleaning: [upper] } : rule)),
    parts: {
      fileName: 'people-2026-10.csv',
      country: 'DK',
      rules: { duplicateKey: null, fields: [] },
      duplicates: [{ by: 'phone', field: null, keep: 'last' }],
      poolScheme: 'Fair {file}',
      stopAfterSameRefusal: 5,
      terms: { ...USUAL_TERMS, share: 100 },
    },
  };
  const run = (changes: object, ...options: string[]) => {
    const json = desk.file('fair.json', writeTemplateFile({ ...template, ...changes }));
    return desk.run(['import', desk.file('people.csv', PEOPLE), '--template', json, '--json', ...options]);
  };
  const bodies = (stdout: string) =>
    jsonLines<{ readonly body?: { readonly data?: object } }>(stdout).flatMap(({ body }) =>
      body === undefined ? [] : [body],
    );

  it('sends what the dry run shows: its mapping, country, answers, pool and campaign', async () => {
    const dry = await run({}, '--dry-run');
    expect(dry).toMatchObject({ code: 0, last: { rows: 2, template: 'Fair' } });
    expect(dry.stdout).toContain('"does":["Phones without a prefix are of Denmark"');
    const sent = await run({}, '--result', desk.path('result.csv'));
    expect(sent).toMatchObject({ code: 0, last: { created: 2, template: 'Fair' } });
    const received = desk.practice.ledger.entries();
    expect(received.map(({ data }) => data)).toEqual([
      { GivenName: 'BENT', Mobile: '+4520112233', Source: 'Fair' },
      { GivenName: 'CARL', Mobile: '+4586123456', Source: 'Fair' },
    ]);
    const shown = bodies(dry.stdout).map((body) => Object.values(body).find((value) => typeof value === 'object'));
    expect(shown).toEqual(received.map(({ data }) => data));
    expect(received[0]).toMatchObject({ campaignCode: CAMPAIGN, poolName: 'Fair people' });
  });

  it('without fair use is refused when that costs more than it gains, and the advice is one that can be followed', async () => {
    await using large = await createBatchBench({ limits: { Leads: 100_000 } });
    const changes: object = { parts: { ...template.parts, terms: { ...USUAL_TERMS, fairUse: false } } };
    const json = large.file('fair.json', writeTemplateFile({ ...template, ...changes }));
    const file = large.file('people.csv', PEOPLE);
    const { code, stdout } = await large.run([
      'import',
      file,
      '--template',
      json,
      '--result',
      large.path('r.csv'),
      '--json',
    ]);
    expect(code).toBe(2);
    expect(stdout).toContain('The template leaves the fair use header out: change that in the template, or add --yes.');
    expect(stdout).not.toContain('--no-fair-use');
    expect(large.practice.ledger.accepted).toBe(0);
  });

  it('gives way to what the command line says itself', async () => {
    const maps = ['--map', 'FirstName=FirstName', '--map', 'PHONE=Phone'];
    const dry = await run({}, '--dry-run', '--pool', 'Own', '--campaign', 'OTHER-26', ...maps);
    expect(bodies(dry.stdout)).toHaveLength(2);
    expect(JSON.stringify(bodies(dry.stdout)[0])).toMatch(/OTHER-26.*Own|Own.*OTHER-26/);
    expect(JSON.stringify(bodies(dry.stdout)[0])).toContain('"FirstName":"Bent"');
    const rules = desk.file('rules.json', JSON.stringify({ fields: [{ field: 'GivenName', allowed: ['ANNA'] }] }));
    const refused = await run({}, '--dry-run', '--rules', rules);
    expect(refused).toMatchObject({ code: 2, last: { error: { code: 'validation' } } });
  });

  it('checks by the rules of the template, unasked', async () => {
    const fields = [{ field: 'GivenName', required: true, unique: false, longest: 4, allowed: ['ANNA', 'BENT'] }];
    const parts = { ...template.parts, rules: { duplicateKey: null, fields } };
    const refused = await run({ parts }, '--result', desk.path('result.csv'));
    expect(refused).toMatchObject({ code: 2 });
    expect(refused.stdout).toContain('1 of 3 rows has a problem');
    expect(desk.practice.ledger.accepted).toBe(0);
    const left = await run({ parts }, '--result', desk.path('result.csv'), '--on-problem', 'leave-out');
    expect(left).toMatchObject({ code: 0, last: { created: 1, excluded: 2 } });
  });

  it('does not put its tag into a field that the campaign is not known to have, unless --tag names it', async () => {
    const parts = { ...template.parts, terms: { ...USUAL_TERMS, tagField: 'Reference' } };
    const refused = await run({ parts }, '--dry-run');
    expect(refused).toMatchObject({ code: 2, last: { error: { code: 'validation' } } });
    expect(refused.stdout).toContain('--tag \\"Reference\\"');
    const named = await run({ parts }, '--dry-run', '--tag', 'Reference');
    expect(named).toMatchObject({ code: 0, last: { rows: 2 } });
    expect(named.stdout).toContain('{"tag":"Reference","isKnown":false}');
  });

  it('needs a campaign, and says so before anything is sent', async () => {
    const none = await run({ campaignCode: '' }, '--dry-run');
    expect(none.code).toBe(2);
    expect(none.stdout).toContain('Name the one that gets the leads with --campaign');
    const hostile = await run({ parts: { ...template.parts, country: 'Denmark' } }, '--dry-run');
    expect(hostile.code).toBe(2);
    expect(hostile.stdout).toContain('at parts.country');
  });
});

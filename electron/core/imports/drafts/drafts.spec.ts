import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import Papa from 'papaparse';
import { describe, expect, it, vi } from 'vitest';
import { USUAL_TERMS } from '../../../../shared/contract/imports/imports.ts';
import { CAMPAIGN, benches, column, isOver, people, prepare } from '../import-fixture.ts';

// Real files, real HTTP, on a machine that may be busy.
vi.setConfig({ testTimeout: 30_000 });

const bench = benches();

describe('a draft', () => {
  it('is read, suggested, kept across programs and leaves the file as it is', async () => {
    const desk = await bench();
    const path = desk.file('people.csv', people(5));
    const before = createHash('sha256').update(readFileSync(path)).digest('hex');
    const first = await desk.start();
    const draft = await first.openFile(path);
    expect(draft).toMatchObject({ rows: 5, step: 'file', fileName: 'people.csv' });
    expect(draft.mapping.map((rule) => rule.field)).toEqual(['FullName', 'Phone']);
    await first.call('import:saveDraft', { draftId: draft.id, step: 'columns', mapping: draft.mapping.slice(1) });
    await first.close();

    const second = await desk.start();
    const { drafts } = await second.call('import:drafts', {});
    expect(drafts).toMatchObject([{ id: draft.id, step: 'columns', rows: 5 }]);
    const kept = await second.call('import:draft', { draftId: draft.id });
    expect(kept.mapping.map((rule) => rule.field)).toEqual(['Phone']);
    const { rows } = await second.call('import:rows', { draftId: draft.id, offset: 3, limit: 10 });
    expect(rows.map((row) => row.cells[0])).toEqual(['Person 4', 'Person 5']);
    expect(createHash('sha256').update(readFileSync(path)).digest('hex')).toBe(before);
  });

  it.each(['..', '../drafts'])('has no folder to delete when its id is "%s"', async (draftId) => {
    const { desk, core } = await bench.started();
    const { id } = await core.openFile(desk.file('people.csv', people(1)));
    const path = join(desk.folder, 'data', 'drafts', 'drafts.sqlite');
    {
      using drafts = new DatabaseSync(path);
      drafts.prepare('UPDATE draft SET id = ?').run(draftId);
    }
    await expect(core.call('import:deleteDraft', { draftId })).rejects.toThrow(
      /"people\.csv" that you began is damaged/,
    );
    expect(await core.call('import:drafts', {})).toEqual({ drafts: [] });
    expect([path, join(desk.folder, 'data', 'drafts', id)].map((kept) => existsSync(kept))).toEqual([true, true]);
  });

  it('can be deleted when a damage has made it unreadable', async () => {
    const { desk, core } = await bench.started();
    const { id: draftId } = await core.openFile(desk.file('people.csv', people(1)));
    const folder = join(desk.folder, 'data', 'drafts');
    {
      using drafts = new DatabaseSync(join(folder, 'drafts.sqlite'));
      drafts.exec(`UPDATE draft SET mapping = '[{"fie'`);
    }
    await expect(core.call('import:draft', { draftId })).rejects.toThrow('damaged');
    expect(await core.call('import:drafts', {})).toEqual({
      drafts: [],
      unreadable: [{ id: draftId, fileName: 'people.csv' }],
    });
    expect(await core.call('import:deleteDraft', { draftId })).toEqual({});
    expect(existsSync(join(folder, draftId))).toBe(false);
    await expect(core.call('import:deleteDraft', { draftId })).rejects.toThrow('not here');
  });

  it('is read again with other choices', async () => {
    const { desk, core } = await bench.started();
    const draft = await core.openFile(desk.file('people.txt', 'a|b;c\nd|e;f\n'));
    const again = await core.call('import:reread', {
      draftId: draft.id,
      choices: { delimiter: '|', headerLine: null },
    });
    expect(again).toMatchObject({ rows: 2, reading: { headerLine: { value: null } } });
    expect(again.reading.columns).toHaveLength(2);
    expect(again.reading.columns[0]?.label).toBe('Column 1');
  });

  it('is read at once as somebody knows it to be, where the guess alone finds nothing', async () => {
    const { desk, core } = await bench.started();
    const path = desk.file('one.csv', 'Name,Phone,City\n');
    await expect(core.openFile(path)).rejects.toThrow(/no rows below it/);
    const draft = await core.openFile(path, { headerLine: null });
    expect(draft).toMatchObject({ rows: 1, reading: { headerLine: { value: null } } });
  });

  it('shows a row whose fields are named like members of every object', async () => {
    const { desk, core } = await bench.started();
    const draft = await core.openFile(desk.file('odd.csv', 'Name,Phone\nKim,+4530000001\nBo,\n'));
    const mapping = [column(0, 'FullName'), column(1, 'constructor')];
    await core.call('import:saveDraft', { draftId: draft.id, mapping });
    const row = await core.call('import:sentRow', { draftId: draft.id, row: 2 });
    expect(row.fields).toEqual([{ field: 'FullName', value: 'Bo', inFile: 'Bo', doubt: '' }]);
  });

  it('shows one row exactly as it would be sent', async () => {
    const { desk, core } = await bench.started();
    const draft = await prepare(core, desk, 2);
    const row = await core.call('import:sentRow', { draftId: draft.id, row: 2 });
    expect(JSON.parse(row.body)).toEqual({
      CampaignCode: CAMPAIGN,
      leadPoolName: 'Spring',
      data: { FullName: 'Person 2', Phone: '+4530000002' },
    });
    expect(row.fields[1]).toEqual({ field: 'Phone', value: '+4530000002', inFile: '+4530000002', doubt: '' });
  });

  it('says of a value that would be sent as it stands what the check has against it', async () => {
    const { desk, core } = await bench.started();
    const draft = await core.openFile(
      desk.file('odd.csv', 'Name,Phone,E-mail\nKim,ask Hanne,kim at example.dk\nBo,+4530000002,bo@example.dk\n'),
    );
    const mapping = ['FullName', 'Phone', 'Email'].map((field, index) => column(index, field));
    await core.call('import:saveDraft', { draftId: draft.id, mapping });
    const doubtsOf = async (row: number) =>
      (await core.call('import:sentRow', { draftId: draft.id, row })).fields.map(({ doubt }) => doubt);
    expect(await doubtsOf(1)).toEqual(['', 'Phone is not a number.', 'Email is not an address.']);
    expect(await doubtsOf(2)).toEqual(['', '', '']);
  });

  it('shows what a rule makes of the first rows that have a value, before it is a part of the mapping', async () => {
    const { desk, core } = await bench.started();
    const csv =
      'Street,Number,Town\n,,Aarhus\nNygade,7,Aarhus\nVestergade,,Vejle\nBredgade,3,Odense\nKirkevej,9,Ribe\n';
    const draft = await core.openFile(desk.file('streets.csv', csv));
    const rule = (columns: number[]) => ({
      field: 'Address',
      source: { kind: 'columns' as const, columns, join: ' ' },
      cleaning: [{ kind: 'case' as const, to: 'upper' as const }],
    });
    const { rows } = await core.call('import:ruleExamples', { draftId: draft.id, rule: rule([1, 0]) });
    expect(rows).toEqual([
      { line: 3, inFile: '7 | Nygade', value: '7 NYGADE' },
      { line: 4, inFile: ' | Vestergade', value: 'VESTERGADE' },
      { line: 5, inFile: '3 | Bredgade', value: '3 BREDGADE' },
    ]);
    await expect(core.call('import:ruleExamples', { draftId: draft.id, rule: rule([3]) })).rejects.toThrow(
      'The file has 3 columns',
    );
    const single = await core.openFile(desk.file('one.csv', 'Name\nAnna\n'));
    await expect(core.call('import:ruleExamples', { draftId: single.id, rule: rule([1]) })).rejects.toThrow(
      'The file has 1 column;',
    );
  });

  it('is suggested the fields of earlier imports into its campaign', async () => {
    const { desk, core } = await bench.started();
    const first = await prepare(core, desk, 2);
    const phone = first.mapping.find((rule) => rule.field === 'Phone');
    if (!phone) throw new Error('no phone was suggested');
    await core.call('import:saveDraft', { draftId: first.id, mapping: [{ ...phone, field: 'cusTELEFON' }] });
    const job = await core.call('import:start', { draftId: first.id });
    await core.until(job.id, isOver);

    const second = await prepare(core, desk, 3);
    expect(second.suggestions.find((entry) => entry.column === 1)?.field).toBe('cusTELEFON');
    expect(second.fields.filter((field) => field.source === 'earlier').map((field) => field.name)).toEqual([
      'cusTELEFON',
    ]);
    const { campaigns } = await core.call('import:campaigns', {});
    expect(campaigns).toMatchObject([{ code: CAMPAIGN, jobs: 1 }]);
  });

  it('is not started without a campaign, without a field or with a field filled twice', async () => {
    const { desk, core } = await bench.started();
    const draft = await core.openFile(desk.file('people.csv', people(2)));
    const start = () => core.call('import:start', { draftId: draft.id });
    const plan = { campaignCode: CAMPAIGN, poolName: null, stopAfterSameRefusal: 0 };
    const [rule] = draft.mapping;
    if (!rule) throw new Error('nothing was suggested');
    await expect(start()).rejects.toThrow(/campaign/);
    await core.call('import:saveDraft', { draftId: draft.id, plan, mapping: [] });
    await expect(start()).rejects.toThrow(/Map at least one/);
    await core.call('import:saveDraft', { draftId: draft.id, mapping: [rule, rule] });
    await expect(start()).rejects.toThrow(/filled twice/);
    expect((await core.call('import:drafts', {})).drafts).toHaveLength(1);
    expect((await core.call('job:list', {})).jobs).toEqual([]);
  });

  it('can come from a sample and be deleted', async () => {
    const { core } = await bench.started();
    const { samples } = await core.call('import:samples', {});
    expect(samples).toEqual([{ name: 'sample.csv', description: 'Two people.' }]);
    const draft = await core.call('import:openSample', { name: 'sample.csv' });
    expect(draft.rows).toBe(2);
    await core.call('import:deleteDraft', { draftId: draft.id });
    expect((await core.call('import:drafts', {})).drafts).toEqual([]);
    await expect(core.call('import:draft', { draftId: draft.id })).rejects.toThrow(
      /This draft is not here: it was started or deleted, or the address never was/,
    );
  });
});

describe('cells from the clipboard and files that were opened before', () => {
  it('are opened as the table that was copied, quoted tabs and line breaks included', async () => {
    const { core } = await bench.started();
    const text =
      'Name\tPhone\tNote\r\nAnna\t+4530000001\t"two\nlines"\r\n"Bent ""B"""\t+4530000002\t"a\ttab"\r\nCara\t\t\r\n';
    const draft = await core.call('import:openPasted', { text });
    const { rows } = await core.call('import:rows', { draftId: draft.id, offset: 0, limit: 10 });
    const [header, ...cells] = Papa.parse<string[]>(text, { delimiter: '\t', skipEmptyLines: true }).data;
    expect(draft.reading.columns.map((column) => column.header)).toEqual(header);
    expect(rows.map((row) => row.cells)).toEqual(cells);
    expect(draft.fileName).toBe('Pasted cells.tsv');
    const { encoding, delimiter } = draft.reading;
    expect([encoding.certainty, delimiter.certainty]).toEqual(['certain', 'certain']);
    expect(`${encoding.reason} ${delimiter.reason}`).not.toContain('You');
  });

  it('are known by name and content, with the problems that are left', async () => {
    const { desk, core } = await bench.started();
    const path = desk.file('people.csv', 'FullName,Phone\nAnna,+4530000001\nBent,12\n');
    core.core.grant({ token: 'file-90000001', path, name: 'people.csv', access: 'read' });
    const known = async () => (await core.call('import:draftOf', { token: 'file-90000001' })).draft;
    expect(await known()).toBeNull();
    const draft = await core.openFile(path);
    expect(await known()).toMatchObject({ id: draft.id, problems: null });
    await core.call('check:run', { draftId: draft.id });
    expect(await known()).toMatchObject({ problems: 1 });
    await core.call('check:leaveOut', { draftId: draft.id, choice: { rows: [2] }, isOut: true });
    expect((await core.call('import:drafts', {})).drafts[0]?.problems).toBe(0);
    desk.file('people.csv', 'FullName,Phone\nAnna,+4530000009\nBent,12\n');
    expect(await known()).toBeNull();
  });
});

describe('a file that was sent before', () => {
  it('is known by its content, and its result file goes on with what is open', async () => {
    const { desk, core } = await bench.started();
    const content = 'FullName,Phone\nAnna,+4530000001\nBent,no number\nCara,+4530000003\n';
    const first = await prepare(core, desk, 0, { content });
    expect(first).toMatchObject({ sentAs: null, result: null });
    const job = await core.call('import:start', { draftId: first.id });
    const { counts } = await core.until(job.id, isOver);
    expect(counts).toMatchObject({ created: 2, refused: 1 });
    const again = await core.openFile(desk.file('other name.csv', content));
    expect(again.sentAs).toMatchObject({ jobId: job.id, campaignCode: CAMPAIGN, created: 2, refused: 1, waiting: 0 });
    const { path, token } = core.target('result.csv');
    await core.call('job:saveResult', { jobId: job.id, token });
    const result = await core.openFile(path);
    expect(result.result).toEqual({ created: 2, refused: 1, unknown: 0, waiting: 0, other: 0, from: 'people.csv' });
    const { standing } = await core.call('check:run', { draftId: result.id });
    expect(standing.leftOut).toBe(2);
    expect(result.mapping.map((rule) => rule.field)).toEqual(['FullName', 'Phone']);
    const [header, ...rows] = readFileSync(path, 'utf8').trim().split(/\r?\n/);
    const added = [`${header},Email`, ...rows.map((row, index) => `${row},a${index}@example.org`)].join('\n');
    const noted = await core.openFile(desk.file('noted.csv', added));
    expect(noted.result).toEqual(result.result);
    // A column of the person, and none of the result file.
    expect(noted.suggestions.at(-1)).toMatchObject({ column: 7, field: 'Email' });
    // Its header is a row then, too.
    const bare = await core.call('import:reread', { draftId: result.id, choices: { headerLine: null } });
    expect(bare.result).toMatchObject({ created: 2, refused: 1, other: 1, from: 'people.csv' });
    expect((await core.call('check:run', { draftId: result.id })).standing.leftOut).toBe(3);
  });

  it('gives its result file campaign, mapping, pool and plan, also after a person corrected refused rows in it', async () => {
    const { desk, core } = await bench.started();
    const content = 'Navn,Nummer\nAnna,30112231\nBent,no number\n';
    const mapping = [
      column(0, 'FullName', { kind: 'case', to: 'upper' }),
      column(1, 'Phone', { kind: 'trim' }, { kind: 'phone', country: 'DK' }),
      { field: 'Kilde', source: { kind: 'constant' as const, value: 'Messe' }, cleaning: [] },
    ];
    const prepared = await prepare(core, desk, 0, { content, mapping });
    const first = await core.call('import:saveDraft', {
      draftId: prepared.id,
      plan: { ...prepared.plan, terms: { ...USUAL_TERMS, trial: 9, share: 50 } },
    });
    const job = await core.call('import:start', { draftId: first.id });
    await core.until(job.id, isOver);
    const { path, token } = core.target('result.csv');
    await core.call('job:saveResult', { jobId: job.id, token });
    writeFileSync(path, readFileSync(path, 'utf8').replace('no number', '30 11 22 32'));
    const result = await core.openFile(path);
    expect(result.mapping).toEqual(mapping);
    const { terms, ...plan } = first.plan;
    expect(result.plan).toMatchObject(plan);
    expect(result.plan.terms).toEqual({ ...terms, trial: 0 });
    expect(result.result?.from).toBe('people.csv');
    const next = await core.call('import:start', { draftId: result.id });
    expect((await core.until(next.id, isOver)).counts).toMatchObject({ created: 1, skipped: 1 });
    expect(desk.practice.ledger.entries().at(-1)?.data).toMatchObject({
      FullName: 'BENT',
      Phone: '+4530112232',
      Kilde: 'Messe',
    });
    // A file of the same columns that no import here sent.
    const other = readFileSync(path, 'utf8').replaceAll(/created,[^,]+/g, 'created,ELSEWHERE');
    const strange = await core.openFile(desk.file('strange.csv', other));
    expect([strange.result?.from, strange.plan.campaignCode]).toEqual([null, '']);
  });
});

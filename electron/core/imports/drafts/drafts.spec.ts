import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { describe, expect, it, vi } from 'vitest';
import { CAMPAIGN, benches, isOver, people, prepare } from '../import-fixture.ts';

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

  it('is read again with other choices', async () => {
    const desk = await bench();
    const core = await desk.start();
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
    const desk = await bench();
    const core = await desk.start();
    const path = desk.file('one.csv', 'Name,Phone,City\n');
    await expect(core.openFile(path)).rejects.toThrow(/no rows below it/);
    const draft = await core.openFile(path, { headerLine: null });
    expect(draft).toMatchObject({ rows: 1, reading: { headerLine: { value: null } } });
  });

  it('shows one row exactly as it would be sent', async () => {
    const desk = await bench();
    const core = await desk.start();
    const draft = await prepare(core, desk, 2);
    const row = await core.call('import:sentRow', { draftId: draft.id, row: 2 });
    expect(JSON.parse(row.body)).toEqual({
      CampaignCode: CAMPAIGN,
      leadPoolName: 'Spring',
      data: { FullName: 'Person 2', Phone: '+4530000002' },
    });
    expect(row.fields[1]).toEqual({ field: 'Phone', value: '+4530000002', inFile: '+4530000002' });
  });

  it('is suggested the fields of earlier imports into its campaign', async () => {
    const desk = await bench();
    const core = await desk.start();
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
    const desk = await bench();
    const core = await desk.start();
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
    const desk = await bench();
    const core = await desk.start();
    const { samples } = await core.call('import:samples', {});
    expect(samples).toEqual([{ name: 'sample.csv', description: 'Two people.' }]);
    const draft = await core.call('import:openSample', { name: 'sample.csv' });
    expect(draft.rows).toBe(2);
    await core.call('import:deleteDraft', { draftId: draft.id });
    expect((await core.call('import:drafts', {})).drafts).toEqual([]);
    await expect(core.call('import:draft', { draftId: draft.id })).rejects.toThrow(/This draft is gone/);
  });
});

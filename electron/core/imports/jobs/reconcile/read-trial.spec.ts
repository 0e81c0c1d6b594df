import { describe, expect, it } from 'vitest';
import { eachTime } from '../../../foundation/world-fixture.ts';
import { USUAL_TERMS } from '../../../../../shared/contract/imports/imports.ts';
import { systemClock } from '../../../system/system-clock.ts';
import type { JobRecord } from '../journal/records/job-records.ts';
import { readTrial } from './read-trial.ts';
import { CAMPAIGN, column, openReconcileWorld, type ReconcileWorld } from './reconcile-fixture.ts';

/* Over real HTTP: the leads of a trial, as the practice service shows them, with what a service may do to them. */

let world: ReconcileWorld;
eachTime(async () => (world = await openReconcileWorld(50)));

const ROWS = [
  ['Berlin-Kolleg', '+49 30 901838210', '10589'],
  ['OSZ TIEM (Technische Informatik)', '+49 30 901838222', '10589'],
  ['Games Academy', '+49 30 901838233', '10115'],
  ['A name as long as that of the second', '+49 30 901838244', '10115'],
  ['Short', '+49 30 901838255', '10115'],
] as const;

function addJob(poolName: string | null = null): JobRecord {
  world.at.add(
    ROWS.map((row) => [...row]),
    {
      campaignCode: CAMPAIGN,
      poolName,
      columns: ['Name', 'Phone', 'Zip'],
      mapping: [column(0, 'LastName'), column(1, 'Phone'), column(2, 'Zip')],
      terms: { ...USUAL_TERMS, trial: 3 },
    },
  );
  return world.job();
}

/** The row is created; the service keeps `kept` of it, and names the lead unless `isNameless`. */
async function created(n: number, kept: Readonly<Record<string, string>>, isNameless = false): Promise<string> {
  const { create, at } = world;
  const leadId = await create(kept);
  at.created(n, { at: systemClock.wallNow(), run: 'spec', leadId: isNameless ? null : leadId });
  return leadId ?? '';
}

const read = (job: JobRecord) => readTrial(world.tools, world.at.store, job);

const matches = (fields: readonly { field: string; match: string }[]) =>
  Object.fromEntries(fields.map(({ field, match }) => [field, match]));

describe('reading the leads of a trial back', () => {
  it('says of each field what became of it, and how many waiting rows a cut concerns', async () => {
    const job = addJob();
    const first = await created(1, { LastName: 'Berlin-Kolleg', Phone: '+4930901838210', Zip: '10589' });
    await created(2, { LastName: 'OSZ TIEM (Techni', Phone: '+49 30 901838222' });
    await created(3, { LastName: 'Another Academy', Phone: '+49 30 901838233', Zip: '10115' });
    const { leads, findings, created: total } = await read(job);
    expect(total).toBe(3);
    expect(leads.map(({ row, foundBy }) => [row, foundBy])).toEqual([1, 2, 3].map((row) => [row, 'id']));
    expect(leads[0]?.leadId).toBe(first);
    expect(leads.map(({ fields }) => matches(fields))).toEqual([
      { LastName: 'same', Phone: 'form', Zip: 'same' },
      { LastName: 'cut', Phone: 'same', Zip: 'missing' },
      { LastName: 'other', Phone: 'same', Zip: 'same' },
    ]);
    expect(findings.map(({ match, field, row }) => [match, field, row])).toEqual([
      ['cut', 'LastName', 2],
      ['missing', 'Zip', 2],
      ['other', 'LastName', 3],
      ['form', 'Phone', 1],
    ]);
    // One of the two waiting rows is longer than the 16 characters that were kept.
    expect(findings[0]).toMatchObject({ kept: { least: 16, most: 16 }, waiting: 1 });
    const counts = await world.client.readCounts();
    if (!counts.ok) throw new Error(counts.error.message);
    expect(counts.value.figures.find(({ name }) => name === 'SimpleLeads')).toMatchObject({ used: 1 });
  });

  it('claims nothing about fields and pools that the service does not show', async () => {
    const job = addJob('Berliner Schulen 2026-11');
    await created(1, { LastName: 'Berlin-Kolleg', Phone: '+49 30 901838210' });
    const { leads, findings } = await read(job);
    expect(matches(leads[0]?.fields ?? [])).toEqual({
      LastName: 'same',
      Phone: 'same',
      Zip: 'unseen',
      'Lead pool': 'unseen',
    });
    expect(findings.map(({ match, field }) => [match, field])).toEqual([
      ['unseen', 'Zip'],
      ['unseen', 'Lead pool'],
    ]);
  });

  it('finds a lead without an id by its values, and says which one it did not find', async () => {
    const job = addJob();
    const id = await created(1, { LastName: 'Berlin-Kolleg', Phone: '+49 30 901838210', Zip: '10589' }, true);
    await created(2, { LastName: 'Somebody else', Phone: '+45 70 10 20 30' }, true);
    const { leads } = await read(job);
    expect(leads.map(({ foundBy, leadId }) => [foundBy, leadId])).toEqual([
      ['values', id],
      [null, null],
    ]);
    expect(matches(leads[1]?.fields ?? [])).toEqual({ LastName: 'unseen', Phone: 'unseen', Zip: 'unseen' });
  });

  it('shows the lead of every row when the service made one lead of two rows', async () => {
    const job = addJob();
    const leadId = await created(1, { LastName: 'Berlin-Kolleg', Phone: '+49 30 901838210', Zip: '10589' });
    world.at.created(2, { at: systemClock.wallNow(), run: 'spec', leadId });
    const { leads } = await read(job);
    expect(leads.map(({ foundBy, leadId: id }) => [foundBy, id])).toEqual([
      ['id', leadId],
      ['id', leadId],
    ]);
    expect(leads.map(({ fields }) => matches(fields))).toMatchObject([{ LastName: 'same' }, { LastName: 'other' }]);
  });

  it('fails with what the service answered, and claims nothing', async () => {
    const job = addJob();
    await created(1, { LastName: 'Berlin-Kolleg', Phone: '+49 30 901838210' });
    await world.service.close();
    await expect(read(job)).rejects.toThrow(/reach|connect|answer/i);
  });
});
